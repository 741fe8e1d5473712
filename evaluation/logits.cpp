#include "evaluation/logits.h"

#include <algorithm>

namespace vta {

LogitShape logit_shape(const Shape& output) {
  if (output.empty())
    return {};
  const int64_t images = output.size() > 1 ? output.front() : 1;
  const auto row = output.begin() + (output.size() > 1 ? 1 : 0);
  const auto wide = std::count_if(row, output.end(), [](int64_t extent) { return extent != 1; });
  if (wide > 1 || images < 1)
    return {};
  const int64_t classes = *std::max_element(row, output.end());
  return classes < 1 ? LogitShape{} : LogitShape{images, classes};
}

std::vector<float> logit_values(const Tensor& output) {
  if (output.dtype() == DType::I8)
    return {output.data<int8_t>().begin(), output.data<int8_t>().end()};
  return {output.data<float>().begin(), output.data<float>().end()};
}

}  // namespace vta
