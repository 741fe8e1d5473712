#include "sim/dram/controller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/error.h"
#include "sim/dram/burst_replay.h"
#include "sim/dram/dram_file.h"
#include "tests/sim/dram/dram_traffic.h"

namespace vta {
namespace {

using Kind = DramCommandKind;

struct Given {
  int64_t clock;
  Kind kind;
  int64_t bank, row;
  bool operator==(const Given&) const = default;
};
void PrintTo(const Given& g, std::ostream* out) {
  *out << "clock " << g.clock << " kind " << static_cast<int>(g.kind) << " bank " << g.bank
       << " row " << g.row;
}

struct Traced {
  std::vector<Given> commands;
  DramReplay replay;
};
Traced trace(const DramConfig& dram, std::vector<DramBurst> bursts) {
  Traced traced;
  traced.replay = replay_bursts(
      dram, {.bytes = 8, .mhz = 100, .outstanding = 4}, bursts, [&](const DramCommand& c) {
        traced.commands.push_back({c.clock, c.kind, c.place.bank, c.place.row});
      });
  return traced;
}

// DDR3-1066: tRCD 7, tCL 7, four clocks of data.
TEST(DramController, AReadOpensItsRowAndWaitsForItsData) {
  const Traced r = trace(load_dram("ddr3-1066"), {{4096, 128, false}});
  EXPECT_EQ(r.commands, (std::vector<Given>{{1, Kind::Activate, 1, 0},
                                            {8, Kind::Read, 1, 0},
                                            {12, Kind::Read, 1, 0},
                                            {16, Kind::Read, 1, 0},
                                            {20, Kind::Read, 1, 0}}));
  EXPECT_EQ(r.replay.clocks, 20 + 7 + 4);
  EXPECT_EQ(r.replay.statistics.row_misses, 1);
  EXPECT_EQ(r.replay.statistics.row_hits, 3);
}

// The second read comes at clock 22 (four beats of 5.33 clocks); tRAS lets the bank be closed at 1
// + 20.
TEST(DramController, AnotherRowOfABankIsAConflict) {
  const Traced r = trace(load_dram("ddr3-1066"), {{0, 32, false}, {32768, 32, false}});
  EXPECT_EQ(r.commands, (std::vector<Given>{{1, Kind::Activate, 0, 0},
                                            {8, Kind::Read, 0, 0},
                                            {23, Kind::Precharge, 0, 1},
                                            {30, Kind::Activate, 0, 1},
                                            {37, Kind::Read, 0, 1}}));
  EXPECT_EQ(r.replay.statistics.row_conflicts, 1);
}

TEST(DramController, ClosedRowsAreNeverInTheWay) {
  DramConfig dram = load_dram("ddr3-1066");
  dram.policy.rows = DramRows::Closed;
  const Traced r = trace(dram, {{0, 32, false}, {32768, 32, false}});
  EXPECT_EQ(r.replay.statistics.row_conflicts, 0);
  EXPECT_EQ(r.replay.statistics.row_misses, 2);
  EXPECT_EQ(r.commands[2], (Given{28, Kind::Activate, 0, 1}));  // tRC after the first
}

TEST(DramController, FcfsLeavesAnOpenRowToTheOlderTransaction) {
  DramConfig dram = load_dram("ddr3-1066");
  // Two rows of bank 0, then the first again: offered at once.
  const auto order = [&](DramScheduler scheduler) {
    dram.policy.scheduler = scheduler;
    DramController controller(dram);
    EXPECT_TRUE(controller.offer(0, false, 0));
    EXPECT_TRUE(controller.offer(32768, false, 1));
    EXPECT_TRUE(controller.offer(32, false, 2));
    std::vector<int64_t> done;
    while (!controller.idle()) {
      controller.run(controller.next_event());
      for (const int64_t tag : controller.take_done())
        done.push_back(tag);
    }
    return done;
  };
  EXPECT_EQ(order(DramScheduler::Fcfs), (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(order(DramScheduler::FrFcfs), (std::vector<int64_t>{0, 2, 1}));
}

TEST(DramController, ReadsSeeWritesThatWait) {
  DramConfig dram = load_dram("ddr3-1066");
  DramController controller(dram);
  EXPECT_TRUE(controller.offer(64, true, 0));
  EXPECT_TRUE(controller.offer(64, true, 1));
  EXPECT_TRUE(controller.offer(64, false, 2));
  controller.run(1);
  EXPECT_EQ(controller.take_done(), (std::vector<int64_t>{2}));
  EXPECT_EQ(controller.statistics().merged, 1);
  EXPECT_EQ(controller.statistics().forwarded, 1);
  while (!controller.idle())
    controller.run(controller.next_event());
  EXPECT_EQ(controller.statistics().writes, 1);
  EXPECT_EQ(controller.statistics().reads, 0);
}

TEST(DramController, AFullQueueRefuses) {
  DramConfig dram = load_dram("ddr3-1066");
  dram.policy.queue_transactions = 2;
  DramController controller(dram);
  EXPECT_TRUE(controller.offer(0, false, 0));
  EXPECT_TRUE(controller.offer(32, false, 1));
  EXPECT_FALSE(controller.offer(64, false, 2));
  EXPECT_TRUE(controller.offer(64, true, 3));
}

// One controller begins every clock, the other one only those at which something may happen.
TEST(DramController, WhatIsSkippedChangesNothing) {
  std::vector<DramConfig> drams = {dram_of_tight_times()};
  for (const NamedDram& named : named_drams())
    drams.push_back(load_dram(std::string(named.name)));
  for (DramConfig dram : drams)
    for (const DramRows rows : {DramRows::Open, DramRows::Closed})
      for (const DramScheduler scheduler : {DramScheduler::Fcfs, DramScheduler::FrFcfs}) {
        dram.policy.rows = rows;
        dram.policy.scheduler = scheduler;
        std::vector<std::vector<int64_t>> seen(2);
        std::vector<DramStatistics> statistics;
        for (const bool skip : {false, true}) {
          std::vector<int64_t>& log = seen[skip ? 1 : 0];
          DramController controller(dram, [&](const DramCommand& c) {
            log.insert(log.end(), {c.clock, static_cast<int64_t>(c.kind), c.place.row});
          });
          std::mt19937_64 rng(7);
          int64_t tag = 0;
          for (const DramBurst& burst : random_bursts(dram, 3000, 1)) {
            if (!controller.offer(burst.address, burst.write, tag++))
              log.push_back(-1);
            const int64_t until =
                controller.clock() + static_cast<int64_t>(rng() % (rng() % 50 == 0 ? 3000 : 20));
            while (controller.clock() < until)
              controller.run(skip ? std::min(until, controller.next_event())
                                  : controller.clock() + 1);
            for (const int64_t done : controller.take_done())
              log.push_back(-2 - done);
          }
          statistics.push_back(controller.statistics());
        }
        EXPECT_EQ(seen[0], seen[1]) << dram.name;
        EXPECT_EQ(statistics[0], statistics[1]);
      }
}

TEST(DramReplay, BurstsOutsideTheMemoryAreNamed) {
  const DramConfig dram = load_dram("ddr3-1066");
  const auto message = [&](DramBurst burst) -> std::string {
    try {
      replay_bursts(dram, {}, std::vector<DramBurst>{burst});
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(message({536870900, 16, false}),
            "burst 0: 16 bytes at 536870900 are outside ddr3-1066, which has 536870912 bytes");
  EXPECT_EQ(message({0, 0, false}), "burst 0: 0 bytes: at least one is legal");
}

}  // namespace
}  // namespace vta
