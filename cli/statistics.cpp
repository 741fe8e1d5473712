#include "cli/statistics.h"

#include <fmt/format.h>

#include <array>

namespace vta::cli {
namespace {

struct NamedCounter {
  const char* name;
  int64_t Counters::*member;
};

constexpr NamedCounter kStatistics[] = {{"inp_load_nbytes", &Counters::inp_load_nbytes},
                                        {"wgt_load_nbytes", &Counters::wgt_load_nbytes},
                                        {"acc_load_nbytes", &Counters::acc_load_nbytes},
                                        {"uop_load_nbytes", &Counters::uop_load_nbytes},
                                        {"out_store_nbytes", &Counters::out_store_nbytes},
                                        {"gemm_counter", &Counters::gemm_counter},
                                        {"alu_counter", &Counters::alu_counter}};

constexpr std::array<const char*, 5> kOpcodes = {"load", "store", "gemm", "finish", "alu"};

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
  for (const NamedCounter& c : kStatistics)
    out += fmt::format("\t{:<16}: {:>16}\n", c.name, counters.*c.member);
  return out;
}

boost::json::object execution_counters(const Counters& counters) {
  boost::json::object out;
  for (const NamedCounter& c : kStatistics)
    out[c.name] = counters.*c.member;
  out["acc_load_nbytes_vta"] = counters.acc_load_nbytes_vta;
  boost::json::object by_opcode;
  for (size_t op = 0; op < kOpcodes.size(); ++op)
    by_opcode[kOpcodes[op]] = counters.insn_count[op];
  out["insn_count"] = by_opcode;
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

}  // namespace vta::cli
