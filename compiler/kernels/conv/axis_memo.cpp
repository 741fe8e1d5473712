#include "compiler/kernels/conv/axis_memo.h"

namespace vta {

const std::vector<AxisTotals>& AxisMemo::totals(const ConvAxis& axis, int64_t kernel_part,
                                                Pixels pixels) {
  const std::array<int64_t, 8> key{
      axis.out,   axis.kernel,   axis.stride, axis.pad_before,
      axis.image, axis.dilation, kernel_part, static_cast<int64_t>(pixels)};
  const auto found = known_.find(key);
  if (found != known_.end())
    return found->second;
  std::vector<AxisTotals> all;
  for (const int64_t size : part_sizes(axis.out))
    all.push_back(axis_totals(axis, size, kernel_part, pixels));
  return known_.emplace(key, std::move(all)).first->second;
}

void AxisMemo::trim() {
  constexpr size_t kMost = 1 << 12;
  if (known_.size() > kMost)
    known_.clear();
}

}  // namespace vta
