// vta_memory_port against the rule of its page: which master is granted at which edge, whose read
// beats are whose, when no burst is in flight; with the contract's memory and with one that stalls.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <random>

#include "VMemoryPort.h"
#include "wide.h"

namespace vta {
namespace {

constexpr int64_t kStore = 3, kMasters = 4;   // fetch is master 0
constexpr int64_t kRequestBits = 1 + 64 + 9;  // burst_request_t: valid, addr, beats

struct PortShape {
  uint64_t seed = 1;
  int64_t gap = 0, max_outstanding = 16, read_latency = 0, write_latency = 0;
  int64_t longest = 16;    // beats of a burst
  int64_t eagerness = 50;  // percent of the cycles in which an idle master asks
  bool stalls = false;
  int64_t halt_at = -1;
  bool refusals = false;  // some beats and writes are refused
};

struct PortBurst {
  int64_t master, beats, granted;
  uint64_t address;
  int64_t next_edge;  // read: next beat is sampled; write: complete
  int64_t moved = 0;
};

struct Request {
  int64_t registered;
  int64_t beats;
  uint64_t address;
};

class MemoryPortBench {
 public:
  explicit MemoryPortBench(const PortShape& shape) : shape_(shape), random_(shape.seed) {
    model_.gap = static_cast<uint8_t>(shape.gap);
    model_.max_outstanding = static_cast<uint8_t>(shape.max_outstanding);
    model_.clear = 1;
    clock_edge(model_);
    model_.clear = 0;
  }

  void run(int64_t cycles) {
    SCOPED_TRACE(testing::Message() << "seed " << shape_.seed);
    for (now_ = 1; now_ <= cycles && !testing::Test::HasFailure(); ++now_)
      cycle();
    EXPECT_GT(grants_, 3);
    EXPECT_EQ(errors_ > 0, shape_.refusals);
  }

 private:
  // Cycle `now_`, and the edge that ends it.
  void cycle() {
    model_.halt = shape_.halt_at >= 0 && now_ > shape_.halt_at;
    drive_requests();
    drive_memory();
    model_.eval();
    compare_outputs();
    const std::optional<int64_t> winner = expected_winner();
    clock_edge(model_);
    complete();
    if (winner)
      grant(*winner);
    ask();
  }

  int64_t below(int64_t bound) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
  }

  void drive_requests() {
    for (int64_t m = 0; m < kMasters; ++m) {
      const auto& request = requests_[static_cast<size_t>(m)];
      // A master sees its grant one cycle late, and shows its old request until then.
      const auto& shown = granted_ == m ? shown_ : request;
      set_bits(model_.request, m * kRequestBits + 73, 1, shown.has_value());
      if (shown) {
        set_bits(model_.request, m * kRequestBits + 9, 64, shown->address);
        set_bits(model_.request, m * kRequestBits, 9, static_cast<uint64_t>(shown->beats));
      }
    }
  }

  void drive_memory() {
    model_.mem_rd_valid = 0;
    model_.mem_wr_done = 0;
    model_.mem_rd_error = shape_.refusals && below(4) == 0;  // means nothing without its beat
    model_.mem_wr_error = shape_.refusals && below(4) == 0;
    if (!reads_.empty() && reads_.front().next_edge <= now_ && !stalled()) {
      model_.mem_rd_valid = 1;
      model_.mem_rd_data = random_();
    }
    if (!writes_.empty() && writes_.front().next_edge <= now_ && !stalled())
      model_.mem_wr_done = 1;
  }

  bool stalled() { return shape_.stalls && below(3) == 0; }

  // Everything here comes from registers: it was decided at the edge before.
  void compare_outputs() {
    ASSERT_EQ(model_.grant, granted_ < 0 ? 0 : 1 << granted_) << "cycle " << now_;
    ASSERT_EQ(model_.mem_req_valid, granted_ >= 0);
    if (granted_ >= 0) {
      ASSERT_EQ(model_.mem_req_master, granted_);
      ASSERT_EQ(model_.mem_req_write, granted_ == kStore);
      ASSERT_EQ(model_.mem_req_addr, shown_->address);
      ASSERT_EQ(model_.mem_req_beats, shown_->beats);
    }
    ASSERT_EQ(get_bits(model_.beat, 64, 1), beat_.has_value());
    ASSERT_EQ(model_.beat_for, beat_ ? 1 << beat_->first : 0);
    if (beat_) {
      ASSERT_EQ(get_bits(model_.beat, 0, 64), beat_->second);
    }
    ASSERT_EQ(model_.idle, in_flight_ == 0);
    const bool write_refused = model_.mem_wr_done && model_.mem_wr_error;
    ASSERT_EQ(model_.bus_error, beat_refused_ || write_refused);
    if (model_.bus_error) {
      ASSERT_EQ(model_.bus_error_master, beat_refused_ ? beat_->first : kStore);
    }
    errors_ += model_.bus_error;
  }

