// The first message to a worker, and its answer.
#pragma once

#include <cstdint>
#include <string>

#include "base/archive.h"

namespace vta {

struct WorkerGreeting {
  std::string device;     // a device string
  std::string config;     // JSON
  int64_t max_bytes = 0;  // of the policy in force (base/resource_policy.h)
};

template <typename A>
void describe(A& a, typename A::template Of<WorkerGreeting>& g) {
  a(g.device, g.config, g.max_bytes);
}

}  // namespace vta
