#include "runtime/launches.h"

#include <algorithm>
#include <chrono>

#include "hw/isa/insn.h"
#include "link/local_link.h"

namespace vta {
namespace {

// Streams of our own making leave no tokens: what is left over is an error here, not a warning.
void check_report(const Program& program, const LaunchStep& step, const RunReport& report) {
  if (report.error != IsaError::None && report.error_insn < 0)  // stopped from outside
    throw DeviceError(report.error_text);
  if (report.error != IsaError::None) {
    std::string kernel = "no kernel";
    for (const ProgramKernel& k : program.kernels) {
      const int64_t index = step.first_insn + report.error_insn % insns_per_position(step);
      if (index >= k.first_insn && index < k.first_insn + k.insn_count)
        kernel = fmt::format("kernel {}", k.name);
    }
    throw DeviceError(fmt::format("{} at instruction {} ({}): {}", isa_error_name(report.error),
                                  report.error_insn, kernel, report.error_text));
  }
  if (report.total_tokens_left() != 0)
    throw DeviceError(fmt::format(
        "tokens left over at the end of the stream: load->compute {}, compute->load {}, "
        "compute->store {}, store->compute {} (legal: none)",
        report.tokens_left[0], report.tokens_left[1], report.tokens_left[2],
        report.tokens_left[3]));
}

// A launch of several positions has its kernels as many times.
size_t kernel_of(const LaunchStep& step, size_t launched) {
  return static_cast<size_t>(step.first_kernel) + launched % static_cast<size_t>(step.kernel_count);
}

void add_timing(const LaunchStep& step, const Timing& launch, Timing& sum) {
  const auto add = [](KernelTiming& to, const KernelTiming& more) {
    to.cycles += more.cycles;
    add_cycles(to.units, more.units);
  };
  sum.cycles += launch.cycles;
  sum.bus_beats += launch.bus_beats;
  add_cycles(sum.units, launch.units);
  add(sum.outside, launch.outside);
  for (const DramField& field : kDramFields)
    sum.dram.*field.member += launch.dram.*field.member;
  for (size_t k = 0; k < launch.kernels.size(); ++k)
    add(sum.kernels[kernel_of(step, k)], launch.kernels[k]);
}

}  // namespace

void load_arena(const Program& program, DeviceBuffer& arena) {
  const auto put = [&](int64_t offset, const std::vector<std::byte>& section) {
    if (!section.empty())
      arena.write(offset, section);
  };
  put(program.constants_offset, program.constants);
  put(program.uops_offset, program.uops);
  put(program.insns_offset, program.insns);
}

LaunchRequest launch_request(const Program& program, const LaunchStep& step, uint64_t arena) {
  LaunchRequest request;
  request.insn_addr =
      arena + static_cast<uint64_t>(program.insns_offset + step.first_insn * kInsnBytes);
  request.insn_count = step.insn_count;
  request.bases = DramBases::all(arena);
  for (int64_t k = step.first_kernel; k < step.first_kernel + step.kernel_count; ++k)
    request.kernel_first_insn.push_back(program.kernels[static_cast<size_t>(k)].first_insn -
                                        step.first_insn);
  return request;
}

void add_launch(const Program& program, const LaunchStep& step, const RunReport& report,
                RunStats& stats) {
  check_report(program, step, report);
  stats.kernels.resize(program.kernels.size());
  ++stats.launches;
  stats.counters += report.counters;
  for (size_t k = 0; k < report.kernels.size(); ++k)
    stats.kernels[kernel_of(step, k)] += report.kernels[k];
  if (!report.timing)
    return;
  if (!stats.timing) {
    stats.timing.emplace();
    stats.timing->kernels.resize(program.kernels.size());
  }
  stats.launch_cycles.push_back(report.timing->cycles);
  add_timing(step, *report.timing, *stats.timing);
}

RunStats run_launches(const Program& program, std::unique_ptr<DeviceLink> link, int64_t max_cycles,
                      TraceSink* sink) {
  Driver driver(std::move(link));
  DeviceBuffer arena = driver.alloc(std::max<int64_t>(program.arena_bytes, 1));
  load_arena(program, arena);
  RunStats stats;
  stats.kernels.resize(program.kernels.size());
  const auto start = std::chrono::steady_clock::now();
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step); launch && launch->insn_count > 0) {
      LaunchRequest request = launch_request(program, *launch, arena.phys_addr());
      request.max_cycles = max_cycles;
      add_launch(program, *launch, driver.launch(request, sink), stats);
    }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  stats.device_seconds = seconds.count();
  return stats;
}

RunStats run_launches(const Program& program, std::unique_ptr<Device> device, int64_t max_cycles,
                      TraceSink* sink) {
  return run_launches(program, std::make_unique<LocalLink>(std::move(device)), max_cycles, sink);
}

}  // namespace vta
