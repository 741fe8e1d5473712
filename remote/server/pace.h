// A rate limit: a burst, then a number per second; decisions without a clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace vta::remote {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  Pace(double per_second, int at_once)
      : step_(std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(1 / per_second))),
        at_once_(at_once) {}

  // The waiting time of the next one; none: longer than `most`, and it does not count.
  std::optional<Clock::duration> next(Clock::time_point now, Clock::duration most) {
    const auto begin = std::max(filled_, now - step_ * at_once_) + step_;
    const auto wait = std::max(begin - now, Clock::duration::zero());
    if (wait > most)
      return std::nullopt;
    filled_ = begin;
    return wait;
  }

 private:
  Clock::duration step_;
  int at_once_;
  Clock::time_point filled_{};
};

}  // namespace vta::remote
