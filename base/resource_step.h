// What is being done, for whoever says that a limit of time was met.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/resource_policy.h"

namespace vta {

// While this lives `what` is being done: a limit that is met then is met in it, and one that is met
// later is not.
class ResourceStep {
 public:
  explicit ResourceStep(std::string_view what) : meter_(resources()), before_(meter_.doing()) {
    meter_.check_time(what);
  }
  ~ResourceStep() {
    try {
      meter_.check_time(before_);
    } catch (const ResourceError&) {  // the time is over: whoever asks next says so
    }
  }
  ResourceStep(const ResourceStep&) = delete;
  ResourceStep& operator=(const ResourceStep&) = delete;

 private:
  ResourceMeter& meter_;
  const std::string before_;
};

}  // namespace vta
