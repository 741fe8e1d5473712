// What the steps of a program ask of a host: the numbers that a host's figures multiply
// (docs/host_time.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "explore/host/host_costs.h"
#include "runtime/program.h"

namespace vta::explore {

struct StepWork {
  std::string name = {};           // of its row in a host's file: an operator, "pack", ...
  std::string typed_name = {};     // with the type of its first result: "cast:int8"
  std::string_view kind_row = {};  // of its kind: "elements"; of what is no operator as its name
  int64_t bytes = 0, elements = 0, macs = 0;
  const StepCost& cost_on(const HostCosts& host) const {
    return host.cost_of({typed_name, name, kind_row});
  }
};

// Numbers saturate at the largest. Of a launch all are 0.
StepWork step_work(const Program& program, const Step& step);

}  // namespace vta::explore
