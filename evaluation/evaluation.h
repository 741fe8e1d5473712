// Accuracy and speed of a network in int8 on an accelerator, beside the float network.
//
//   FloatNetwork network("net.onnx", compile_options);
//   const SampleSet samples = read_sample_set({.inputs = {"x.npy"}, .labels = "y.npy"}, ...);
//   const Evaluation e = evaluate(network, samples, compile_model("net.onnx", compile_options),
//   how);
//
// Samples are distributed among threads, each with its own device. The results depend neither on
// their number nor on their order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "evaluation/float_network.h"
#include "evaluation/sample_set.h"
#include "evaluation/scores.h"
#include "link/device_link.h"
#include "runtime/executor.h"

namespace vta {

struct EvaluationOptions {
  std::function<std::unique_ptr<DeviceLink>()> open_device;
  int64_t max_cycles = kMaxCycles;  // of a launch
  int64_t threads = 1;              // devices that are opened; no more than there is work for
  bool verify = false;              // every kernel's output by the integer interpreter, and twice
  std::string progress = "images";  // what is counted on stderr
};

// Of all threads together; they may add up to more than passed.
struct EvaluationTimes {
  double prepare_seconds = 0, float_seconds = 0, int8_seconds = 0;
  double device_seconds = 0;  // of int8_seconds, in the device
  double verify_seconds = 0;
  double wall_seconds = 0;  // of everything above, as it passed
  EvaluationTimes& operator+=(const EvaluationTimes& more);
};

struct VerifiedRuns {
  int64_t elements = 0, mismatched_elements = 0;
  std::string first_mismatch;  // of the first batch that has one
  double output_error = 0;     // of host operators, relative
  int64_t differing_runs = 0;  // batches whose logits differed between two runs
  bool exact() const { return mismatched_elements == 0 && differing_runs == 0; }
};

struct Evaluation {
  Scores scores;
  std::vector<float> float_logits, int8_logits;  // a row per sample
  int64_t threads = 1;                           // that took part
  EvaluationTimes times;
  RunStats stats;  // of one batch: counters and cycles depend on no value
  std::optional<VerifiedRuns> verified;
};

// `network` gets ready for the samples first (FloatNetwork::prepare). Errors as Executor.
Evaluation evaluate(FloatNetwork& network, const SampleSet& samples, const CompileResult& compiled,
                    const EvaluationOptions& options);

}  // namespace vta
