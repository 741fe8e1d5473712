// The model's commands before the checker that was written apart: no violation on random bursts,
// and every deliberate fault is found. VTA_DRAM_BURSTS=N: as many bursts for each DRAM.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "config/dram_file.h"
#include "sim/dram/address_map.h"
#include "sim/dram/burst_replay.h"
#include "sim/dram/command_checker.h"
#include "tests/sim/dram/dram_traffic.h"

namespace vta {
namespace {

int64_t burst_count() {
  const char* text = std::getenv("VTA_DRAM_BURSTS");
  return text == nullptr ? 16000 : std::atoll(text);
}

class RandomBursts : public ::testing::TestWithParam<std::string> {};

TEST_P(RandomBursts, ViolateNothing) {
  DramConfig dram = GetParam() == "tight" ? dram_of_tight_times() : load_dram(GetParam());
  const int64_t count = burst_count() / 16;
  uint64_t seed = 1;
  for (const DramMappingName& mapping : dram_mappings())
    for (const DramRows rows : {DramRows::Open, DramRows::Closed})
      for (const DramScheduler scheduler : {DramScheduler::Fcfs, DramScheduler::FrFcfs}) {
        dram.policy.mapping = mapping.mapping;
        dram.policy.rows = rows;
        dram.policy.scheduler = scheduler;
        SCOPED_TRACE("mapping " + std::string(mapping.name) + ", seed " + std::to_string(seed));
        DramCommandChecker checker(dram.organization, dram.timing);
        const ReplayPort port{16, seed % 2 == 0 ? 333 : 100, 1 + static_cast<int64_t>(seed) % 9};
        const DramReplay replay =
            replay_bursts(dram, port, random_bursts(dram, count, seed++),
                          [&](const DramCommand& command) { checker.see(command); });
        checker.finish(replay.clocks);
        EXPECT_GT(checker.commands(), count);
        ASSERT_EQ(checker.violation_count(), 0) << checker.violations().front().text;
        const DramStatistics& s = replay.statistics;
        EXPECT_EQ(s.row_hits + s.row_misses + s.row_conflicts, s.reads + s.writes);
      }
}

INSTANTIATE_TEST_SUITE_P(Drams, RandomBursts,
                         ::testing::Values("ddr3-1066", "ddr3-1600", "ddr4-2400", "lpddr4-3200",
                                           "tight"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name)
                             c = c == '-' ? '_' : c;
                           return name;
                         });

// A model with a fault in its times, or in a command on the way out.
struct Fault {
  const char* name;
  const char* rule;  // that says so
  std::function<void(DramTiming&)> times = {};
  std::function<bool(DramCommand&)> command = {};  // false: it is lost
};
void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

auto every_hundredth(DramCommandKind kind, std::function<bool(DramCommand&)> change) {
  return [kind, change, count = 0](DramCommand& command) mutable {
    return command.kind != kind || ++count % 100 != 0 || change(command);
  };
}

using K = DramCommandKind;
const Fault kFaults[] = {
    {"rcd", "tRCD", [](DramTiming& t) { --t.rcd; }},
    {"rp", "tRP", [](DramTiming& t) { --t.rp; }},
    {"ras", "tRAS", [](DramTiming& t) { --t.ras; }},
    {"rc", "tRC", [](DramTiming& t) { --t.rc; }},
    {"rrd_s", "tRRD_S", [](DramTiming& t) { --t.rrd_s; }},
    {"rrd_l", "tRRD_L", [](DramTiming& t) { --t.rrd_l; }},
    {"faw", "tFAW", [](DramTiming& t) { --t.faw; }},
    {"ccd_s", "tCCD_S", [](DramTiming& t) { --t.ccd_s, --t.burst; }},
    {"ccd_l", "tCCD_L", [](DramTiming& t) { --t.ccd_l; }},
    {"wr", "tWR", [](DramTiming& t) { --t.wr; }},
    {"wtr_s", "tWTR_S", [](DramTiming& t) { --t.wtr_s; }},
    {"wtr_l", "tWTR_L", [](DramTiming& t) { --t.wtr_l; }},
    {"rtp", "tRTP", [](DramTiming& t) { --t.rtp; }},
    {"rtw", "tRTW", [](DramTiming& t) { --t.rtw; }},
    {"cs", "bus", [](DramTiming& t) { --t.cs; }},
    {"burst", "bus", [](DramTiming& t) { --t.burst; }},
    {"cwl", "tWTR_L", [](DramTiming& t) { --t.cwl; }},
    {"rfc", "tRFC", [](DramTiming& t) { --t.rfc; }},
    {"refi", "refresh", [](DramTiming& t) { t.refi *= 12; }},
    {"lost_activate", "row", {}, every_hundredth(K::Activate, [](DramCommand&) { return false; })},
    {"lost_precharge",
     "row",
     {},
     every_hundredth(K::Precharge, [](DramCommand&) { return false; })},
    {"other_row",
     "row",
     {},
     every_hundredth(K::Read, [](DramCommand& c) { return ++c.place.row > 0; })},
    {"other_bank",
     "row",
     {},
     every_hundredth(K::Write,
                     [](DramCommand& c) {
                       c.place.bank ^= 1;
                       return true;
                     })},
    {"early_close",
     "row",
     {},
     every_hundredth(K::Read, [](DramCommand& c) { return c.closes = true; })},
    {"two_at_once",
     "clock",
     {},
     every_hundredth(K::Read,
                     [](DramCommand& c) {
                       c.clock -= 4;
                       return true;
                     })},
    {"lost_precharge_of_all", "row", {}, [](DramCommand& c) { return c.kind != K::PrechargeAll; }},
};

class DramFault : public ::testing::TestWithParam<Fault> {};

TEST_P(DramFault, IsFound) {
  const Fault& fault = GetParam();
  const DramConfig right = dram_of_tight_times();
  bool found = false;
  for (uint64_t seed = 1; seed <= 4 && !found; ++seed) {
    DramConfig wrong = right;
    wrong.policy.mapping = dram_mappings()[seed - 1].mapping;
    if (fault.times)
      fault.times(wrong.timing);
    auto change = fault.command;
    DramCommandChecker checker(right.organization, right.timing);
    const DramReplay replay =
        replay_bursts(wrong, {.bytes = 64, .mhz = 800, .outstanding = 16},
                      random_bursts(right, 5000, seed), [&](DramCommand command) {
                        if (!change || change(command))
                          checker.see(command);
                      });
    checker.finish(replay.clocks);
    for (const DramViolation& violation : checker.violations())
      found = found || violation.rule == fault.rule;
  }
  EXPECT_TRUE(found);
}

INSTANTIATE_TEST_SUITE_P(All, DramFault, ::testing::ValuesIn(kFaults),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace vta
