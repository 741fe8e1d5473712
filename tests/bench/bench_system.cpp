// Speed of systems of several cores: ResNet-18, 16 images in batches, a DRAM shared, beside one
// core alone in the same run.
//
//   bench_system [runs] [MEMORY] [CORES]     default: 5 ddr3-1066, 1, 2, 4 and 8 cores
//
// The programs are compiled before. Cycles are those of all cores together.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "base/elapsed.h"
#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "config/memory_preset.h"
#include "link/device_link.h"
#include "workbench/pipeline_work.h"
#include "workbench/system_run.h"

namespace vta::bench {
namespace {

using namespace workbench;

constexpr int64_t kImages = 16;

struct Figures {
  double seconds = 0, processor = 0;
};

Figures median_of(std::vector<Figures> runs) {
  std::ranges::sort(runs, {}, &Figures::processor);
  return runs[runs.size() / 2];
}

void run(const char* model, const std::string& memory, int runs,
         const std::vector<int64_t>& counts) {
  fmt::print("ResNet-18, {} images, {}, medians of {} runs\n", kImages, memory, runs);
  for (const int64_t count : counts) {
    const std::vector<VtaConfig> cores(static_cast<size_t>(count),
                                       apply_memory(named_config("default"), memory));
    CompileOptions options;
    options.config = cores.front();
    std::vector<std::string> notes;
    const SystemPlan plan = batch_plan(model, options, cores, notes);
    const PipelineInputs inputs(whole_network(model, plan.programs.front()), {}, kImages, {});
    for (const bool timing_only : {true, false}) {
      SystemWork work;
      work.timing_only = timing_only;
      work.max_cycles = kMaxCycles;
      work.images = kImages;
      work.input = [&](int64_t image) { return inputs.at(image); };
      work.output = [](int64_t, const std::vector<Tensor>&) {};
      std::vector<Figures> figures;
      int64_t cycles = 0;
      for (int k = 0; k < runs; ++k) {
        const Stopwatch wall;
        const std::clock_t processor = std::clock();  // of all hosts' threads
        const SystemRun done = run_on_system(plan, work);
        figures.push_back(
            {wall.seconds(), static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC});
        cycles = 0;
        for (const SystemRun::Core& core : done.cores)
          cycles += core.busy;
      }
      const Figures median = median_of(figures);
      fmt::print("  {} cores, {:<11}: {:6.2f} s wall, {:6.2f} s processor, {:6.1f} Mcycle/s\n",
                 count, timing_only ? "timing only" : "with values", median.seconds,
                 median.processor, static_cast<double>(cycles) / median.processor / 1e6);
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  const std::string model =
      (std::filesystem::temp_directory_path() / "bench_system_resnet18.onnx").string();
  vta::write_model("resnet18_v1", 0, model);
  vta::bench::run(
      model.c_str(), argc > 2 ? argv[2] : "ddr3-1066", argc > 1 ? std::atoi(argv[1]) : 5,
      argc > 3 ? std::vector<int64_t>{std::atoll(argv[3])} : std::vector<int64_t>{1, 2, 4, 8});
  return 0;
}
