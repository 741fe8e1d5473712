// vta_fifo against std::deque, under random pushes and pops.
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "VFifo2.h"
#include "VFifo5.h"
#include "VFifo64.h"

namespace vta {
namespace {

template <class Model>
class FifoBench {
 public:
  FifoBench() {
    model_.clk = 0;
    model_.clear = 1;
    model_.eval();  // an edge needs a level before it
    edge();
    model_.clear = 0;
    model_.eval();
  }

  void edge() {
    model_.clk = 1;
    model_.eval();
    model_.clk = 0;
    model_.eval();
  }

  // One cycle with at most a push and a pop, then what is seen is compared.
  void cycle(bool push, bool pop, uint16_t data) {
    model_.push = push;
    model_.push_data = data;
    model_.pop = pop;
    edge();
    if (pop)
      expected_.pop_front();
    if (push)
      expected_.push_back(data);
    compare();
  }

  void compare() {
    ASSERT_EQ(model_.valid, !expected_.empty());
    ASSERT_EQ(model_.room, expected_.size() < depth());
    if (!expected_.empty()) {
      ASSERT_EQ(model_.head, expected_.front());
    }
  }

  void random_cycles(uint64_t seed, int cycles) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    uint64_t push_share = 50;
    for (int i = 0; i < cycles; ++i) {
      if (i % 200 == 0)
        push_share = 20 + random() % 70;  // phases that fill, phases that drain
      const bool push = expected_.size() < depth() && random() % 100 < push_share;
      const bool pop = !expected_.empty() && random() % 100 >= push_share;
      cycle(push, pop, static_cast<uint16_t>(random()));
      if (testing::Test::HasFatalFailure())
        return;
    }
  }

  static size_t depth();

 private:
  Model model_;
  std::deque<uint16_t> expected_;
};

template <>
size_t FifoBench<VFifo2>::depth() {
  return 2;
}
template <>
size_t FifoBench<VFifo5>::depth() {
  return 5;
}
template <>
size_t FifoBench<VFifo64>::depth() {
  return 64;
}

TEST(Fifo, Depth2MatchesADeque) {
  FifoBench<VFifo2>().random_cycles(1, 5000);
}
TEST(Fifo, Depth5MatchesADeque) {
  FifoBench<VFifo5>().random_cycles(2, 5000);
}
TEST(Fifo, Depth64MatchesADeque) {
  FifoBench<VFifo64>().random_cycles(3, 20000);
}

TEST(Fifo, EntryIsSeenRightAfterItsPush) {
  FifoBench<VFifo5> bench;
  bench.cycle(true, false, 7);
  bench.cycle(true, true, 8);  // the popped one's place is taken at the same edge
  bench.cycle(false, true, 0);
}

TEST(Fifo, HoldsExactlyItsDepth) {
  FifoBench<VFifo5> bench;
  for (uint16_t i = 0; i < 5; ++i)
    bench.cycle(true, false, i);
  for (uint16_t i = 0; i < 5; ++i)
    bench.cycle(false, true, 0);
}

}  // namespace
}  // namespace vta
