// vta_fetch against its page: the edge of every request, dispatch and fault, and its states, with
// random grants, beats and room in the queues.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "VFetch.h"
#include "VFetchExtended.h"
#include "hw/isa/codec.h"
#include "probe_states.h"
#include "sim/semantics/static_check.h"
#include "wide.h"

namespace vta {
namespace {

struct FetchShape {
  uint64_t seed = 1;
  uint64_t address = 0x1040;
  int64_t count = 100;
  int64_t burst_beats = 16;
  int64_t latency = 5;
  int64_t grant_percent = 50, room_percent = 70;
  bool gaps = false;
  int64_t faulty = -1;  // index of an instruction with an OPCODE error
  bool finish = true;
};

struct FetchBurst {
  uint64_t address;
  int64_t beats, group;
  bool last_of_group;
};

// One instruction of the stream: its bits, and the queue that it belongs to.
struct Item {
  InsnBits bits;
  int64_t unit;
  int64_t group = 0;
  bool last_of_group = false;
};

template <class Model, int64_t kBus>
class FetchBench {
 public:
  explicit FetchBench(const FetchShape& shape) : shape_(shape), random_(shape.seed) {
    make_stream();
    make_bursts();
    model_.insn_addr = shape.address;
    model_.insn_count = static_cast<uint32_t>(shape.count);
    model_.burst_beats = static_cast<uint16_t>(shape.burst_beats);
    model_.mem_hi = ~uint64_t{0};
    model_.clear = 1;
    clock_edge(model_);
    model_.clear = 0;
    fault_ = shape.count == 0;
  }

  void run() {
    SCOPED_TRACE(testing::Message() << "seed " << shape_.seed);
    const int64_t limit = 1000 + shape_.count * 200;
    for (now_ = 1; now_ < limit && !testing::Test::HasFatalFailure(); ++now_) {
      cycle();
      if (next_burst_ == bursts_.size() && in_flight_.empty() && (fault_ || next_ == shape_.count))
        break;
      if (fault_ && !request_ && in_flight_.empty())
        break;
    }
    EXPECT_LT(now_, limit);
    const int64_t expected = shape_.faulty >= 0 ? shape_.faulty : shape_.count;
    EXPECT_EQ(next_, expected);
    EXPECT_EQ(model_.fault_valid, shape_.faulty >= 0 || !shape_.finish);
    if (model_.fault_valid) {
      EXPECT_EQ(model_.fault_index, expected);
      EXPECT_EQ(model_.fault_error, shape_.faulty >= 0 ? 1 : 10);
    }
  }

 private:
  int64_t below(int64_t bound) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
  }

  // Instructions of all units that no check refuses: NOPs and GEMMs, told apart by unused bits.
  void make_stream() {
    for (int64_t i = 0; i < shape_.count; ++i) {
      Item item{{}, below(3)};
      item.bits.hi = static_cast<uint64_t>(i + 1) << 32;  // x_stride, or factors
      if (item.unit == 0)
        item.bits.lo = 0 | (2u << 7);
      else if (item.unit == 2)
        item.bits.lo = 1 | (4u << 7);
      else
        item.bits.lo = 2;
      if (i + 1 == shape_.count && shape_.finish)
        item = {{3, 0}, 1};
      if (i == shape_.faulty)
        item.bits.lo |= 7;
      stream_.push_back(item);
    }
  }

  void make_bursts() {
    const auto block =
        static_cast<uint64_t>(std::clamp<int64_t>(shape_.burst_beats * kBus, 16, 256));
    uint64_t at = shape_.address;
    const uint64_t end = at + 16 * static_cast<uint64_t>(shape_.count);
    int64_t insn = 0;
    for (int64_t group = 0; at < end; ++group) {
      const uint64_t stop = std::min(end, (at / block + 1) * block);
      for (uint64_t a = at; a < stop; a += 16)
        stream_[static_cast<size_t>(insn++)].group = group;
      stream_[static_cast<size_t>(insn - 1)].last_of_group = true;
      const auto beats = static_cast<int64_t>((stop - 1) / kBus - at / kBus + 1);
      const uint64_t word = at / kBus * kBus;
      if (beats > shape_.burst_beats) {
        bursts_.push_back({word, 1, group, false});
        bursts_.push_back({word + kBus, 1, group, true});
      } else {
        bursts_.push_back({word, beats, group, true});
      }
      at = stop;
      arrived_.push_back(-1);
      dispatched_.push_back(-1);
    }
  }

