// Speed of the cycle model, with values and timing only, beside the scalar control; in one run.
//
//   bench_csim [runs] [PROGRAM.vta]
//
// Compiles ResNet-18 with both schedules (or takes a program of the default configuration) and
// runs all its launches at every memory preset.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "config/memory_preset.h"
#include "sim/factory/device_factory.h"
#include "tests/bench/control.h"
#include "tests/bench/cpu_timer.h"
#include "tests/bench/program_run.h"

namespace vta::bench {
namespace {

void run_program(const Program& program, const std::string& name, int runs) {
  for (const MemoryPreset& preset : memory_presets()) {
    const VtaConfig config =
        apply_memory(program.config, fmt::format("{},bus={}", preset.name, preset.bus_bytes));
    std::array<double, 2> speed{};
    for (const bool timing_only : {false, true}) {
      DeviceOptions options;
      options.timing_only = timing_only;
      ProgramRun device(program, make_device("csim", config, options));
      const double ms = median_ms(runs, [&] { device.run(); });
      speed[timing_only] = static_cast<double>(device.cycles()) / 1e3 / ms;
      if (timing_only)
        fmt::print(
            "  {:<10} {:<8} {:>10} cycles, bus {:4.1f} %: {:7.1f} Mcycle/s with values, "
            "{:7.1f} timing only ({:.2f} ms)\n",
            name, preset.name, device.cycles(),
            100.0 * static_cast<double>(device.bus_beats()) / static_cast<double>(device.cycles()),
            speed[0], speed[1], ms);
    }
  }
}

void run_resnet18(int runs) {
  const auto model =
      std::filesystem::temp_directory_path() / fmt::format("bench_csim_{}.onnx", getpid());
  write_model("resnet18_v1", 0, model.string());
  fmt::print("ResNet-18 as compiled, all launches of a run:\n");
  for (const std::string schedule : {"fast", "reference"}) {
    CompileOptions options;
    options.config = named_config("default");
    options.recipe.set("schedule", schedule);
    run_program(compile_model(model.string(), options).program, schedule, runs);
  }
  std::filesystem::remove(model);
}

void run(int runs, const char* program) {
  fmt::print("processor time of one thread, medians of {} runs\n", runs);
  Control control;
  const double ns = median_ms(runs, [&] { control.run(); }) * 1e6 / Control::kSteps;
  fmt::print(
      "control: a GEMM step as plain loops takes {:.1f} ns, {:.1f} Mcycle/s of a serial "
      "compute unit\n",
      ns, 1e3 / ns);
  if (program != nullptr)
    return run_program(load_program(program), "program", runs);
  run_resnet18(runs);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  vta::bench::run(argc > 1 ? std::max(1, std::atoi(argv[1])) : 15, argc > 2 ? argv[2] : nullptr);
  return 0;
}
