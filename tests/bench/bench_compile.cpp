// Compile and load times of ResNet-18, stage by stage, beside the scalar control of bench_fsim.
//
//   bench_compile [runs] [MODEL.onnx]
//
// Without a model ResNet-18 v1 is written to a temporary file first (not timed).
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/bench/control.h"
#include "tests/bench/cpu_timer.h"

namespace vta::bench {
namespace {

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

double wall_ms() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

struct Stage {
  const char* name;
  std::vector<double> ms;
};

void print(const Stage& stage, double control) {
  const double ms = median(stage.ms);
  fmt::print("{:<38}{:>10.1f} ms{:>10.2f} x control\n", stage.name, ms, ms / control);
}

void run(int runs, const std::string& model) {
  Control steps;
  const double control = median_ms(5, [&] { steps.run(); });
  fmt::print("control: 100,000 scalar GEMM steps {:>9.1f} ms\n", control);
  const std::string program =
      (std::filesystem::temp_directory_path() / fmt::format("bench_compile_{}.vta", getpid()))
          .string();
  Stage import{"import", {}}, passes{"passes", {}}, emit{"schedule and codegen, no weights", {}},
      pack{"pack weights", {}}, total{"compile in all", {}};
  CompileOptions options;
  options.config = named_config("default");
  for (int i = 0; i < runs; ++i) {
    const CompileResult result = compile_model(model, options);
    const CompileTimes& t = result.times;
    import.ms.push_back(1e3 * t.import_seconds);
    passes.ms.push_back(1e3 * t.passes_seconds);
    emit.ms.push_back(1e3 * (t.schedule_seconds + t.codegen_seconds));
    pack.ms.push_back(1e3 * t.pack_seconds);
    total.ms.push_back(import.ms.back() + passes.ms.back() + emit.ms.back() + pack.ms.back());
    if (i == 0)
      save_program(result.program, program);
  }
  Stage load{"load program", {}}, first{"first run", {}}, later{"later run", {}};
  for (int i = 0; i < runs; ++i) {
    const double start = wall_ms();
    Program loaded = load_program(program);
    const double loaded_at = wall_ms();
    Executor executor(std::move(loaded), make_device("fsim", options.config));
    const ProgramValue& in =
        executor.program().values[static_cast<size_t>(executor.program().inputs[0])];
    executor.set_input(0, Tensor::zeros(in.dtype, in.shape));
    executor.run();
    const double ran_at = wall_ms();
    executor.run();
    load.ms.push_back(loaded_at - start);
    first.ms.push_back(ran_at - loaded_at);
    later.ms.push_back(wall_ms() - ran_at);
  }
  std::filesystem::remove(program);
  for (const Stage* stage : {&import, &passes, &emit, &pack, &total, &load, &first, &later})
    print(*stage, control);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  if (argc > 2) {
    vta::bench::run(runs, argv[2]);
    return 0;
  }
  const auto model =
      std::filesystem::temp_directory_path() / fmt::format("bench_compile_{}.onnx", getpid());
  vta::write_model("resnet18_v1", 0, model.string());
  vta::bench::run(runs, model.string());
  std::filesystem::remove(model);
}
