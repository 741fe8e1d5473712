// One point of a design space, and the result of its simulation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/vta_config.h"
#include "runtime/kernel_description.h"
#include "runtime/work_share.h"
#include "sim/counters.h"
#include "sim/timing.h"

namespace vta::explore {

// The simulated point; equal specs give equal results.
struct PointSpec {
  VtaConfig config;     // the memory's parameters included
  std::string network;  // name of the network in the sweep's specification
  int64_t images = 1;   // the network's batch
  std::string schedule = "fast";
  std::string quantization = {};  // Recipe::text(); empty: as the network's own members
  bool operator==(const PointSpec&) const = default;
};

// A kernel of the program, in program order.
struct LayerResult {
  std::string name;                     // "conv2d_3"
  std::string kind;                     // "conv2d", "dense", "alu", "pool"
  KernelDescription description;        // ProgramKernel's
  std::vector<std::string> onnx_nodes;  // ProgramKernel's
  int64_t macs = 0;                     // of the layer, without padding
  int64_t least_bytes = 0;
  int64_t insns = 0;
  int64_t bound_compute = 0, bound_memory = 0;  // cycles, of what was issued
  // Of its roofline (runtime/bound.h), and products with pixels of the image; all 0 where it is not
  // known.
  int64_t least_compute = 0, least_memory = 0, useful_macs = 0;
  int64_t roofline_cycles() const {
    return least_compute > least_memory ? least_compute : least_memory;
  }
  Counters counters;
  KernelTiming timing;
  bool operator==(const LayerResult&) const = default;
};

// Of one inference of `images` images, on the accelerator alone. All of it is exact.
struct PointResult {
  Counters counters;
  Timing timing;  // `kernels` is empty: the layers have them
  int64_t insns = 0;
  WorkShare work;  // the accelerator's part of the network
  int64_t bound_compute = 0, bound_memory = 0;
  // The bound that no schedule beats, sums of compute and memory over the layers, and products with
  // pixels (runtime/bound.h); 0 where it is not known of one layer.
  int64_t least_cycles = 0, least_compute = 0, least_memory = 0, useful_macs = 0;
  std::vector<LayerResult> layers;
  bool operator==(const PointResult&) const = default;
};

}  // namespace vta::explore
