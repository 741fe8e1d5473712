// What --check-races costs: ResNet-18's launches on fsim without it and with it, in one run.
//
//   bench_races [runs]
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "sim/factory/device_factory.h"
#include "sim/races/race_check.h"
#include "tests/bench/control.h"
#include "tests/bench/cpu_timer.h"
#include "tests/bench/program_run.h"

namespace vta::bench {
namespace {

Program compile_resnet18(const std::string& schedule) {
  const auto model =
      std::filesystem::temp_directory_path() / fmt::format("bench_races_{}.onnx", getpid());
  write_model("resnet18_v1", 0, model.string());
  CompileOptions options;
  options.config = named_config("default");
  options.recipe.set("schedule", schedule);
  Program program = compile_model(model.string(), options).program;
  std::filesystem::remove(model);
  return program;
}

void compare(const std::string& schedule, int runs) {
  const Program program = compile_resnet18(schedule);
  ProgramRun run(program, make_device("fsim", program.config));
  const double plain = fastest_ms(runs, [&] { run.run(); });
  int64_t races = 0;
  const double checked = fastest_ms(runs, [&] {
    RaceCheck check(program.config);
    run.check_races(&check);
    run.run();
    run.check_races(nullptr);
    races += check.count();
  });
  fmt::print("  {:<10} fsim {:7.2f} ms, with the check {:7.2f} ms: {:.2f} x; {} races\n", schedule,
             plain, checked, checked / plain, races);
}

void run(int runs) {
  Control steps;
  const double control = fastest_ms(runs, [&] { steps.run(); }) * 1e6 / Control::kSteps;
  fmt::print("processor time of one thread, the fastest of {} runs; control: {:.1f} ns a step\n",
             runs, control);
  for (const char* schedule : {"fast", "reference"})
    compare(schedule, runs);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  vta::bench::run(argc > 1 ? std::max(1, std::atoi(argv[1])) : 15);
  return 0;
}
