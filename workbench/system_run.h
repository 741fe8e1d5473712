// A network on the cores of a system: images in batches of one a core, or through parts.
//
//   batch     every core has the whole network and takes the next image when it is free, but not
//             one that the others will have done before it could
//   pipeline  every core has a part of it; an image goes from core to core
//   channels  every core has slices of all layers, and all compute the same image: the next layer
//             begins when all are done with the one before it
//   auto      the one of these that takes the fewest cycles for so many images, simulated all
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "compiler/compiler.h"
#include "pipeline/plan.h"
#include "sim/dram/statistics.h"
#include "sim/trace_sink.h"
#include "workbench/system_file.h"

namespace vta::workbench {

inline constexpr int64_t kMostSystemImages = 1'000'000;
// What a host takes that has nothing else to do: docs/systems.md.
inline constexpr int64_t kBarrierCycles = 100;
inline constexpr int64_t kMostBarrierCycles = 1'000'000;

// A way to divide the work: the programs of the cores, in their order.
struct SystemPlan {
  std::string split;     // "batch", "pipeline", "channels"
  piped::Plan pipeline;  // of pipeline
  std::vector<std::shared_ptr<const Program>> programs;
  // Of pipeline: the cycles with the cuts that were tried, the first ones those that are balanced
  // for cores alone on the memory; and which is the plan's.
  std::vector<int64_t> tried = {};
  size_t taken = 0;
};

struct SystemWork {
  std::string backend = "csim";  // or tsim
  std::string kernels = "auto";
  bool timing_only = false;
  int64_t max_cycles = 0;  // of a launch
  int64_t images = 1;      // runs of the network
  int64_t queue = 2;       // pipeline: images that may wait before a core
  // channels: cycles from the end of a layer to the launches of the next, at least 1.
  int64_t barrier = kBarrierCycles;
  // Of the network's inputs and outputs, in their order; not called where timing only. Outputs come
  // in any order of the images.
  std::function<std::vector<Tensor>(int64_t image)> input = {};
  std::function<void(int64_t image, std::vector<Tensor> outputs)> output = {};
  std::function<void()> on_image = [] {};
  // Of a core's launches; not set: none.
  std::function<TraceSink*(size_t core)> trace = {};
};

// Compile the network for the cores.
SystemPlan batch_plan(const std::string& model, const CompileOptions& options,
                      const std::vector<VtaConfig>& cores, std::vector<std::string>& notes);
// The cuts are moved by what the parts take beside each other, a few times, and the best of the
// simulated ones is kept. UsageError where the network has not as many parts as there are cores.
SystemPlan pipeline_plan(const std::string& model, const CompileOptions& options,
                         const std::vector<VtaConfig>& cores, const SystemWork& work,
                         std::vector<std::string>& notes);
// ConfigError as common_config().
SystemPlan channels_plan(const std::string& model, const CompileOptions& options,
                         const std::vector<VtaConfig>& cores, std::vector<std::string>& notes);

// A whole network as a plan of one part: its inputs and outputs by name.
piped::Plan whole_network(const std::string& model, const std::shared_ptr<const Program>& program);

struct SystemRun {
  struct Core {
    int64_t images = 0;
    int64_t busy = 0;  // cycles in which it ran
    int64_t launches = 0;
  };
  struct Image {
    int64_t core = 0;            // that finished it
    int64_t begin = 0, end = 0;  // cycles since the first launch
    int64_t latency() const { return end - begin; }
  };
  std::string split;
  int64_t cycles = 0;  // from the first launch to the last end
  std::vector<Core> cores;
  std::vector<Image> images;
  int64_t barriers = 0, barrier = 0;  // channels: how many, and cycles of one
  DramStatistics dram;
  double seconds = 0;  // of the simulation

  // Cycles from one finished image to the next, the first left out; nothing for one image.
  std::optional<double> interval() const;
};

SystemRun run_on_system(const SystemPlan& plan, const SystemWork& work);

// `auto`: the plan that takes the fewest cycles for the work, by runs for their time alone. A
// network that has not as many parts as there are cores has one plan, and a note says so.
struct SystemChoice {
  SystemPlan plan;
  std::vector<SystemRun> candidates;
  std::vector<std::string> notes;
};
SystemChoice quickest_plan(const std::string& model, const CompileOptions& options,
                           const std::vector<VtaConfig>& cores, SystemPlan batch, SystemWork work);

}  // namespace vta::workbench