  std::optional<int64_t> expected_winner() const {
    if (now_ < free_at_ || in_flight_ >= shape_.max_outstanding || model_.halt)
      return {};
    for (int64_t i = 1; i <= kMasters; ++i) {
      const int64_t m = (last_ + i) % kMasters;
      const auto& request = requests_[static_cast<size_t>(m)];
      if (request && request->registered < now_)
        return m;
    }
    return {};
  }

  // What completes at this edge is out of flight from the next one on.
  void complete() {
    if (last_beat_)  // it is written now: it was sampled one edge before
      --in_flight_;
    last_beat_ = false;
    beat_.reset();
    beat_refused_ = model_.mem_rd_valid && model_.mem_rd_error;
    if (model_.mem_rd_valid) {
      PortBurst& read = reads_.front();
      beat_ = {read.master, model_.mem_rd_data};
      read.next_edge = now_ + 1;
      last_beat_ = ++read.moved == read.beats;
      if (last_beat_)
        reads_.pop_front();
    }
    if (model_.mem_wr_done) {
      writes_.pop_front();
      --in_flight_;
    }
  }

  void grant(int64_t master) {
    shown_ = requests_[static_cast<size_t>(master)];
    requests_[static_cast<size_t>(master)].reset();
    const bool write = master == kStore;
    const int64_t latency = write ? shape_.write_latency + shown_->beats : shape_.read_latency;
    (write ? writes_ : reads_)
        .push_back({master, shown_->beats, now_, shown_->address, now_ + 2 + latency});
    free_at_ = now_ + shown_->beats + shape_.gap;
    last_ = master;
    new_grant_ = master;
    ++in_flight_;
    ++grants_;
  }

  // Masters register requests at this edge; one that was granted may from the next edge on.
  void ask() {
    for (int64_t m = 0; m < kMasters; ++m) {
      auto& request = requests_[static_cast<size_t>(m)];
      if (request || new_grant_ == m || below(100) >= shape_.eagerness)
        continue;
      request = {now_, 1 + below(shape_.longest), random_() & ~uint64_t{7}};
    }
    granted_ = new_grant_;
    new_grant_ = -1;
  }

  PortShape shape_;
  std::mt19937_64 random_;
  VMemoryPort model_;
  int64_t now_ = 0;
  std::array<std::optional<Request>, kMasters> requests_;
  std::optional<Request> shown_;  // the request granted last
  std::deque<PortBurst> reads_, writes_;
  std::optional<std::pair<int64_t, uint64_t>> beat_;  // whose, what
  bool last_beat_ = false, beat_refused_ = false;
  int64_t errors_ = 0;
  int64_t granted_ = -1, new_grant_ = -1;
  int64_t last_ = kStore, free_at_ = 0, in_flight_ = 0, grants_ = 0;
};

TEST(MemoryPort, GrantsByTheRuleOfItsPage) {
  MemoryPortBench({}).run(20000);
}

TEST(MemoryPort, GrantsByTheRuleWithRandomParameters) {
  std::mt19937_64 random(11);
  const auto below = [&](int64_t bound) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
  };
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    PortShape shape;
    shape.seed = seed;
    shape.gap = below(3) == 0 ? below(256) : below(4);
    shape.max_outstanding = 1 + below(below(2) == 0 ? 4 : 64);
    shape.read_latency = below(below(2) == 0 ? 4 : 200);
    shape.write_latency = below(below(2) == 0 ? 4 : 200);
    shape.longest = int64_t{1} << below(9);
    shape.eagerness = 1 + below(100);
    shape.stalls = seed % 3 == 0;
    MemoryPortBench(shape).run(5000);
  }
}

TEST(MemoryPort, HoldsSixtyFourBurstsInFlight) {
  PortShape shape;
  shape.max_outstanding = 64;
  shape.read_latency = shape.write_latency = 500;
  shape.longest = 1;
  shape.eagerness = 100;
  MemoryPortBench(shape).run(10000);
}

TEST(MemoryPort, ARefusalIsOfTheMasterWhoseBurstItIs) {
  for (const uint64_t seed : {1, 2, 3}) {
    PortShape shape;
    shape.seed = seed;
    shape.refusals = true;
    shape.eagerness = 90;
    MemoryPortBench(shape).run(5000);
  }
}

TEST(MemoryPort, GrantsNothingAfterAnError) {
  PortShape shape;
  shape.eagerness = 100;
  shape.halt_at = 300;
  MemoryPortBench(shape).run(600);
}

}  // namespace
}  // namespace vta
