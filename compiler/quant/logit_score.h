// How close a quantised network's logits are to the float network's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/tensor.h"

namespace vta {

struct LogitScore {
  double noise = 0;        // power of the difference over the power of the float logits
  double sqnr_db = 0;      // -10 log10(noise); infinity without a difference
  double agreement = 100;  // percent of the rows whose largest value is at the same place
  int64_t rows = 0;
};

// The place of the largest value of each row of the first output, along its first axis; the first
// of equals. Of tensors that are not float32: none.
std::vector<int64_t> answers_of(std::span<const std::vector<Tensor>> outputs);

// Of the outputs of a network, a list of tensors per sample. Noise is the mean of the outputs';
// rows are those of answers_of.
LogitScore score_logits(std::span<const std::vector<Tensor>> real,
                        std::span<const std::vector<Tensor>> quantised);

}  // namespace vta
