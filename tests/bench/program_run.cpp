#include "tests/bench/program_run.h"

#include <utility>

#include "runtime/launches.h"

namespace vta::bench {

ProgramRun::ProgramRun(const Program& program, std::unique_ptr<Device> device)
    : program_(program), driver_(std::move(device)), arena_(driver_.alloc(program.arena_bytes)) {
  // Activations as after a relu, so that kernels with a form for that can use it from the start.
  arena_.write_with(0, program.arena_bytes, [](std::span<std::byte> arena) {
    for (size_t k = 0; k < arena.size(); ++k)
      arena[k] = static_cast<std::byte>(k * 37 % 113);
  });
  load_arena(program, arena_);
}

void ProgramRun::run() {
  counters_ = {};
  cycles_ = bus_beats_ = 0;
  for (const Step& step : program_.steps) {
    const auto* launch = std::get_if<LaunchStep>(&step);
    if (launch == nullptr)
      continue;
    LaunchRequest request;
    request.insn_addr =
        arena_.phys_addr() + static_cast<uint64_t>(program_.insns_offset + launch->first_insn * 16);
    request.insn_count = launch->insn_count;
    request.bases = DramBases::all(arena_.phys_addr());
    const LaunchReport report = driver_.launch(request);
    if (report.error != IsaError::None)
      throw DeviceError(report.error_text);
    counters_ += report.counters;
    cycles_ += report.cycles.value_or(0);
    bus_beats_ += report.timing ? report.timing->bus_beats : 0;
  }
}

}  // namespace vta::bench
