#include "cli/wave_flags.h"

#include <charconv>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"

namespace vta::cli {
namespace {

// "A:B" with 0 <= A < B.
std::pair<int64_t, int64_t> cycle_range(const std::string& text) {
  int64_t first = 0, end = 0;
  const char* const last = text.data() + text.size();
  const auto [colon, first_error] = std::from_chars(text.data(), last, first);
  const bool has_colon = first_error == std::errc{} && colon != last && *colon == ':';
  const auto [rest, end_error] = has_colon
                                     ? std::from_chars(colon + 1, last, end)
                                     : std::from_chars_result{colon, std::errc::invalid_argument};
  if (end_error != std::errc{} || rest != last || first < 0 || first >= end)
    throw UsageError(fmt::format(
        "--wave-cycles '{}': expected A:B, cycles A to B - 1 with 0 <= A < B, e.g. 1000:2000",
        text));
  return {first, end};
}

int64_t kernel_index(const Program& program, const std::string& name) {
  std::vector<std::string_view> names;
  for (const ProgramKernel& kernel : program.kernels) {
    if (kernel.name == name)
      return std::ssize(names);
    names.push_back(kernel.name);
  }
  throw UsageError(fmt::format(
      "--wave-kernel '{}': the program has {} kernels, none of that name{}", name, names.size(),
      names.empty() ? std::string()
                    : fmt::format("; the nearest is '{}'", nearest_name(name, names))));
}

}  // namespace

void WaveFlags::add_to(CLI::App& command, bool with_kernels) {
  command.add_option("--wave", file, "tsim: write an FST trace of a part of the run to this file");
  if (with_kernels)
    command.add_option("--wave-kernel", kernel, "the part: while this kernel's instructions run");
  command.add_option("--wave-cycles", cycles, "the part: A:B, cycles A to B - 1 of all launches");
}

WaveOptions WaveFlags::options(const std::string& backend) const {
  if (file.empty() && kernel.empty() && cycles.empty())
    return {};
  if (file.empty())
    throw UsageError("--wave-kernel and --wave-cycles need --wave FILE");
  if (backend != "tsim")
    throw UsageError(fmt::format(
        "--wave traces the wires of the RTL: backend {} has none; use --backend tsim", backend));
  if (kernel.empty() == cycles.empty())
    throw UsageError("--wave takes one part of the run: --wave-kernel NAME or --wave-cycles A:B");
  WaveOptions wave;
  wave.file = file;
  if (!cycles.empty())
    std::tie(wave.first_cycle, wave.end_cycle) = cycle_range(cycles);
  return wave;
}

WaveOptions WaveFlags::options(const std::string& backend, const Program& program) const {
  WaveOptions wave = options(backend);
  if (wave.file.empty() || kernel.empty())
    return wave;
  const int64_t wanted = kernel_index(program, kernel);
  int64_t launches = 0;
  for (const Step& step : program.steps) {
    const auto* launch = std::get_if<LaunchStep>(&step);
    if (!launch || launch->insn_count == 0)
      continue;
    if (wanted >= launch->first_kernel && wanted < launch->first_kernel + launch->kernel_count) {
      const ProgramKernel& k = program.kernels[static_cast<size_t>(wanted)];
      wave.launch = launches;
      wave.first_insn = k.first_insn - launch->first_insn;
      wave.end_insn = wave.first_insn + k.insn_count;
      return wave;
    }
    ++launches;
  }
  throw UsageError(fmt::format("--wave-kernel '{}': no launch runs it", kernel));
}

}  // namespace vta::cli
