// Totals of all sizes that an axis can be cut into, kept: layers of one network share their axes,
// and so do all configurations.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "compiler/kernels/conv/dims.h"

namespace vta {

class AxisMemo {
 public:
  // Of each of part_sizes(axis.out), in that order. Valid until trim().
  const std::vector<AxisTotals>& totals(const ConvAxis& axis, int64_t kernel_part, Pixels pixels);
  // Forgets everything where that is much: a memo may serve many networks.
  void trim();

 private:
  std::map<std::array<int64_t, 8>, std::vector<AxisTotals>> known_;
};

}  // namespace vta
