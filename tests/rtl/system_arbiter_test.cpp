// vta_system_arbiter against the rule of hw/rtl/system/README.md: which core's burst is taken at
// which edge, with a memory that has one path for all and with one that has a path for each.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>
#include <type_traits>
#include <vector>

#include "VSystemArbiter1.h"
#include "VSystemArbiter3.h"
#include "VSystemArbiter8.h"
#include "wide.h"

namespace vta {
namespace {

constexpr int64_t kBeatBits = 9, kAddrBits = 64;
constexpr int64_t kOfferBits = 1 + kAddrBits + kBeatBits;  // system_burst_t: write, addr, beats
constexpr int64_t kMostInFlight = 64;

struct SystemShape {
  uint64_t seed = 1;
  bool shared_path = true;
  int64_t greatest_gap = 3;
  int64_t longest = 16;    // beats of a burst
  int64_t eagerness = 50;  // percent of the edges at which a core that may grants a burst
  int64_t flight = 3;      // edges from the system's grant to the completion
  int64_t clear_every = 500;
};

struct Offer {
  int64_t granted, beats;
  uint64_t address;
  bool write;
};

// The ports of the model's cores, packed as a number or as an array of words.
template <typename Port>
void set_field(Port& port, int64_t lsb, int64_t width, uint64_t value) {
  if constexpr (std::is_integral_v<Port>) {
    const uint64_t mask = ((uint64_t{1} << width) - 1) << lsb;
    port = static_cast<Port>((port & ~mask) | value << lsb);
  } else {
    set_bits(port, lsb, width, value);
  }
}

template <typename Model, int64_t kCores>
class SystemArbiterBench {
 public:
  explicit SystemArbiterBench(const SystemShape& shape) : shape_(shape), random_(shape.seed) {
    clear();
  }

  void run(int64_t cycles) {
    SCOPED_TRACE(testing::Message() << kCores << " cores, seed " << shape_.seed);
    for (int64_t i = 1; i <= cycles && !testing::Test::HasFailure(); ++i) {
      if (i % shape_.clear_every == 0)
        clear();
      cycle(true);
    }
    EXPECT_GT(takes_, cycles / 300);
  }

  // One burst of a core, granted at `edge`.
  void grant_at(int64_t edge, int64_t core, int64_t beats) {
    while (now_ < edge)
      cycle(false);
    grant(core, beats);
  }
  // The edges at which bursts are taken up to `edge`.
  std::vector<int64_t> take_until(int64_t edge) {
    while (now_ < edge)
      cycle(false);
    return taken_at_;
  }

 private:
  // As while no core runs, with what is in the queues and the gap of the burst before.
  void clear() {
    model_.clear = 1;
    drive_offers();
    clock_edge(model_);
    model_.clear = 0;
    queues_.assign(kCores, {});
    flights_.assign(kCores, {});
    free_.assign(kCores, 0);
    now_ = 0;
    free_at_ = 0;
    last_ = kCores - 1;
    taken_.reset();
    taken_at_.clear();
    shared_ = shape_.shared_path;
    model_.shared_path = shared_;
    gaps_.clear();
    for (int64_t c = 0; c < kCores; ++c) {
      gaps_.push_back(below(shape_.greatest_gap + 1));
      set_field(model_.gap, 8 * c, 8, static_cast<uint64_t>(gaps_.back()));
    }
  }

  // Cycle now_ + 1 and the edge that ends it.
  void cycle(bool random_grants) {
    ++now_;
    drive_offers();
    model_.eval();
    compare_outputs();
    const std::optional<int64_t> winner = expected_winner();
    clock_edge(model_);
    taken_.reset();
    if (winner)
      take(*winner);
    for (int64_t c = 0; c < kCores; ++c) {
      auto& flight = flights_[static_cast<size_t>(c)];
      while (!flight.empty() && flight.front() > 0 && flight.front() <= now_)
        flight.pop_front();
      if (random_grants && now_ >= free_[static_cast<size_t>(c)] &&
          std::ssize(flight) < kMostInFlight && below(100) < shape_.eagerness)
        grant(c, 1 + below(shape_.longest));
    }
  }

  int64_t below(int64_t bound) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
  }

  // A port's pins say in the cycle after its grant what was granted, and then anything.
  void drive_offers() {
    for (int64_t c = 0; c < kCores; ++c) {
      const bool any = !queues_.empty() && !queues_[static_cast<size_t>(c)].empty() &&
                       queues_[static_cast<size_t>(c)].back().granted == now_ - 1;
      const Offer offer = any ? queues_[static_cast<size_t>(c)].back()
                              : Offer{0, 1 + below(256), random_(), below(2) == 0};
      set_field(model_.offer_valid, c, 1, any);
      set_bits(model_.offer, c * kOfferBits, kBeatBits, static_cast<uint64_t>(offer.beats));
      set_bits(model_.offer, c * kOfferBits + kBeatBits, kAddrBits, offer.address);
      set_bits(model_.offer, c * kOfferBits + kBeatBits + kAddrBits, 1, offer.write);
    }
  }

