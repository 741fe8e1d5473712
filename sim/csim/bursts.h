// Runs of bytes cut into bursts: hw/rtl/memory/README.md, "Bursts".
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/csim/memory_timing.h"

namespace vta::csim {

// Bytes [address, address + bytes), in `beats` words of the bus.
struct Burst {
  uint64_t address = 0;
  int64_t bytes = 0;
  int64_t beats = 0;
};

// Rows of equal length and distance.
struct Runs {
  uint64_t address = 0;
  int64_t bytes = 0;  // of one run
  int64_t count = 0;
  int64_t pitch = 0;  // bytes from one run to the next
};

class BurstWalk {
 public:
  void begin(const Runs& runs, const MemoryTiming& timing) {
    log_bus_ = timing.log_bus;
    log_burst_ = timing.log_burst_bytes;
    runs_ = runs;
    left_ = runs.bytes > 0 ? runs.count : 0;
    at_ = runs.address;
    end_ = at_ + static_cast<uint64_t>(runs.bytes);
  }
  bool done() const { return left_ == 0; }

  Burst next() {
    const uint64_t cut = std::min(end_, (at_ | (burst_bytes() - 1)) + 1);
    const Burst burst{at_, static_cast<int64_t>(cut - at_),
                      static_cast<int64_t>(((cut - 1) >> log_bus_) - (at_ >> log_bus_)) + 1};
    advance(cut);
    return burst;
  }

  uint64_t next_address() const { return at_; }
  // Bursts of full length that come next, in the present run.
  int64_t full() const {
    return (at_ & (burst_bytes() - 1)) != 0 ? 0 : static_cast<int64_t>((end_ - at_) >> log_burst_);
  }
  // Whether nothing is left behind `count` of them.
  bool ends_behind(int64_t count) const {
    return left_ == 1 && at_ + (static_cast<uint64_t>(count) << log_burst_) == end_;
  }
  // Leaves out `count` of them.
  void skip_full(int64_t count) { advance(at_ + (static_cast<uint64_t>(count) << log_burst_)); }

 private:
  uint64_t burst_bytes() const { return uint64_t{1} << log_burst_; }
  void advance(uint64_t to) {
    at_ = to;
    if (at_ == end_ && --left_ > 0) {
      runs_.address += static_cast<uint64_t>(runs_.pitch);
      at_ = runs_.address;
      end_ = at_ + static_cast<uint64_t>(runs_.bytes);
    }
  }

  Runs runs_;
  uint64_t at_ = 0, end_ = 0;  // what is left of the present run
  int64_t left_ = 0;           // runs, the present one included
  int log_bus_ = 3, log_burst_ = 3;
};

}  // namespace vta::csim
