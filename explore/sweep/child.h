// A function in a process of its own: what it needed is known afterwards.
#pragma once

#include <functional>
#include <string>

#include "base/error.h"

namespace vta::explore {

struct ChildReport {
  std::string answer;   // what the function returned
  std::string failure;  // what it threw, or how its process ended; empty: neither
  // Of a failure, what a program that ends with it says: that of the Error it threw, ResourceLimit
  // for a failed allocation and for SIGKILL, Internal for anything else.
  ExitCode code = ExitCode::Ok;
  double seconds = 0;
  double peak_mb = 0;  // of the largest process among the child and those that it waited for
};

// Waits for it. The child ends with this process, and as soon as `stop` says so: with it all
// programs that it has started (base/process.h).
ChildReport run_in_child(const std::function<std::string()>& function,
                         const std::function<bool()>& stop = {});

}  // namespace vta::explore
