// `vta eval` from its options on: files, compilation, evaluation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "driver/driver.h"
#include "evaluation/chance.h"
#include "evaluation/evaluation.h"
#include "evaluation/preprocessing.h"
#include "explore/cost/clock_times.h"
#include "link/device_string.h"
#include "runtime/work_share.h"

namespace vta::workbench {

struct EvalRequest {
  std::string model;  // .onnx
  // .npy files or folders of images: FILE, or NAME=FILE per input.
  std::vector<std::string> images, calibration;
  std::string labels;  // empty: what folders say, else no top-1
  PixelFlags pixels;
  CompileOptions compile;
  DeviceString device;
  int64_t max_cycles = kMaxCycles;  // of a launch (driver/driver.h)
  int64_t limit = 0;                // images; 0: all
  int64_t threads = 0;              // 0: as many as the machine has
  bool verify = false;
};

struct EvalResult {
  Evaluation evaluation;
  int64_t batch = 1;
  double seconds = 0;                        // of everything, from the network's file on
  std::optional<int64_t> cycles;             // per batch, where time is modelled
  WorkShare work;                            // per batch
  std::optional<explore::ClockTimes> times;  // of a batch, with cycles and a clock
  ImagePreparation preparation;              // of pixels
  std::optional<Chance> chance;              // the float network is no better than guessing
  std::vector<std::string> notes;
  double images_per_second() const {
    return static_cast<double>(evaluation.scores.samples) / evaluation.times.wall_seconds;
  }
};

// What stays of the evaluation for whoever shows its samples.
struct EvaluatedSamples {
  EvalResult result;
  SampleSet samples;
};

// Errors as FloatNetwork, read_sample_set, compile_model and vta::evaluate; UsageError when there
// is nothing to verify.
EvaluatedSamples evaluate_request(const EvalRequest& request);

}  // namespace vta::workbench
