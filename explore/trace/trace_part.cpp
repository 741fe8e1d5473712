#include "explore/trace/trace_part.h"

#include <charconv>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"

namespace vta::explore {
namespace {

int64_t kernel_index(const Program& program, const std::string& name) {
  std::vector<std::string_view> names;
  for (const ProgramKernel& kernel : program.kernels) {
    if (kernel.name == name)
      return std::ssize(names);
    names.push_back(kernel.name);
  }
  throw UsageError(fmt::format(
      "--kernel '{}': the program has {} kernels, none of that name{}", name, names.size(),
      names.empty() ? std::string()
                    : fmt::format("; the nearest is '{}'", nearest_name(name, names))));
}

// A whole number at the front of the text, which it leaves.
bool take_number(std::string_view& text, int64_t& value) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<size_t>(rest - text.data()));
  return error == std::errc{} && value >= 0;
}

TracePart cycle_range(std::string_view text) {
  TracePart part;
  std::string_view rest = text;
  bool good = take_number(rest, part.first_cycle) && rest.starts_with(':');
  rest.remove_prefix(good ? 1 : 0);
  good = good && take_number(rest, part.end_cycle) && rest.empty();
  if (!good || part.first_cycle >= part.end_cycle)
    throw UsageError(fmt::format(
        "--cycles '{}': expected A:B, cycles A to B - 1 with 0 <= A < B, e.g. 1000:2000", text));
  return part;
}

}  // namespace

TracePart trace_part(const Program& program, const std::string& kernel, const std::string& cycles) {
  if (!kernel.empty() && !cycles.empty())
    throw UsageError("--kernel and --cycles both name a part of the run: leave one of them out");
  TracePart part;
  if (!cycles.empty())
    part = cycle_range(cycles);
  if (!kernel.empty())
    part.kernel = kernel_index(program, kernel);
  return part;
}

}  // namespace vta::explore