  void compare_outputs() {
    ASSERT_EQ(model_.mem_req_valid, taken_.has_value()) << "cycle " << now_;
    if (!taken_)
      return;
    ASSERT_EQ(model_.mem_req_core, last_) << "cycle " << now_;
    ASSERT_EQ(model_.mem_req_write, taken_->write);
    ASSERT_EQ(model_.mem_req_addr, taken_->address);
    ASSERT_EQ(model_.mem_req_beats, taken_->beats);
  }

  std::optional<int64_t> expected_winner() const {
    if (now_ < free_at_)
      return {};
    for (int64_t i = 1; i <= kCores; ++i) {
      const int64_t c = (last_ + i) % kCores;
      const auto& queue = queues_[static_cast<size_t>(c)];
      if (!queue.empty() && queue.front().granted + 2 <= now_)
        return c;
    }
    return {};
  }

  void take(int64_t core) {
    auto& queue = queues_[static_cast<size_t>(core)];
    taken_ = queue.front();
    queue.pop_front();
    last_ = core;
    free_at_ = now_ + (shared_ ? taken_->beats + gaps_[static_cast<size_t>(core)] : 1);
    taken_at_.push_back(now_);
    auto& flight = flights_[static_cast<size_t>(core)];
    *std::ranges::find(flight, 0) = now_ + shape_.flight;
    ++takes_;
  }

  // At edge now_.
  void grant(int64_t core, int64_t beats) {
    const auto c = static_cast<size_t>(core);
    queues_[c].push_back({now_, beats, random_(), below(3) == 0});
    flights_[c].push_back(0);
    free_[c] = now_ + beats + gaps_[c];
  }

  SystemShape shape_;
  std::mt19937_64 random_;
  Model model_;
  int64_t now_ = 0;
  bool shared_ = true;
  std::vector<std::deque<Offer>> queues_;
  std::vector<std::deque<int64_t>> flights_;  // edges of completion; 0: not taken yet
  std::vector<int64_t> gaps_, free_;          // free_: first edge of the core's next grant
  std::optional<Offer> taken_;                // at the edge before
  std::vector<int64_t> taken_at_;
  int64_t last_ = 0, free_at_ = 0, takes_ = 0;
};

void run_all(const SystemShape& shape, int64_t cycles) {
  SystemArbiterBench<VSystemArbiter1, 1>(shape).run(cycles);
  SystemArbiterBench<VSystemArbiter3, 3>(shape).run(cycles);
  SystemArbiterBench<VSystemArbiter8, 8>(shape).run(cycles);
}

TEST(SystemArbiter, TakesByTheRuleOfASharedPath) {
  run_all({}, 10000);
}

TEST(SystemArbiter, TakesOneAtAnEdgeWhereEachCoreHasAPath) {
  SystemShape shape;
  shape.shared_path = false;
  shape.longest = 4;
  shape.eagerness = 90;
  run_all(shape, 10000);
}

TEST(SystemArbiter, TakesByTheRuleWithRandomParameters) {
  std::mt19937_64 random(5);
  const auto below = [&](int64_t bound) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
  };
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SystemShape shape;
    shape.seed = seed;
    shape.shared_path = below(2) == 0;
    shape.greatest_gap = below(3) == 0 ? 255 : below(4);
    shape.longest = int64_t{1} << below(9);
    shape.eagerness = 1 + below(100);
    shape.flight = 3 + below(100);
    shape.clear_every = 50 + below(2000);
    run_all(shape, 3000);
  }
}

TEST(SystemArbiter, QueuesHoldAllThatACoreHasInFlight) {
  SystemShape shape;
  shape.greatest_gap = 0;
  shape.longest = 1;
  shape.eagerness = 100;
  shape.clear_every = 5000;
  run_all(shape, 10000);
}

// The page's example: two of three cores fetch, launched at 0 and 1.
TEST(SystemArbiter, TakesAtTheEdgesOfTheExample) {
  SystemShape shape;
  shape.greatest_gap = 0;
  SystemArbiterBench<VSystemArbiter3, 3> bench(shape);
  bench.grant_at(2, 0, 16);
  bench.grant_at(3, 1, 16);
  bench.grant_at(18, 0, 16);
  EXPECT_EQ(bench.take_until(60), (std::vector<int64_t>{4, 20, 36}));
}

}  // namespace
}  // namespace vta
