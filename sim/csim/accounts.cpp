#include "sim/csim/accounts.h"

#include <algorithm>

namespace vta::csim {
void Accounts::launch(size_t kernels) {
  kernels_.assign(kernels + 1, {});
  last_retired_.assign(kernels + 1, 0);
}

Timing Accounts::finish(int64_t end, int64_t bus_beats) const {
  Timing timing;
  timing.cycles = end;
  timing.bus_beats = bus_beats;
  timing.kernels.assign(kernels_.begin() + 1, kernels_.end());
  timing.outside = kernels_[0];
  for (const KernelTiming& kernel : kernels_)
    add_cycles(timing.units, kernel.units);
  int64_t before = 0;
  for (size_t k = 0; k < timing.kernels.size(); ++k) {
    const int64_t last = std::max(before, last_retired_[k + 1]);
    timing.kernels[k].cycles = last - before;
    before = last;
  }
  timing.outside.cycles = end - before;
  return timing;
}

}  // namespace vta::csim