  void cycle() {
    drive();
    decide();
    compare();
    clock_edge(model_);
    advance();
  }

  // The byte at `address` of the stream; what lies around it is noise.
  uint8_t byte_at(uint64_t address) {
    const uint64_t offset = address - shape_.address;
    if (offset >= 16 * static_cast<uint64_t>(shape_.count))
      return static_cast<uint8_t>(random_());
    const InsnBits& bits = stream_[offset / 16].bits;
    return static_cast<uint8_t>((offset % 16 < 8 ? bits.lo : bits.hi) >> (8 * (offset % 8)));
  }

  void drive() {
    model_.grant = granted_;
    model_.queue_room = 0;
    for (int64_t u = 0; u < 3; ++u)
      model_.queue_room |= static_cast<uint8_t>((below(100) < shape_.room_percent) << u);
    // Fetch's own beats and, now and then, somebody else's.
    beat_ = !in_flight_.empty() && now_ >= next_beat_ && !(shape_.gaps && below(3) == 0);
    model_.beat_for = beat_;
    set_bits(model_.beat, 8 * kBus, 1, beat_ || below(4) == 0);
    for (int64_t i = 0; i < kBus; ++i) {
      const uint64_t value =
          beat_ ? byte_at(in_flight_.front().address + static_cast<uint64_t>(sent_ * kBus + i))
                : random_() & 255;
      set_bits(model_.beat, 8 * i, 8, value);
    }
    model_.eval();
  }

  // What the page says about this cycle's edge.
  void decide() {
    requests_now_ = may_request();
    dispatches_ = faults_ = blocked_ = decodes_ = false;
    if (fault_ || next_ == shape_.count)
      return;
    const Item& item = stream_[static_cast<size_t>(next_)];
    const int64_t w = arrived_[static_cast<size_t>(item.group)];
    if (w < 0 || now_ <= w)
      return;
    const int64_t ready = std::max(w + 3, last_dispatch_ + 1);
    decodes_ = now_ < ready;
    if (decodes_)
      return;
    faults_ = next_ == shape_.faulty;
    dispatches_ = !faults_ && ((model_.queue_room >> item.unit) & 1) != 0;
    blocked_ = !faults_ && !dispatches_;
  }

  bool may_request() const {
    if (fault_ || next_burst_ == bursts_.size() || (request_ && !granted_))
      return false;
    const FetchBurst& burst = bursts_[next_burst_];
    const bool first_of_group = next_burst_ == 0 || bursts_[next_burst_ - 1].last_of_group;
    if (!first_of_group || burst.group < 2)
      return true;
    const int64_t f = dispatched_[static_cast<size_t>(burst.group - 2)];
    return f >= 0 && f < now_;
  }

  int64_t expected_state() const {
    if (dispatches_ || faults_)
      return Busy;
    if (blocked_)
      return Slot;
    if (decodes_)
      return Busy;
    if (beat_)
      return MemData;
    if (!in_flight_.empty())
      return MemLatency;
    if (request_ && !granted_)
      return MemQueued;
    return requests_now_ ? Busy : None;
  }

  void compare() {
    const int64_t unit = dispatches_ ? stream_[static_cast<size_t>(next_)].unit : -1;
    ASSERT_EQ(model_.dispatch, unit < 0 ? 0 : 1 << unit) << "cycle " << now_ << " insn " << next_;
    if (dispatches_) {
      const InsnBits& bits = stream_[static_cast<size_t>(next_)].bits;
      ASSERT_EQ(get_bits(model_.dispatch_command, 0, 64), bits.lo);
      ASSERT_EQ(get_bits(model_.dispatch_command, 64, 64), bits.hi);
      ASSERT_EQ(get_bits(model_.dispatch_command, 128, 32), static_cast<uint64_t>(next_));
    }
    ASSERT_EQ(get_bits(model_.request, 73, 1), request_.has_value()) << "cycle " << now_;
    if (request_) {
      ASSERT_EQ(get_bits(model_.request, 9, 64), request_->address);
      ASSERT_EQ(get_bits(model_.request, 0, 9), static_cast<uint64_t>(request_->beats));
    }
    ASSERT_EQ(model_.fault_valid, fault_) << "cycle " << now_;
    ASSERT_EQ(model_.quiet, !request_ && !requests_now_ && !dispatches_ && !faults_ && !decodes_)
        << "cycle " << now_;
    ASSERT_EQ(model_.outstanding, next_ != shape_.count);
    ASSERT_EQ(get_bits(model_.probe, 33, 3), static_cast<uint64_t>(expected_state()))
        << "cycle " << now_;
  }

