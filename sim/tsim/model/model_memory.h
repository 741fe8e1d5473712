// The memory behind the port of a Verilated core. Compiled together with the model, as model.cpp
// is.
//
// In a system, each core has one of these over the same bytes: beats and completions go straight
// from and to its port, and a burst reaches it when the system has taken it, later than its first
// write beats may.
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include "model_abi.h"

namespace vta::tsim {

// A burst that the memory is asked for: what the pins of a request say.
struct BurstRequest {
  uint64_t addr;
  int64_t beats;
  bool write;
};

// The contract's memory (hw/rtl/memory/README.md). `edge` is the edge that has just happened; pins
// set here are sampled by the next one. At each: collect(), accept() where a burst is granted,
// answer() where one is answered, drive().
template <typename Pins>
class Memory {
 public:
  // `beats_come_first`: write beats may come before the burst that they are of.
  Memory(Pins& core, uint8_t* bytes, int64_t size, bool beats_come_first)
      : core_(core),
        bytes_(bytes),
        size_(static_cast<uint64_t>(size)),
        beats_come_first_(beats_come_first) {
    for (Burst& b : reads_)
      b.data.resize(static_cast<size_t>(kMaxBurstBeats * kBusBytes));
  }

  void launch(const Launch& launch) {
    read_latency_ = launch.read_latency;
    write_latency_ = launch.write_latency;
    answered_reads_ = answered_writes_ = 0;
    refused_lo_ = launch.refused_lo;
    refused_hi_ = launch.refused_hi;
    read_head_ = read_tail_ = write_head_ = write_tail_ = beats_taker_ = 0;
    early_.clear();
    unsampled_ = false;
    beats_ = 0;
    next_event_ = kNever;
    core_.mem_rd_valid = core_.mem_rd_error = core_.mem_wr_done = core_.mem_wr_error = 0;
    core_.mem_wr_ready = 1;
  }

  // Takes the write beat on the port. A read burst sees the writes granted before it and none
  // granted after it.
  void collect() {
    if (core_.mem_wr_valid)
      take_beat();
    if (unsampled_)
      sample();
  }

  // A burst granted at `edge`, which takes the register's latency; `answers_itself`: that of
  // answer() to come.
  void accept(int64_t edge, const BurstRequest& request, bool answers_itself) {
    if (request.beats == 0 || request.beats > kMaxBurstBeats) {
      fail(kBadLength);
      return;
    }
    uint32_t& tail = request.write ? write_tail_ : read_tail_;
    if (tail - (request.write ? write_head_ : read_head_) >= kSlots) {
      fail(kTooManyBursts);
      return;
    }
    Burst& b = request.write ? write(tail) : read(tail);
    ++tail;
    b.addr = request.addr;
    b.beats = request.beats;
    b.next = 0;
    const auto bytes = static_cast<uint64_t>(b.beats * kBusBytes);
    b.outside = b.addr > size_ || bytes > size_ - b.addr;
    b.refused = b.outside || is_refused(b.addr, b.beats);
    b.due = edge + 2 + (request.write ? b.beats : 0);
    b.answered = false;
    beats_ += b.beats;
    unsampled_ = !request.write;
    while (!early_.empty() && beats_taker_ != write_tail_) {
      put_beat(early_.front());
      early_.pop_front();
    }
    if (!answers_itself)
      answer(request.write, request.write ? write_latency_ : read_latency_);
  }

  // Of the oldest burst of its kind that has none.
  void answer(bool is_write, int64_t latency) {
    Burst& b = is_write ? write(answered_writes_++) : read(answered_reads_++);
    b.answered = true;
    b.due += latency;
    next_event_ = std::min(next_event_, b.due);
  }

  // The core's run has ended.
  void end_run() {
    if (!early_.empty())
      fail(kStrayWriteBeat);
  }

  // For the edge to come.
  void drive(int64_t edge) {
    if (driving_ || edge >= next_event_)
      drive_pins(edge);
  }

  int64_t beats() const { return beats_; }
  Misuse misuse() const { return misuse_; }

 private:
  static constexpr int64_t kNever = INT64_MAX;
  static constexpr uint32_t kSlots = 128;  // twice what may be in flight
  static constexpr int64_t kMaxBurstBeats = 256;
  static constexpr int64_t kBusBytes = sizeof(std::declval<Pins&>().mem_rd_data);
  static constexpr size_t kMostEarly = 64 * kMaxBurstBeats;  // of all bursts in flight

  struct Beat {
    uint8_t bytes[kBusBytes];
    uint64_t strobes;
    bool last;
  };

