// What a classifier says of an image.
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
// ones the lower class, what is no number last. InputError for another type, an image or a count
// that there is not.
std::vector<TopClass> top_classes(const Tensor& output, int64_t image, int64_t count);

}  // namespace vta
