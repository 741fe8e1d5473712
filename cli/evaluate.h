// Accuracy and speed of a network in int8 on a simulated accelerator, beside the float network.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/chance.h"
#include "cli/device_flags.h"
#include "cli/eval_data.h"
#include "cli/preprocessing.h"
#include "compiler/compiler.h"
#include "compiler/oracle.h"
#include "explore/cost/clock_times.h"
#include "runtime/work_share.h"

namespace vta::cli {

struct EvalRequest {
  std::string model;                             // .onnx
  std::vector<std::string> images, calibration;  // .npy: FILE, or NAME=FILE per input
  std::string labels;                            // .npy; none: no top-1
  PixelFlags pixels;
  CompileOptions compile;
  DeviceFlags device;
  int64_t limit = 0;  // images; 0: all
  int64_t threads =
      1;  // of host operators: more rarely pay on small layers, and hurt on busy cores
  bool verify = true;
};

struct EvalResult {
  int64_t images = 0, batch = 1, classes = 0;
  bool labelled = false;
  double float_top1 = 0, int8_top1 = 0, agreement = 0;  // percent of the images
  double sqnr_db = 0;         // of the logits: float power over the power of the difference
  double seconds = 0;         // of all accelerated runs, host operators included
  double device_seconds = 0;  // of these, in the simulator
  double images_per_second() const { return static_cast<double>(images) / seconds; }

  // With verify: every kernel's output of every image against the integer interpreter.
  bool verified = false;
  int64_t elements = 0, mismatched_elements = 0;
  std::string first_mismatch;
  double output_error = 0;     // of host operators, relative
  int64_t differing_runs = 0;  // batches whose logits differed between the timed and checked run

  int64_t gemm_counter = 0, alu_counter = 0;  // per batch
  std::optional<int64_t> cycles;              // per batch, where time is modelled
  WorkShare work;                             // per batch
  std::optional<explore::ClockTimes> times;   // of a batch, with cycles and a clock
  ImagePreparation preparation;               // of uint8 images
  std::optional<Chance> chance;               // the float network is no better than guessing
  std::vector<std::string> notes;
};

// InputError for a network whose output is not one row of logits per image, and for files that do
// not fit it; UsageError when there is nothing to verify.
EvalResult evaluate(const EvalRequest& request);

// Signal to noise in dB: 10 log10(sum x^2 / sum (x - y)^2); infinity when equal.
double signal_to_noise(std::span<const float> signal, std::span<const float> approximation);

}  // namespace vta::cli
