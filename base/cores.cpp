#include "base/cores.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace vta {

int64_t usable_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  // A set that is too small for the machine is refused: there are more than a thousand then.
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return std::max(1, CPU_COUNT(&allowed));
  return std::max<int64_t>(1, std::thread::hardware_concurrency());
}

}  // namespace vta
