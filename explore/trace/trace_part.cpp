#include "explore/trace/trace_part.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/plural.h"
#include "base/suggest.h"

namespace vta::explore {
namespace {

// A whole number at the front of the text, which it leaves.
bool take_number(std::string_view& text, int64_t& value) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<size_t>(rest - text.data()));
  return error == std::errc{} && value >= 0;
}

}  // namespace

int64_t kernel_index(const Program& program, const std::string& name, const std::string& flag) {
  std::vector<std::string_view> names;
  for (const ProgramKernel& kernel : program.kernels) {
    if (kernel.name == name)
      return std::ssize(names);
    names.push_back(kernel.name);
  }
  throw UsageError(fmt::format("{} '{}': the program has {}, none of that name{}", flag, name,
                               counted(std::ssize(names), "kernel"), nearest_words(name, names)));
}

CycleRange cycle_range(const std::string& text, const std::string& flag) {
  CycleRange range;
  std::string_view rest = text;
  bool good = take_number(rest, range.first) && rest.starts_with(':');
  rest.remove_prefix(good ? 1 : 0);
  good = good && take_number(rest, range.end) && rest.empty();
  if (!good || range.first >= range.end)
    throw UsageError(fmt::format(
        "{} '{}': expected A:B, cycles A to B - 1 with 0 <= A < B, e.g. 1000:2000", flag, text));
  return range;
}

TracePart trace_part(const Program& program, const std::string& kernel, const std::string& cycles) {
  if (!kernel.empty() && !cycles.empty())
    throw UsageError("--kernel and --cycles both name a part of the run: give only one of them");
  TracePart part;
  if (!cycles.empty())
    part.cycles = cycle_range(cycles, "--cycles");
  if (!kernel.empty())
    part.kernel = kernel_index(program, kernel, "--kernel");
  return part;
}

}  // namespace vta::explore
