// What the host's steps of programs take on this machine, and the figures of a host's file that say
// so.
#pragma once

#include <span>
#include <vector>

#include "explore/host/host_costs.h"
#include "explore/host/step_work.h"

namespace vta::explore {

struct MeasuredStep {
  StepWork work;
  double ns = 0;
};

// Of each program its steps on the host, in their order. All programs run by turns, so that other
// work on the machine meets them alike; a step's time is the least of so many runs, of this
// thread's processor time. A first run of each, in which libraries prepare themselves, is not
// counted.
std::vector<std::vector<MeasuredStep>> measured_steps(std::span<const Program> programs,
                                                      int64_t runs);

// The figures whose times come nearest to the measured ones (the sum of the squares of relative
// errors is the least), none of them negative. Bytes have no figure: elements stand for them.
StepCost fitted_cost(std::span<const MeasuredStep> steps);
// A row for each name, with the type and without, and each kind among the steps, and "other" from
// all of them.
std::map<std::string, StepCost, std::less<>> fitted_costs(std::span<const MeasuredStep> steps);

}  // namespace vta::explore
