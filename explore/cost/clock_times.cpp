#include "explore/cost/clock_times.h"

#include <fmt/format.h>

#include "base/error.h"
#include "explore/cost/energy.h"
#include "hw/synth/timing.h"

namespace vta::explore {

double milliseconds(int64_t cycles, double mhz) {
  return static_cast<double>(cycles) / (mhz * 1e3);
}

ClockLabel estimated_clock(int64_t path_ps) {
  VTA_CHECK(path_ps > 0, "a clock of a path of {} ps", path_ps);
  return {.mhz = clock_mhz(path_ps), .estimated = true};
}

std::optional<ClockTimes> clock_times(const VtaConfig& config, const PointResult& result,
                                      int64_t images) {
  if (!config.clock.mhz)
    return std::nullopt;
  constexpr double kPerMicrojoule = 1e6;  // picojoules
  const auto count = static_cast<double>(images);
  ClockTimes times;
  times.mhz = *config.clock.mhz;
  times.estimated = config.clock.estimated;
  times.milliseconds = milliseconds(result.timing.cycles, times.mhz);
  times.milliseconds_per_image = times.milliseconds / count;
  const double energy_uj = energy_pj(config, result) / kPerMicrojoule / count;
  times.energy_delay = energy_uj * times.milliseconds_per_image;
  if (times.milliseconds > 0) {
    times.images_per_second = 1e3 / times.milliseconds_per_image;
    times.gops = 2e-6 * static_cast<double>(result.work.device_macs) / times.milliseconds;
  }
  return times;
}

std::string clock_words(double mhz, bool estimated) {
  return estimated ? fmt::format("{:.1f} MHz (estimated)", mhz) : fmt::format("{} MHz", mhz);
}

std::string clock_text(const ClockTimes& times) {
  return fmt::format("{:.3f} ms at {}, {:.2f} images a second, {:.1f} GOPS", times.milliseconds,
                     clock_words(times.mhz, times.estimated), times.images_per_second, times.gops);
}

}  // namespace vta::explore
