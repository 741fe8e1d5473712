// How close a quantized network's logits are to the float network's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct LogitScore {
  double noise = 0;        // power of the difference over the power of the float logits
  double sqnr_db = 0;      // -10 log10(noise); infinity without a difference
  double agreement = 100;  // percent of the rows whose largest value is at the same place
  int64_t rows = 0;
};

// The places of the outputs that quantization can change. Constants and inputs among the outputs
// are left out, because they would count as exact.
std::vector<size_t> measured_outputs(const Graph& real);

template <typename T>
std::vector<T> taken(const std::vector<T>& all, const std::vector<size_t>& places) {
  std::vector<T> some;
  for (const size_t place : places)
    some.push_back(all[place]);
  return some;
}

// The place of the largest value of each row of the first output, along its first axis; the first
// of equals. Of tensors that are not float32, and of no outputs: none.
std::vector<int64_t> answers_of(std::span<const std::vector<Tensor>> outputs);

// Of the outputs of a network, a list of tensors per sample. Noise is the mean of the float32
// outputs'; rows are those of answers_of. NaN and infinities are no difference where both have the
// same, and infinite noise where one has them.
LogitScore score_logits(std::span<const std::vector<Tensor>> real,
                        std::span<const std::vector<Tensor>> quantized);

}  // namespace vta
