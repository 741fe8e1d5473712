#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace vta {

namespace {

using namespace std::chrono_literals;

constexpr auto kSilence = 2s;
constexpr auto kTerminalPeriod = 200ms;
constexpr auto kLogPeriod = 10s;

// What `left` items take at the rate of those that are done.
std::string time_left(int64_t done, int64_t left, double elapsed_seconds) {
  const double estimate = elapsed_seconds / static_cast<double>(done) * static_cast<double>(left);
  return duration_text(std::max(estimate, 0.0));
}

}  // namespace

Progress::Output Progress::stderr_output() {
  return {isatty(STDERR_FILENO) == 1,
          [](const std::string& text) { std::fputs(text.c_str(), stderr); },
          [] { return Clock::now(); }};
}

Progress::Progress(std::string what, int64_t total, Output output)
    : what_(std::move(what)), total_(total), output_(std::move(output)), start_(output_.now()) {}

Progress::Progress(std::string what, Output output)
    : Progress(std::move(what), 0, std::move(output)) {}

Progress::~Progress() {
  if (shown_ && output_.is_terminal)
    output_.write("\r\x1b[K");
}

void Progress::show_rate(int64_t before) {
  rate_ = true;
  done_ = before_ = before;
}

void Progress::show(const std::function<std::string(double)>& text) {
  const auto now = output_.now();
  const auto period = output_.is_terminal ? Clock::duration(kTerminalPeriod) : kLogPeriod;
  if (now - start_ < kSilence || (shown_ && now - last_shown_ < period))
    return;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  output_.write(output_.is_terminal ? "\r\x1b[K" + text(elapsed) : text(elapsed) + "\n");
  last_shown_ = now;
  shown_ = true;
}

void Progress::step(int64_t count) {
  done_ += count;
  show([&](double elapsed) {
    return rate_ ? progress_rate_text(what_, done_, total_, before_, elapsed)
                 : progress_text(what_, done_, total_, elapsed);
  });
}

void Progress::say(const std::string& stage) {
  show([&](double elapsed) {
    return fmt::format("{}, {}{}{}", what_, duration_text(elapsed), stage.empty() ? "" : ", ",
                       stage);
  });
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<int64_t>(std::lround(seconds));
  if (whole < 60)
    return fmt::format("{} s", whole);
  if (whole < 3600)
    return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string progress_text(const std::string& what, int64_t done, int64_t total,
                          double elapsed_seconds) {
  if (done <= 0)
    return fmt::format("{} {}/{}", what, done, total);
  return fmt::format("{} {}/{}, {} left", what, done, total,
                     time_left(done, total - done, elapsed_seconds));
}

std::string progress_rate_text(const std::string& what, int64_t done, int64_t total, int64_t before,
                               double elapsed_seconds) {
  if (done <= before || elapsed_seconds <= 0)
    return fmt::format("{} {}/{}", what, done, total);
  return fmt::format("{} {}/{}, {:.1f} a second, {} left", what, done, total,
                     static_cast<double>(done - before) / elapsed_seconds,
                     time_left(done - before, total - done, elapsed_seconds));
}

}  // namespace vta
