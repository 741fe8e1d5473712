// The best classes of a classifier's output.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"

namespace vta {

struct TopClass {
  int64_t index = 0;
  float value = 0;
};

// The `count` largest values of one image of an output (N, ...) float32, largest first; of equal
// ones the lower class; NaN comes last. InputError for another type, or for an image or a count out
// of range.
std::vector<TopClass> top_classes(const Tensor& output, int64_t image, int64_t count);

}  // namespace vta
