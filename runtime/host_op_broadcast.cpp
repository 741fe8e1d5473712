#include "runtime/host_op_broadcast.h"

namespace vta::host {
namespace {

std::vector<int64_t> broadcast_strides(const Shape& shape, size_t rank) {
  std::vector<int64_t> strides(rank, 0);
  int64_t stride = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t extent = shape[shape.size() - 1 - i];
    strides[rank - 1 - i] = extent == 1 ? 0 : stride;
    stride *= extent;
  }
  return strides;
}

}  // namespace

std::vector<Level> levels_of(const Shape& a, const Shape& b, const Shape& out) {
  const auto sa = broadcast_strides(a, out.size()), sb = broadcast_strides(b, out.size());
  std::vector<Level> levels;
  for (size_t i = 0; i < out.size(); ++i) {
    const Level level{out[i], sa[i], sb[i]};
    if (level.extent == 1)
      continue;
    if (!levels.empty() && levels.back().a == level.a * level.extent &&
        levels.back().b == level.b * level.extent)
      levels.back() = {levels.back().extent * level.extent, level.a, level.b};
    else
      levels.push_back(level);
  }
  if (levels.empty())
    levels.push_back({});
  return levels;
}

}  // namespace vta::host
