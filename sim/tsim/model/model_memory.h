// The memory behind the port of a Verilated core. Compiled together with the model, as model.cpp
// is.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "Vvta_core.h"
#include "model_abi.h"

namespace vta::tsim {

constexpr int64_t kBusBytes = sizeof(Vvta_core::mem_rd_data);

// The contract's memory (hw/rtl/memory/README.md). `edge` is the edge that has just happened; pins
// set here are sampled by the next one.
class Memory {
 public:
  Memory(Vvta_core& core, uint8_t* bytes, int64_t size)
      : core_(core), bytes_(bytes), size_(static_cast<uint64_t>(size)) {
    for (Burst& b : reads_)
      b.data.resize(static_cast<size_t>(kMaxBurstBeats * kBusBytes));
  }

  void launch(const Launch& launch) {
    read_latency_ = launch.read_latency;
    write_latency_ = launch.write_latency;
    times_ = launch.times;
    unanswered_ = 0;
    answered_reads_ = answered_writes_ = 0;
    refused_lo_ = launch.refused_lo;
    refused_hi_ = launch.refused_hi;
    read_head_ = read_tail_ = write_head_ = write_tail_ = beats_taker_ = 0;
    unsampled_ = false;
    beats_ = 0;
    next_event_ = kNever;
    core_.mem_rd_valid = core_.mem_rd_error = core_.mem_wr_done = core_.mem_wr_error = 0;
    core_.mem_wr_ready = 1;
  }

  void after_edge(int64_t edge) {
    if (core_.mem_wr_valid)
      take_beat();
    if (unsampled_)
      sample();
    if (core_.mem_req_valid)
      accept(edge);
    if (unanswered_ > 0)
      take_answers(edge);
    if (driving_ || edge + 1 >= next_event_)
      drive(edge + 1);
  }

  int64_t beats() const { return beats_; }
  Misuse misuse() const { return misuse_; }

 private:
  static constexpr int64_t kNever = INT64_MAX;
  static constexpr uint32_t kSlots = 128;  // twice what may be in flight
  static constexpr int64_t kMaxBurstBeats = 256;

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

  void accept(int64_t grant) {
    const bool is_write = core_.mem_req_write != 0;
    if (core_.mem_req_beats == 0 || core_.mem_req_beats > kMaxBurstBeats) {
      fail(kBadLength);
      return;
    }
    uint32_t& tail = is_write ? write_tail_ : read_tail_;
    if (tail - (is_write ? write_head_ : read_head_) >= kSlots) {
      fail(kTooManyBursts);
      return;
    }
    Burst& b = is_write ? write(tail) : read(tail);
    ++tail;
    b.addr = core_.mem_req_addr;
    b.beats = core_.mem_req_beats;
    b.next = 0;
    const auto bytes = static_cast<uint64_t>(b.beats * kBusBytes);
    b.outside = b.addr > size_ || bytes > size_ - b.addr;
    b.refused = b.outside || is_refused(b.addr, b.beats);
    b.due = grant + 2 + (is_write ? b.beats : 0);
    beats_ += b.beats;
    unsampled_ = !is_write;
    if (times_.self == nullptr) {
      take(b, is_write ? write_latency_ : read_latency_);
      return;
    }
    b.answered = false;
    ++unanswered_;
    times_.grant(times_.self, grant, b.addr, b.beats, is_write ? 1 : 0);
  }

  void take(Burst& b, int64_t latency) {
    b.answered = true;
    b.due += latency;
    next_event_ = std::min(next_event_, b.due);
  }

  // Every grant up to `edge` is known.
  void take_answers(int64_t edge) {
    int32_t is_write = 0;
    int64_t latency = 0;
    while (times_.answer_before(times_.self, edge + 1, &is_write, &latency) != 0) {
      take(is_write != 0 ? write(answered_writes_++) : read(answered_reads_++), latency);
      --unanswered_;
    }
  }

  // A read burst sees the writes granted before it and none granted after it.
  void sample() {
    unsampled_ = false;
    Burst& b = read(read_tail_ - 1);
    if (!b.outside)
      std::memcpy(b.data.data(), bytes_ + b.addr, static_cast<size_t>(b.beats * kBusBytes));
    else
      std::fill_n(b.data.data(), static_cast<size_t>(b.beats * kBusBytes), uint8_t{0});
  }

  void take_beat() {
    if (beats_taker_ == write_tail_) {
      fail(kStrayWriteBeat);
      return;
    }
    Burst& b = write(beats_taker_);
    uint8_t* to = bytes_ + b.addr + static_cast<uint64_t>(b.next * kBusBytes);
    ++b.next;
    const bool last = b.next == b.beats;
    if ((core_.mem_wr_last != 0) != last)
      fail(kWrongLast);
    if (!b.refused)
      merge(to, reinterpret_cast<const uint8_t*>(&core_.mem_wr_data),
            static_cast<uint64_t>(core_.mem_wr_strb));
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

  void drive(int64_t edge) {
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

  Vvta_core& core_;
  uint8_t* bytes_;
  uint64_t size_;
  int64_t read_latency_ = 0, write_latency_ = 0;
  BurstTimes times_{};
  int64_t unanswered_ = 0;
  uint32_t answered_reads_ = 0, answered_writes_ = 0;
  uint64_t refused_lo_ = 0, refused_hi_ = 0;
  Burst reads_[kSlots], writes_[kSlots];
  uint32_t read_head_ = 0, read_tail_ = 0;
  uint32_t write_head_ = 0, write_tail_ = 0;  // head: the next to complete
  uint32_t beats_taker_ = 0;                  // the write burst whose beats come
  bool unsampled_ = false, driving_ = false;
  int64_t next_event_ = kNever;
  int64_t beats_ = 0;
  Misuse misuse_ = kNoMisuse;
};

}  // namespace vta::tsim
