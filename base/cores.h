// The number of threads that can run at the same time.
#pragma once

#include <cstdint>

namespace vta {

// Cores that this process may use: those of the machine, or fewer where it was bound to some
// (taskset, a batch system). 1 at least.
int64_t usable_cores();

}  // namespace vta
