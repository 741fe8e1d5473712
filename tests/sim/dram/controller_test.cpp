#include "sim/dram/controller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/error.h"
#include "config/dram_file.h"
#include "sim/dram/burst_replay.h"
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
    EXPECT_EQ(controller.offer(0, 1, false, 0), 1);
    EXPECT_EQ(controller.offer(32768, 1, false, 1), 1);
    EXPECT_EQ(controller.offer(32, 1, false, 2), 1);
    std::vector<int64_t> done;
    while (!controller.idle()) {
      controller.run(controller.next_event());
      for (const DramController::Data& data : controller.data())
        done.push_back(data.tag);
      controller.forget_data();
    }
    return done;
  };
  EXPECT_EQ(order(DramScheduler::Fcfs), (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(order(DramScheduler::FrFcfs), (std::vector<int64_t>{0, 2, 1}));
}

TEST(DramController, ReadsSeeWritesThatWait) {
  DramConfig dram = load_dram("ddr3-1066");
  DramController controller(dram);
  EXPECT_EQ(controller.offer(64, 1, true, 0), 1);
  EXPECT_EQ(controller.offer(64, 1, true, 1), 1);
  EXPECT_EQ(controller.offer(64, 1, false, 2), 1);
  controller.run(1);
  ASSERT_EQ(controller.data().size(), 1u);
  EXPECT_EQ(controller.data()[0].tag, 2);
  EXPECT_EQ(controller.data()[0].clock, 1);
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
  EXPECT_EQ(controller.offer(0, 1, false, 0), 1);
  EXPECT_EQ(controller.offer(32, 1, false, 1), 1);
  EXPECT_EQ(controller.offer(64, 1, false, 2), 0);
  EXPECT_EQ(controller.offer(64, 1, true, 3), 1);
}

// One controller begins every clock, one only those at which something may happen, and one makes
// runs of accesses in one step.
enum class Pace { EveryClock, Events, Runs };

void go_on(DramController& controller, Pace pace, int64_t until, std::vector<int64_t>& log) {
  while (controller.clock() < until) {
    if (pace == Pace::Runs)
      controller.run_through(until);
    else
      controller.run(pace == Pace::Events ? std::min(until, controller.next_event())
                                          : controller.clock() + 1);
    for (const DramController::Data& data : controller.data())
      for (int64_t i = 0; i < data.count; ++i)
        log.insert(log.end(), {-2 - data.tag, data.clock + i * data.period});
    controller.forget_data();
  }
}

TEST(DramController, WhatIsSkippedChangesNothing) {
  std::vector<DramConfig> drams = {dram_of_tight_times()};
  for (const NamedDram& named : named_drams())
    drams.push_back(load_dram(std::string(named.name)));
  for (DramConfig dram : drams)
    for (const DramRows rows : {DramRows::Open, DramRows::Closed})
      for (const DramScheduler scheduler : {DramScheduler::Fcfs, DramScheduler::FrFcfs}) {
        dram.policy.rows = rows;
        dram.policy.scheduler = scheduler;
        std::vector<std::vector<int64_t>> commands(3), data(3);
        std::vector<DramStatistics> statistics;
        for (const Pace pace : {Pace::EveryClock, Pace::Events, Pace::Runs}) {
          std::vector<int64_t>& log = commands[static_cast<size_t>(pace)];
          DramController controller(dram, [&](const DramCommand& c) {
            log.insert(log.end(),
                       {c.clock, static_cast<int64_t>(c.kind), c.place.row, c.place.column});
          });
          std::mt19937_64 rng(7);
          int64_t tag = 0;
          for (const DramBurst& burst : random_bursts(dram, 3000, 1)) {
            const int64_t count = 1 + static_cast<int64_t>(rng() % 4);
            const int64_t room = (dram.organization.capacity_bytes() - burst.address) /
                                 dram.organization.transaction_bytes;
            if (const int64_t wanted = std::clamp<int64_t>(room, 1, count),
                taken = controller.offer(burst.address, wanted, burst.write, tag++);
                taken < wanted)
              log.insert(log.end(), {-1, taken});
            const int64_t until =
                controller.clock() + static_cast<int64_t>(rng() % (rng() % 50 == 0 ? 3000 : 20));
            go_on(controller, pace, until, data[static_cast<size_t>(pace)]);
          }
          statistics.push_back(controller.statistics());
        }
        for (const size_t other : {1u, 2u}) {
          EXPECT_EQ(commands[0], commands[other]) << dram.name;
          EXPECT_EQ(data[0], data[other]) << dram.name;
          EXPECT_EQ(statistics[0], statistics[other]);
        }
      }
}

// Transactions of one burst that come as the queue has room are one run inside; by their tags they
// could be of different ones.
TEST(DramController, WhatJoinsChangesNothing) {
  std::vector<DramConfig> drams = {dram_of_tight_times()};
  for (const NamedDram& named : named_drams())
    drams.push_back(load_dram(std::string(named.name)));
  for (DramConfig dram : drams)
    for (const DramRows rows : {DramRows::Open, DramRows::Closed}) {
      dram.policy.rows = rows;
      std::vector<std::vector<int64_t>> logs(2);
      for (const bool joins : {false, true}) {
        std::vector<int64_t>& log = logs[joins];
        DramController controller(dram, [&](const DramCommand& c) {
          log.insert(log.end(),
                     {c.clock, static_cast<int64_t>(c.kind), c.place.row, c.place.column});
        });
        std::mt19937_64 rng(11);
        int64_t tag = 0;
        const int64_t bytes = dram.organization.transaction_bytes;
        for (const DramBurst& burst : random_bursts(dram, 1500, 2)) {
          const int64_t room = (dram.organization.capacity_bytes() - burst.address) / bytes;
          const int64_t count = std::clamp<int64_t>(room, 1, 1 + static_cast<int64_t>(rng() % 12));
          ++tag;
          for (int64_t done = 0; done < count;) {
            if (!joins)
              ++tag;
            done += controller.offer(burst.address + done * bytes, 1, burst.write, tag);
            if (rng() % 3 == 0)
              controller.run(controller.clock() + 1);
            controller.forget_data();
          }
        }
      }
      EXPECT_EQ(logs[0], logs[1]) << dram.name;
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
