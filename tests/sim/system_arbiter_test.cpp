// The system's grant against its page (hw/rtl/system/README.md), edge by edge; and hosts that take
// turns.
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <random>

#include "base/error.h"
#include "sim/system/csim_system.h"
#include "sim/system/system_arbiter.h"
#include "sim/system/turns.h"

namespace vta::csim {
namespace {

// As the page has it: at every edge, who is a candidate, and who comes after the last winner.
class PlainArbiter {
 public:
  explicit PlainArbiter(size_t cores) : queues_(cores), last_(cores - 1) {}
  void offer(size_t core, const Offer& offer) { queues_[core].push_back(offer); }
  std::optional<size_t> at(int64_t edge) {
    if (edge < next_)
      return std::nullopt;
    for (size_t k = 1; k <= queues_.size(); ++k) {
      const size_t core = (last_ + k) % queues_.size();
      if (queues_[core].empty() || queues_[core].front().granted + 2 > edge)
        continue;
      next_ = edge + queues_[core].front().pause;
      queues_[core].pop_front();
      last_ = core;
      return core;
    }
    return std::nullopt;
  }

 private:
  std::vector<std::deque<Offer>> queues_;
  size_t last_;
  int64_t next_ = 0;
};

TEST(SystemArbiter, IsThePageEdgeByEdge) {
  std::mt19937_64 random(5);
  const auto below = [&](int64_t most) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(most));
  };
  for (int round = 0; round < 200; ++round) {
    const auto cores = static_cast<size_t>(1 + below(8));
    const int64_t rate = 1 + below(40);
    SystemArbiter arbiter;
    arbiter.reset();
    PlainArbiter plain(cores);
    std::vector<int64_t> may_grant(cores, 0);
    for (int64_t edge = 0; edge < 500; ++edge) {
      const std::optional<size_t> expected = plain.at(edge);
      ASSERT_EQ(arbiter.next() == edge, expected.has_value()) << round << ", edge " << edge;
      if (expected) {
        const SystemArbiter::Taken taken = arbiter.take();
        ASSERT_EQ(taken.core, *expected) << round << ", edge " << edge;
        ASSERT_EQ(taken.edge, edge);
      }
      for (size_t core = 0; core < cores; ++core) {
        if (edge < may_grant[core] || below(rate) != 0)
          continue;
        const Offer offer{edge, 0, 1, 1 + below(20), below(2) == 0};
        arbiter.offer(core, offer);
        plain.offer(core, offer);
        may_grant[core] = edge + 1;
      }
    }
  }
}

// "Example" of the page.
TEST(SystemArbiter, TheExampleOfThePage) {
  SystemArbiter arbiter;
  arbiter.reset();
  arbiter.offer(0, {2, 0, 16, 16, false});
  arbiter.offer(1, {3, 0, 16, 16, false});
  EXPECT_EQ(arbiter.next(), 4);
  EXPECT_EQ(arbiter.take().core, 0u);
  arbiter.offer(0, {18, 0, 16, 16, false});
  EXPECT_EQ(arbiter.next(), 20);
  EXPECT_EQ(arbiter.take().core, 1u);
  EXPECT_EQ(arbiter.next(), 36);
  EXPECT_EQ(arbiter.take().core, 0u);
}

std::vector<VtaConfig> two_cores() {
  return {named_config("tiny"), named_config("tiny")};
}

TEST(SystemOfCores, WhatIsNoSystemIsRefused) {
  const auto refusal = [](const std::vector<VtaConfig>& cores) -> std::string {
    try {
      CsimSystem(cores, "portable");
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({}), "a system of 0 cores: it must have 1 to 8");
  EXPECT_EQ(refusal(std::vector<VtaConfig>(9, named_config("tiny"))),
            "a system of 9 cores: it must have 1 to 8");
  std::vector<VtaConfig> cores = two_cores();
  cores[1].mem_dram = "ddr3-1066";
  cores[1].mem_clock_khz = 100'000;
  EXPECT_EQ(refusal(cores),
            "MEM_DRAM of core 1 is ddr3-1066, of core 0 none: the cores of a system have one "
            "memory, so it must be the same");
  cores[0] = cores[1];
  cores[1].mem_clock_khz = 200'000;
  EXPECT_EQ(refusal(cores),
            "MEM_CLOCK_KHZ of core 1 is 200000, of core 0 100000: the cores of a system have one "
            "clock, so it must be the same");
}

TEST(Turns, HostsActOneAfterTheOtherInTheirOrder) {
  CsimSystem system(two_cores(), "portable");
  Turns turns(system);
  std::string order;
  bool second = false;
  turns.run({[&] {
               order += "a";
               turns.wait([&] { return second; });
               order += "c";
             },
             [&] {
               order += "b";
               second = true;
             }});
  EXPECT_EQ(order, "abc");
}

TEST(Turns, AFailureEndsAllHosts) {
  CsimSystem system(two_cores(), "portable");
  Turns turns(system);
  bool unwound = false, went_on = false;
  struct Unwind {
    bool& flag;
    ~Unwind() { flag = true; }
  };
  EXPECT_THROW(turns.run({[&] {
                            const Unwind guard{unwound};
                            turns.wait([] { return false; });
                            went_on = true;
                          },
                          [] { throw DeviceError("lost"); }}),
               DeviceError);
  EXPECT_TRUE(unwound);
  EXPECT_FALSE(went_on);
  int again = 0;
  turns.run({[&] { ++again; }, [&] { ++again; }});  // and it can be used again
  EXPECT_EQ(again, 2);
}

TEST(Turns, HostsThatWaitForEachOtherAreNamed) {
  CsimSystem system(two_cores(), "portable");
  Turns turns(system);
  EXPECT_THROW(turns.run({[&] { turns.wait([] { return false; }); }}), InternalError);
}

}  // namespace
}  // namespace vta::csim