  struct Burst {
    uint64_t addr = 0;
    int64_t beats = 0, next = 0;  // next: of the beats already moved
    int64_t due = 0;              // edge that samples the first read beat, or the completion
    bool answered = true;         // `due` is known
    bool outside = false;         // of the memory
    bool refused = false;         // in part
    std::vector<uint8_t> data;    // reads only
  };
  bool is_refused(uint64_t addr, int64_t beats) const {
    return addr < refused_hi_ && addr + static_cast<uint64_t>(beats * kBusBytes) > refused_lo_;
  }
  Burst& read(uint32_t i) { return reads_[i % kSlots]; }
  Burst& write(uint32_t i) { return writes_[i % kSlots]; }

  void fail(Misuse misuse) {
    if (misuse_ == kNoMisuse)
      misuse_ = misuse;
  }

  void sample() {
    unsampled_ = false;
    Burst& b = read(read_tail_ - 1);
    if (!b.outside)
      std::memcpy(b.data.data(), bytes_ + b.addr, static_cast<size_t>(b.beats * kBusBytes));
    else
      std::fill_n(b.data.data(), static_cast<size_t>(b.beats * kBusBytes), uint8_t{0});
  }

  void take_beat() {
    Beat beat;
    std::memcpy(beat.bytes, reinterpret_cast<const uint8_t*>(&core_.mem_wr_data),
                static_cast<size_t>(kBusBytes));
    beat.strobes = static_cast<uint64_t>(core_.mem_wr_strb);
    beat.last = core_.mem_wr_last != 0;
    if (beats_taker_ != write_tail_)
      put_beat(beat);
    else if (beats_come_first_ && early_.size() < kMostEarly)
      early_.push_back(beat);
    else
      fail(kStrayWriteBeat);
  }

  void put_beat(const Beat& beat) {
    Burst& b = write(beats_taker_);
    uint8_t* to = bytes_ + b.addr + static_cast<uint64_t>(b.next * kBusBytes);
    ++b.next;
    const bool last = b.next == b.beats;
    if (beat.last != last)
      fail(kWrongLast);
    if (!b.refused)
      merge(to, beat.bytes, beat.strobes);
    if (last)
      ++beats_taker_;
  }

  static void merge(uint8_t* to, const uint8_t* from, uint64_t strobes) {
    constexpr uint64_t kAll = kBusBytes == 64 ? ~uint64_t{0} : (uint64_t{1} << kBusBytes % 64) - 1;
    if (strobes == kAll) {
      std::memcpy(to, from, static_cast<size_t>(kBusBytes));
      return;
    }
    for (int64_t k = 0; k < kBusBytes; ++k)
      if ((strobes >> k & 1) != 0)
        to[k] = from[k];
  }

  void drive_pins(int64_t edge) {
    core_.mem_rd_valid = core_.mem_rd_error = core_.mem_wr_done = core_.mem_wr_error = 0;
    driving_ = false;
    next_event_ = kNever;
    if (read_head_ != read_tail_) {
      Burst& b = read(read_head_);
      if (b.answered && b.due + b.next <= edge)
        drive_beat(b);
    }
    if (read_head_ != read_tail_ && read(read_head_).answered)
      next_event_ = read(read_head_).due + read(read_head_).next;
    if (write_head_ != write_tail_) {
      Burst& b = write(write_head_);
      if (b.answered && b.due <= edge) {
        core_.mem_wr_done = 1;
        core_.mem_wr_error = b.refused ? 1 : 0;
        driving_ = true;
        ++write_head_;
      }
    }
    if (write_head_ != write_tail_ && write(write_head_).answered)
      next_event_ = std::min(next_event_, write(write_head_).due);
  }

  void drive_beat(Burst& b) {
    core_.mem_rd_valid = 1;
    const uint64_t word = b.addr + static_cast<uint64_t>(b.next * kBusBytes);
    core_.mem_rd_error = b.outside || is_refused(word, 1) ? 1 : 0;
    std::memcpy(reinterpret_cast<void*>(&core_.mem_rd_data), b.data.data() + b.next * kBusBytes,
                static_cast<size_t>(kBusBytes));
    driving_ = true;
    if (++b.next == b.beats)
      ++read_head_;
  }

  Pins& core_;
  uint8_t* bytes_;
  uint64_t size_;
  bool beats_come_first_;
  int64_t read_latency_ = 0, write_latency_ = 0;
  uint32_t answered_reads_ = 0, answered_writes_ = 0;
  uint64_t refused_lo_ = 0, refused_hi_ = 0;
  Burst reads_[kSlots], writes_[kSlots];
  uint32_t read_head_ = 0, read_tail_ = 0;
  uint32_t write_head_ = 0, write_tail_ = 0;  // head: the next to complete
  uint32_t beats_taker_ = 0;                  // the write burst whose beats come
  std::deque<Beat> early_;                    // write beats whose bursts are not here yet
  bool unsampled_ = false, driving_ = false;
  int64_t next_event_ = kNever;
  int64_t beats_ = 0;
  Misuse misuse_ = kNoMisuse;
};

}  // namespace vta::tsim
