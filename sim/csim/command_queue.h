// One command queue: hw/rtl/core/README.md, "Command queues". Edges instead of signals: when an
// instruction came in, when it was taken out.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/csim/arbiter.h"

namespace vta::csim {

struct Dispatched {
  int64_t index = 0;  // in the stream
  int64_t edge = 0;
};

class CommandQueue {
 public:
  void launch(int64_t depth) {
    places_.assign(static_cast<size_t>(depth), {});
    waiting_ = 0;
    in_ = out_ = 0;
  }

  // The first edge at which the queue has room for one more: one after the start of the
  // instruction `depth` before it. kNever while that start is unknown.
  int64_t room_edge() const {
    return waiting_ == places_.size() ? kNever : places_[in_].started + 1;
  }
  void dispatch(const Dispatched& instruction) {
    places_[in_].instruction = instruction;
    in_ = next(in_);
    ++waiting_;
  }

  bool empty() const { return waiting_ == 0; }
  const Dispatched& front() const { return places_[out_].instruction; }
  void start_front(int64_t edge) {
    places_[out_].started = edge;
    out_ = next(out_);
    --waiting_;
  }

 private:
  struct Place {
    Dispatched instruction;
    int64_t started = -1;  // the last instruction that was here
  };
  size_t next(size_t at) const { return at + 1 == places_.size() ? 0 : at + 1; }

  std::vector<Place> places_;
  size_t waiting_ = 0;
  size_t in_ = 0, out_ = 0;
};

}  // namespace vta::csim
