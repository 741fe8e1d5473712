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

}  // namespace

Progress::Output Progress::stderr_output() {
  return {isatty(STDERR_FILENO) == 1,
          [](const std::string& text) { std::fputs(text.c_str(), stderr); },
          [] { return Clock::now(); }};
}

Progress::Progress(std::string what, int64_t total, Output output)
    : what_(std::move(what)), total_(total), output_(std::move(output)), start_(output_.now()) {}

Progress::~Progress() {
  if (shown_ && output_.is_terminal)
    output_.write("\r\x1b[K");
}

void Progress::step(int64_t count) {
  done_ += count;
  const auto now = output_.now();
  const auto period = output_.is_terminal ? Clock::duration(kTerminalPeriod) : kLogPeriod;
  if (now - start_ < kSilence || (shown_ && now - last_shown_ < period))
    return;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string text = progress_text(what_, done_, total_, elapsed);
  output_.write(output_.is_terminal ? "\r\x1b[K" + text : text + "\n");
  last_shown_ = now;
  shown_ = true;
}

std::string progress_text(const std::string& what, int64_t done, int64_t total,
                          double elapsed_seconds) {
  if (done <= 0)
    return fmt::format("{} {}/{}", what, done, total);
  const double left =
      elapsed_seconds / static_cast<double>(done) * static_cast<double>(total - done);
  const auto seconds = static_cast<int64_t>(std::lround(std::max(left, 0.0)));
  return fmt::format("{} {}/{}, {:02}:{:02} left", what, done, total, seconds / 60, seconds % 60);
}

}  // namespace vta
