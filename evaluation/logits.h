// Recognizes the outputs of a classifier.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"

namespace vta {

// A row of class scores per image: (N, C), (N, C, 1, 1), (N, 1, 1, C), or (C) of one image.
struct LogitShape {
  int64_t images = 0, classes = 0;  // 0: something else
};
LogitShape logit_shape(const Shape& output);

// float32 or int8 values, as float32.
std::vector<float> logit_values(const Tensor& output);

}  // namespace vta
