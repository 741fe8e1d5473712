#include "sim/dram/burst_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

#include "base/error.h"

namespace vta {
namespace {

constexpr int64_t kPicosecondsTimesMhz = 1'000'000;  // a clock of 1 MHz

void check_bursts(const DramConfig& dram, std::span<const DramBurst> bursts) {
  const int64_t capacity = dram.organization.capacity_bytes();
  for (size_t i = 0; i < bursts.size(); ++i) {
    const DramBurst& burst = bursts[i];
    if (burst.bytes < 1)
      throw InputError(fmt::format("burst {}: {} bytes: at least one is legal", i, burst.bytes));
    if (burst.address < 0 || burst.address > capacity - burst.bytes)
      throw InputError(fmt::format("burst {}: {} bytes at {} are outside {}, which has {} bytes", i,
                                   burst.bytes, burst.address, dram.name, capacity));
  }
}

// Time in parts of a clock of the DRAM of which both clocks are whole numbers.
class Replay {
 public:
  Replay(const DramConfig& dram, const ReplayPort& port, std::span<const DramBurst> bursts,
         DramController::CommandSink sink)
      : port_(port),
        bursts_(bursts),
        transaction_bytes_(dram.organization.transaction_bytes),
        parts_(port.mhz * dram.clock_ps),
        controller_(dram, std::move(sink)),
        waiting_(bursts.size(), 0),
        done_(bursts.size(), 0) {
    result_.bursts.resize(bursts.size());
  }

  DramReplay run() {
    int64_t clock = 0;
    while (true) {
      retire(clock);
      if (retired_ == bursts_.size())
        break;
      grant(clock);
      controller_.run_through(clock);
      offer();
      const int64_t event = controller_.next_event();
      if (event == clock + 1)
        controller_.run(event);
      take_data();
      clock = next(clock);
    }
    result_.clocks = clock;
    result_.statistics = controller_.statistics();
    return std::move(result_);
  }

 private:
  bool known(size_t burst) const { return burst < granted_ && waiting_[burst] == 0; }

  void take_data() {
    for (const DramController::Data& data : controller_.data()) {
      const auto burst = static_cast<size_t>(data.tag);
      waiting_[burst] -= data.count;
      done_[burst] = std::max(done_[burst], data.last());
    }
    controller_.forget_data();
  }

  void retire(int64_t clock) {
    while (known(retired_) && done_[retired_] <= clock)
      result_.bursts[retired_++].complete = clock;
  }

  bool may_grant() const {
    return granted_ < bursts_.size() &&
           static_cast<int64_t>(granted_ - retired_) < port_.outstanding;
  }

  void grant(int64_t clock) {
    if (!may_grant() || clock * parts_ < port_free_)
      return;
    const DramBurst& burst = bursts_[granted_];
    const int64_t beats = (burst.bytes + port_.bytes - 1) / port_.bytes;
    result_.bursts[granted_].granted = clock;
    port_free_ = clock * parts_ + beats * kPicosecondsTimesMhz;
    const int64_t first = burst.address / transaction_bytes_;
    const int64_t last = (burst.address + burst.bytes - 1) / transaction_bytes_;
    entering_.push_back({granted_, first, last - first + 1});
    waiting_[granted_] = last - first + 1;
    ++granted_;
  }

  // A write is complete in the clock after that in which it was taken.
  void offer() {
    while (!entering_.empty()) {
      Entering& next = entering_.front();
      const bool write = bursts_[next.burst].write;
      const int64_t taken = controller_.offer(next.first * transaction_bytes_, next.count, write,
                                              static_cast<int64_t>(next.burst));
      next.first += taken;
      next.count -= taken;
      if (write && taken > 0) {
        waiting_[next.burst] -= taken;
        done_[next.burst] = controller_.clock() + 1;
      }
      if (next.count > 0)
        return;
      entering_.pop_front();
    }
  }

  // The next clock at which the controller or the port may do something.
  int64_t next(int64_t clock) const {
    if (!entering_.empty())
      return clock + 1;
    int64_t next = controller_.next_event() - 1;
    if (known(retired_))
      next = std::min(next, done_[retired_]);
    if (may_grant())
      next = std::min(next, (port_free_ + parts_ - 1) / parts_);
    return std::max(next, clock + 1);
  }

  const ReplayPort port_;
  std::span<const DramBurst> bursts_;
  int64_t transaction_bytes_;
  int64_t parts_;
  DramController controller_;
  std::vector<int64_t> waiting_;  // transactions of each burst of which it is not known,
  std::vector<int64_t> done_;     // and the clock of those of which it is
  size_t granted_ = 0, retired_ = 0;
  int64_t port_free_ = 0;
  struct Entering {
    size_t burst;
    int64_t first, count;  // transactions
  };
  std::deque<Entering> entering_;
  DramReplay result_;
};

}  // namespace

DramReplay replay_bursts(const DramConfig& dram, const ReplayPort& port,
                         std::span<const DramBurst> bursts, DramController::CommandSink sink) {
  VTA_CHECK(port.bytes > 0 && port.mhz > 0 && port.outstanding > 0, "{} bytes at {} MHz, {} bursts",
            port.bytes, port.mhz, port.outstanding);
  check_bursts(dram, bursts);
  return Replay(dram, port, bursts, std::move(sink)).run();
}

}  // namespace vta
