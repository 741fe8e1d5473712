// What a checker without the compiler takes as it is in a certificate, made anew: areas, steps and
// bytes of kernels, bounds of the schedule, cycles of witnesses.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <functional>
#include <string>

#include "explore/space/space.h"

namespace vta::explore {

struct RecheckReport {
  std::string problem;  // the first thing that does not hold; empty: all does
  int64_t points = 0, bounds = 0, simulated = 0;
};

// `spot`: how many witnesses are simulated, spread evenly; -1: all. InputError for a certificate of
// another specification or form. `on_point` hears of every point.
RecheckReport recheck_certificate(const Space& space, const boost::json::value& certificate,
                                  const std::string& origin, int64_t spot,
                                  const std::function<void()>& on_point = {});

}  // namespace vta::explore