  void advance() {
    if (beat_)
      take_beat();
    if (granted_)
      request_.reset();
    granted_ = false;
    if (requests_now_) {
      request_ = bursts_[next_burst_++];
    } else if (request_ && below(100) < shape_.grant_percent) {
      granted_ = true;
      if (in_flight_.empty())
        next_beat_ = now_ + 3 + shape_.latency;
      in_flight_.push_back(*request_);
    }
    if (faults_)
      fault_ = true;
    if (dispatches_) {
      const Item& item = stream_[static_cast<size_t>(next_++)];
      last_dispatch_ = now_;
      if (item.last_of_group)
        dispatched_[static_cast<size_t>(item.group)] = now_;
      fault_ = next_ == shape_.count && !shape_.finish;
    }
  }

  void take_beat() {
    const FetchBurst& burst = in_flight_.front();
    next_beat_ = now_ + 1;
    if (++sent_ < burst.beats)
      return;
    if (burst.last_of_group)
      arrived_[static_cast<size_t>(burst.group)] = now_;
    in_flight_.pop_front();
    sent_ = 0;
  }

  FetchShape shape_;
  std::mt19937_64 random_;
  Model model_;
  std::vector<Item> stream_;
  std::vector<FetchBurst> bursts_;
  std::vector<int64_t> arrived_, dispatched_;  // by group: w and f; -1: not yet
  size_t next_burst_ = 0;
  std::optional<FetchBurst> request_;  // shown in this cycle
  std::deque<FetchBurst> in_flight_;
  int64_t now_ = 0, next_ = 0, sent_ = 0, next_beat_ = 0, last_dispatch_ = 0;
  bool granted_ = false, beat_ = false, fault_ = false;
  bool requests_now_ = false, dispatches_ = false, faults_ = false, blocked_ = false,
       decodes_ = false;
};

template <class Model, int64_t kBus>
void run_random(uint64_t first_seed, int64_t runs) {
  for (uint64_t seed = first_seed; seed < first_seed + static_cast<uint64_t>(runs); ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](int64_t bound) {
      return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
    };
    FetchShape shape;
    shape.seed = seed;
    shape.address = static_cast<uint64_t>(16 * below(2000));
    shape.count = below(8) == 0 ? below(3) : 1 + below(400);
    const int64_t longest = kBus <= 16 ? 9 : 8;  // beats * bus <= 4096
    shape.burst_beats = int64_t{1} << below(longest);
    shape.latency = below(30);
    shape.grant_percent = 5 + below(96);
    shape.room_percent = 5 + below(96);
    shape.gaps = below(2) == 0;
    shape.finish = shape.count != 0 && below(4) != 0;
    if (shape.count > 0 && below(3) == 0)
      shape.faulty = below(shape.count);
    FetchBench<Model, kBus>(shape).run();
    if (testing::Test::HasFailure())
      return;
  }
}

TEST(Fetch, FollowsItsPageWithAnEightByteBus) {
  run_random<VFetch, 8>(1, 120);
}

TEST(Fetch, FollowsItsPageWithAThirtyTwoByteBus) {
  run_random<VFetchExtended, 32>(1000, 120);
}

TEST(Fetch, GroupOfTwoBurstsWhereABurstIsHalfAnInstruction) {
  FetchShape shape;
  shape.burst_beats = 1;
  shape.grant_percent = 100;
  shape.room_percent = 100;
  FetchBench<VFetch, 8>(shape).run();
}

}  // namespace
}  // namespace vta
