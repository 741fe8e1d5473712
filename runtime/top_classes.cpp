#include "runtime/top_classes.h"

#include <algorithm>
#include <cmath>

namespace vta {

std::vector<TopClass> top_classes(const Tensor& output, int64_t image, int64_t count) {
  const int64_t images = output.rank() > 0 ? output.shape()[0] : 1;
  if (output.dtype() != DType::F32)
    throw InputError(
        fmt::format("the output is {} (legal for classes: float32)", dtype_name(output.dtype())));
  if (image < 0 || image >= images)
    throw InputError(fmt::format("the output has no image {} (legal: 0 to {})", image, images - 1));
  const int64_t each = output.size() / images;
  if (count < 0 || count > each)
    throw InputError(fmt::format("{} classes are asked for, the output has {} (legal: 0 to {})",
                                 count, each, each));
  const float* values = output.data<float>().data() + image * each;
  std::vector<TopClass> all;
  for (int64_t i = 0; i < each; ++i)
    all.push_back({i, values[i]});
  const auto before = [](const TopClass& a, const TopClass& b) {
    if (std::isnan(a.value) || std::isnan(b.value))
      return std::isnan(a.value) == std::isnan(b.value) ? a.index < b.index : std::isnan(b.value);
    return a.value != b.value ? a.value > b.value : a.index < b.index;
  };
  std::partial_sort(all.begin(), all.begin() + count, all.end(), before);
  all.resize(static_cast<size_t>(count));
  return all;
}

}  // namespace vta
