// Measures the accuracy of a network in int8 on the samples of its specification, as `vta eval`
// does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/tensor.h"
#include "compiler/graph/graph.h"
#include "explore/network.h"
#include "runtime/program.h"

namespace vta::explore {

// Sample inputs for calibration: a batch of each input in turn. `types` are those of the network's
// inputs. Empty where the network has none; errors as read_input_samples.
std::vector<Tensor> calibration_of(const NetworkSpec& network, const std::string& model,
                                   std::span<const TensorType> types);

// The samples, labels and calibration by their contents, and how pixels are prepared, in one text:
// equal for networks that are compared on the same. InputError for a file that cannot be read.
std::string accuracy_identity(const NetworkSpec& network, const std::string& model);

// Reads all files of the measurement, to the last sample. InputError and UsageError as
// FloatNetwork and read_sample_set; InputError where an objective or constraint needs labels or
// top-5, and there are none.
void check_accuracy_data(const NetworkSpec& network, int64_t images);

struct MeasureOptions {
  int64_t threads = 1;
  std::string progress = "samples";  // what is counted on stderr
};
// The network for `images` at once beside a program that was compiled of it, on fsim. Errors as
// vta::evaluate; InputError where logits hold values that are no finite numbers.
Accuracy measure_accuracy(const NetworkSpec& network, int64_t images, Program program,
                          const MeasureOptions& options);

}  // namespace vta::explore
