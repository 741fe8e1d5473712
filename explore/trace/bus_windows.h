// Beats per window of time: a burst of n beats takes the port for n cycles from its grant on, so no
// window holds more beats than cycles.
#pragma once

#include <algorithm>
#include <cstdint>

#include "explore/trace/event_writer.h"

namespace vta::explore {

class BusWindows {
 public:
  explicit BusWindows(int64_t cycles) : cycles_(cycles) {}

  // Grants ascend; calls window(Span, read beats, write beats) for each window that is past, those
  // without beats included.
  template <typename Window>
  void add(int64_t grant, int64_t beats, bool write, const Window& window) {
    for (int64_t from = grant - 1; from < grant - 1 + beats;) {
      advance(from, window);
      const int64_t to = std::min(grant - 1 + beats, begin_ + cycles_);
      (write ? written_ : read_) += to - from;
      from = to;
    }
  }
  // The windows up to the end of a run; the next run begins at 0.
  template <typename Window>
  void end(int64_t cycles, const Window& window) {
    advance(cycles - 1, window);
    window(Span{begin_, cycles}, read_, written_);
    *this = BusWindows(cycles_);
  }

 private:
  template <typename Window>
  void advance(int64_t to, const Window& window) {
    for (; to >= begin_ + cycles_; begin_ += cycles_) {
      window(Span{begin_, begin_ + cycles_}, read_, written_);
      read_ = written_ = 0;
    }
  }

  int64_t cycles_;
  int64_t begin_ = 0;
  int64_t read_ = 0, written_ = 0;
};

}  // namespace vta::explore
