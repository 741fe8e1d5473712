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
#include "explore/record/run_record.h"
#include "link/device_string.h"
#include "workbench/input.h"

namespace vta::workbench {

struct EvalRequest {
  std::string model;  // .onnx
  SampleFiles images = {.files = {}, .said_by = "--images"}, calibration = {};
  std::string labels;                 // empty: what folders say, else no top-1
  std::optional<Tensor> label_array;  // instead of them
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
  double seconds = 0;            // of everything, from the network's file on
  explore::RunRecord record;     // of one batch
  ImagePreparation preparation;  // of pixels
  std::optional<Chance> chance;  // the float network is no better than guessing
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
