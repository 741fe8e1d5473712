// Times from cycles at a clock. They cover only the accelerator's part of a network
// (runtime/work_share.h), without the host.
#pragma once

#include <optional>
#include <string>

#include "explore/point.h"

namespace vta::explore {

struct ClockTimes {
  double mhz = 0;
  bool estimated = false;             // the clock is
  double milliseconds = 0;            // of the run
  double milliseconds_per_image = 0;  // of the run by its images
  double images_per_second = 0;       // 0 of a run without cycles, as the next
  double gops = 0;                    // 10^9 operations a second: two for each MAC of a layer
  // Energy of an image (explore/cost/energy.h, an estimate) times its milliseconds; in uJ ms.
  double energy_delay = 0;
};

double milliseconds(int64_t cycles, double mhz);

// The clock that a longest path of so many picoseconds of cell delay allows, with the allowance for
// routing (hw/synth/timing.h).
ClockLabel estimated_clock(int64_t path_ps);

// Nothing without a clock.
std::optional<ClockTimes> clock_times(const VtaConfig& config, const PointResult& result,
                                      int64_t images);

// "100 MHz", "98.7 MHz (estimated)".
std::string clock_words(double mhz, bool estimated);
// "76.532 ms at 100 MHz, 13.07 images a second, 47.4 GOPS"; "at 98.7 MHz (estimated)".
std::string clock_text(const ClockTimes& times);

}  // namespace vta::explore
