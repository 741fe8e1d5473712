// A progress line on stderr for work that takes longer than two seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace vta {

// Call step() as items complete. Silent for the first two seconds; then, on a terminal, one line
// rewritten at most five times a second, else one line every ten seconds. One thread at a time.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  struct Output {
    bool is_terminal = false;
    std::function<void(const std::string&)> write;  // to stderr
    std::function<Clock::time_point()> now;
  };
  static Output stderr_output();

  Progress(std::string what, int64_t total, Output output = stderr_output());
  ~Progress();  // erases or ends the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Work whose items cannot be counted: call say() as often as you like.
  explicit Progress(std::string what, Output output = stderr_output());
  void say(const std::string& stage);  // "synthesis, 1 min 35 s, OPT_EXPR"

  void step(int64_t count = 1);
  // Also says how many items a second; `before` of the total were done earlier, and count neither
  // for that nor for the estimate. Before the first step.
  void show_rate(int64_t before = 0);

 private:
  void show(const std::function<std::string(double elapsed_seconds)>& text);

  std::string what_;
  int64_t total_ = 0;
  int64_t done_ = 0, before_ = 0;
  bool rate_ = false;
  Output output_;
  Clock::time_point start_;
  Clock::time_point last_shown_;
  bool shown_ = false;
};

// "7 s", "1 min 35 s", "2 h 05 min".
std::string duration_text(double seconds);

// "layers 3/20, 7 s left"; no estimate before the first item is done.
std::string progress_text(const std::string& what, int64_t done, int64_t total,
                          double elapsed_seconds);
// "points 700/1440, 12.3 a second, 1 min 00 s left"; `before` of `done` were not done in that time.
std::string progress_rate_text(const std::string& what, int64_t done, int64_t total, int64_t before,
                               double elapsed_seconds);

}  // namespace vta
