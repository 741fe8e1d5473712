// Cycles are compared of equal work only.
#include "explore/compare/moved_work.h"

#include <gmock/gmock.h>

#include "explore/compare/comparison.h"
#include "tests/explore/compare/runs.h"

namespace vta::explore {
namespace {

using test::made_layer;
using test::made_run;
using testing::HasSubstr;
using testing::Not;

RunRecord with_share(int64_t device, int64_t network, int64_t images = 1) {
  RunRecord run = made_run("a", {made_layer("conv2d_0", 1000, {{UnitState::Busy, 1000}})});
  run.images = images;
  run.result.work = {device, network, {}};
  if (device < network)
    run.result.work.host = {{"nn.conv2d", 1, network - device}};
  return run;
}

TEST(MovedWork, IsMoreThanAThousandthOfTheNetwork) {
  EXPECT_FALSE(work_moved(with_share(99'900, 100'000), with_share(100'000, 100'000)));
  EXPECT_TRUE(work_moved(with_share(99'899, 100'000), with_share(100'000, 100'000)));
  EXPECT_TRUE(work_moved(with_share(100'000, 100'000), with_share(99'899, 100'000)));
  EXPECT_FALSE(work_moved(with_share(0, 0), with_share(0, 0)));
  EXPECT_TRUE(work_moved(with_share(0, 100'000), with_share(100'000, 100'000)));
}

TEST(MovedWork, IsCountedPerImage) {
  EXPECT_FALSE(work_moved(with_share(500, 1000), with_share(2000, 4000, 4)));
  EXPECT_TRUE(work_moved(with_share(500, 1000), with_share(500, 1000, 4)));
  constexpr int64_t kLarge = int64_t{1} << 53;  // products stay exact
  EXPECT_FALSE(work_moved(with_share(kLarge, kLarge, 1024), with_share(kLarge, kLarge, 1024)));
  EXPECT_TRUE(work_moved(with_share(kLarge - kLarge / 999, kLarge, 1024),
                         with_share(kLarge, kLarge, 1024)));
}

GateOutcome whole(const std::string& gate, const RunDifference& runs,
                  MovedWork moved = MovedWork::Refused) {
  return check_gate(parse_gate(gate), runs, moved).at(0);
}

// The layer that left the accelerator costs no cycles there: that is no improvement.
TEST(MovedWork, FailsEveryGateOnCyclesUnlessAllowed) {
  const RunRecord a = with_share(100'000, 100'000);
  RunRecord b = with_share(12'000, 100'000);
  b.result.timing.cycles = 160;
  const RunDifference runs = difference(a, b);
  for (const char* gate : {"cycles>+1%", "cycles>-50%", "*:cycles>+5%", "conv2d_0:cycles>+1"}) {
    const GateOutcome outcome = whole(gate, runs);
    EXPECT_TRUE(outcome.failed && outcome.moved) << gate;
  }
  EXPECT_EQ(outcome_text(whole("cycles>+1%", runs)),
            "cycles -84.0 % (1,000 -> 160) cover different work (--allow-moved-work compares "
            "them), which fails cycles>+1%");
  EXPECT_FALSE(whole("cycles>+1%", runs, MovedWork::Allowed).failed);
  EXPECT_FALSE(whole("total_nbytes>+0", runs).failed);
  EXPECT_FALSE(whole("cycles>+1%", difference(a, a)).failed);
}

TEST(MovedWork, IsSaidBesideTheCycles) {
  const RunDifference moved = difference(with_share(100'000, 100'000), with_share(12'000, 100'000));
  EXPECT_THAT(comparison_text(moved),
              HasSubstr("MACs on the accelerator: A 100,000 of 100,000 (100.0 % of the network's "
                        "MACs), B 12,000 of 100,000 (12.0 % of the network's MACs)\n"));
  EXPECT_THAT(comparison_text(moved), HasSubstr("B 1 nn.conv2d (88,000 MACs)\n"));
  EXPECT_THAT(comparison_text(moved), HasSubstr("WORK MOVED"));
  EXPECT_EQ(comparison_json(moved, {}).at("work_moved"), true);
  EXPECT_EQ(comparison_json(moved, {}).at("b").at("work").at("device_mac_percent"), 12.0);
  const RunDifference same = difference(with_share(100, 100), with_share(100, 100));
  EXPECT_THAT(comparison_text(same), Not(HasSubstr("WORK MOVED")));
  EXPECT_THAT(comparison_text(same), HasSubstr("not in the cycles, on the host: none\n"));
  EXPECT_EQ(comparison_json(same, {}).at("work_moved"), false);
}

}  // namespace
}  // namespace vta::explore
