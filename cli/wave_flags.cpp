#include "cli/wave_flags.h"

#include "base/error.h"
#include "explore/trace/trace_part.h"

namespace vta::cli {

void WaveFlags::add_to(Command& command, bool has_kernels) {
  const OptionGroup group = command.group("Device");
  with_kernels = has_kernels;
  command.add_option("--wave", file, "tsim: write an FST trace of part of the run to this file")
      ->output_file();
  if (with_kernels)
    command.add_option("--wave-kernel", kernel,
                       "trace the time in which this kernel's instructions run");
  command.add_option("--wave-cycles", cycles,
                     "trace the cycles A to B - 1 (A:B), counted over all launches");
}

WaveOptions WaveFlags::options(const std::string& backend) const {
  if (file.empty() && kernel.empty() && cycles.empty())
    return {};
  if (file.empty())
    throw UsageError(with_kernels ? "--wave-kernel and --wave-cycles need --wave FILE"
                                  : "--wave-cycles needs --wave FILE");
  if (backend != "tsim")
    throw UsageError(fmt::format(
        "--wave traces the wires of the RTL: backend {} has none; use --backend tsim", backend));
  if (!with_kernels && cycles.empty())
    throw UsageError("--wave takes a part of the run: --wave-cycles A:B");
  if (kernel.empty() == cycles.empty())
    throw UsageError("--wave takes one part of the run: --wave-kernel NAME or --wave-cycles A:B");
  WaveOptions wave;
  wave.file = file;
  if (!cycles.empty()) {
    const explore::CycleRange range = explore::cycle_range(cycles, "--wave-cycles");
    wave.first_cycle = range.first, wave.end_cycle = range.end;
  }
  return wave;
}

WaveOptions WaveFlags::options(const std::string& backend, const Program& program) const {
  WaveOptions wave = options(backend);
  if (wave.file.empty() || kernel.empty())
    return wave;
  const int64_t wanted = explore::kernel_index(program, kernel, "--wave-kernel");
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
