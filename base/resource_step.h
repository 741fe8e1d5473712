// The current step, for the message about a time limit.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/resource_policy.h"

namespace vta {

// Marks the step `what` while this lives; a time limit that is reached meanwhile is attributed to
// it.
class ResourceStep {
 public:
  explicit ResourceStep(std::string_view what) : meter_(resources()), before_(meter_.doing()) {
    meter_.check_time(what);
  }
  ~ResourceStep() {
    try {
      meter_.check_time(before_);
    } catch (const ResourceError&) {  // the time is over: the next check reports it
    }
  }
  ResourceStep(const ResourceStep&) = delete;
  ResourceStep& operator=(const ResourceStep&) = delete;

 private:
  ResourceMeter& meter_;
  const std::string before_;
};

}  // namespace vta
