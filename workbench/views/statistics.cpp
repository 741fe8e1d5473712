#include "workbench/views/statistics.h"

#include <fmt/format.h>

#include <array>

namespace vta::workbench {
namespace {

struct TokenName {
  const char* text;
  const char* key;
};
constexpr std::array<TokenName, 4> kTokens = {{{"load->compute", "load_to_compute"},
                                               {"compute->load", "compute_to_load"},
                                               {"compute->store", "compute_to_store"},
                                               {"store->compute", "store_to_compute"}}};

}  // namespace

std::string execution_statistics(const Counters& counters) {
  std::string out = "Execution statistics:\n";
  for (const CounterField& c : machine_counters())
    out += fmt::format("\t{:<16}: {:>16}\n", c.name, counters.*c.member);
  return out;
}

std::string tokens_text(const RunReport& report) {
  std::string out;
  for (size_t i = 0; i < kTokens.size(); ++i)
    if (report.tokens_left[i] != 0)
      out +=
          fmt::format("{}{} {}", out.empty() ? "" : ", ", kTokens[i].text, report.tokens_left[i]);
  return out;
}

boost::json::object tokens_object(const RunReport& report) {
  boost::json::object out;
  for (size_t i = 0; i < kTokens.size(); ++i)
    out[kTokens[i].key] = report.tokens_left[i];
  return out;
}

}  // namespace vta::workbench
