// Stretches against the same bursts granted one by one under the arbiter's general rules.
#include "sim/csim/stretch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <tuple>
#include <vector>

namespace vta::csim {
namespace {

// Master, address, beats; registered, granted, complete.
using Seen = std::tuple<int, uint64_t, int64_t, int64_t, int64_t, int64_t>;

struct Case {
  MemoryTiming timing;
  TimedUnit master = TimedUnit::Load;
  Runs runs;
  int64_t start = 0, since = 0, pads = 0;
  std::vector<std::pair<bool, int64_t>> before;  // write, beats: bursts granted as soon as possible
  int64_t until = kNever;
  bool contested = false;  // fetch has a request that is registered at `until`
};

std::string describe(const Case& c) {
  const MemoryTiming& t = c.timing;
  return fmt::format(
      "latencies {} and {}, gap {}, {} outstanding, bus {}, bursts of {} bytes; master {}, {} runs "
      "of {} bytes from {:#x}, pitch {}; start {}, since {}, {} pads, {} bursts before, until {}",
      t.read_latency, t.write_latency, t.gap, t.max_outstanding, 1 << t.log_bus,
      1 << t.log_burst_bytes, static_cast<int>(c.master), c.runs.count, c.runs.bytes,
      c.runs.address, c.runs.pitch, c.start, c.since, c.pads, c.before.size(), c.until);
}

// A port, and the transfer of one unit.
class Port {
 public:
  explicit Port(const Case& c) : case_(c) {
    arbiter_.launch(c.timing);
    for (const auto& [write, beats] : c.before) {
      arbiter_.request(write ? TimedUnit::Store : TimedUnit::Fetch, 0,
                       {0, beats << c.timing.log_bus, beats});
      grant_next();
    }
    moving_ = true;
    transfer_.begin(c.runs, c.timing, c.start, c.since, c.pads);
    arbiter_.request(c.master, c.start + 1, transfer_.next());
    if (c.contested)
      arbiter_.request(TimedUnit::Fetch, c.until, {0, int64_t{8} << c.timing.log_bus, 8});
  }

  // Whether the transfer goes on, and is the only candidate.
  bool may_go() const {
    const int64_t edge = arbiter_.next_grant();
    return transfer_.more() && edge <= case_.until && arbiter_.winner(edge) == case_.master;
  }
  void one_by_one() {
    while (may_go())
      grant_next();
  }
  void in_a_stretch() {
    const BurstRule rule(case_.timing, case_.master == TimedUnit::Store);
    while (may_go()) {
      Stretch stretch(rule, arbiter_, case_.master, transfer_);
      stretch.run(arbiter_.next_grant(), case_.until,
                  [&](const Request& request, int64_t edge, int64_t completion) {
                    see({case_.master, request, edge}, completion);
                  });
      EXPECT_EQ(stretch.last_completion(), std::get<5>(seen.back()));
      stretch_beats += stretch.beats();
    }
  }
  // All that is left, and bursts of others behind it: what is in flight shows in their grants.
  void rest() {
    for (int64_t others = 20; arbiter_.next_grant() != kNever;) {
      grant_next();
      if (arbiter_.pending(TimedUnit::Fetch).registered == kNever && others-- > 0)
        arbiter_.request(TimedUnit::Fetch, std::get<4>(seen.back()) + 1, {0, 8, 1});
    }
  }
  const Transfer& transfer() const { return transfer_; }

  std::vector<Seen> seen;
  int64_t stretch_beats = 0;

 private:
  void grant_next() {
    const int64_t edge = arbiter_.next_grant();
    const TimedUnit master = arbiter_.winner(edge);
    const Granted burst{master, arbiter_.pending(master), edge};
    const Burst& moved = burst.request.burst;
    arbiter_.granted(master, edge);
    const int64_t completion = arbiter_.answered(
        burst, burst.write() ? case_.timing.write_latency : case_.timing.read_latency);
    see(burst, completion);
    if (master != case_.master || !moving_)
      return;
    if (burst.write())
      transfer_.write_granted(burst.request.registered, edge, completion, moved.beats);
    else
      transfer_.read_granted(burst.request.registered, edge, completion, moved.beats);
    if (transfer_.more())
      arbiter_.request(master, edge + 1, transfer_.next());
  }
  void see(const Granted& burst, int64_t completion) {
    seen.emplace_back(static_cast<int>(burst.master), burst.request.burst.address,
                      burst.request.burst.beats, burst.request.registered, burst.edge, completion);
  }

  Case case_;
  Arbiter arbiter_;
  Transfer transfer_;
  bool moving_ = false;
};

void expect_same(const Port& a, const Port& b) {
  EXPECT_EQ(a.seen, b.seen);
  EXPECT_EQ(a.transfer().states(), b.transfer().states());
  EXPECT_EQ(a.transfer().beats(), b.transfer().beats());
  EXPECT_EQ(a.transfer().last_completion(), b.transfer().last_completion());
}

// The number of bursts that were granted in stretches.
size_t compare(const Case& c) {
  SCOPED_TRACE(describe(c));
  Port plain(c), fast(c);
  const size_t before = fast.seen.size();
  plain.one_by_one();
  fast.in_a_stretch();
  expect_same(plain, fast);
  const size_t in_stretches = fast.seen.size() - before;
  int64_t beats = 0;
  for (size_t k = before; k < fast.seen.size(); ++k)
    beats += std::get<2>(fast.seen[k]);
  EXPECT_EQ(fast.stretch_beats, beats);
  plain.rest();
  fast.rest();
  expect_same(plain, fast);
  return in_stretches;
}

MemoryTiming timing_of(int64_t read, int64_t write, int64_t gap, int64_t outstanding,
                       int64_t burst_beats, int log_bus = 3) {
  MemoryTiming timing;
  timing.read_latency = read;
  timing.write_latency = write;
  timing.gap = gap;
  timing.max_outstanding = outstanding;
  timing.log_bus = log_bus;
  timing.log_burst_bytes = log_bus + std::countr_zero(static_cast<uint64_t>(burst_beats));
  return timing;
}

// The example of the header.
TEST(Stretch, GrantsEqualBurstsUntilAnotherIsACandidate) {
  Case c;
  c.timing = timing_of(0, 0, 0, 16, 16);
  c.runs = {0, 65 * 128, 1, 0};
  c.start = 12;
  c.until = 120;
  c.contested = true;
  Port port(c);
  port.in_a_stretch();
  std::vector<int64_t> grants, completions;
  for (const Seen& burst : port.seen) {
    grants.push_back(std::get<4>(burst));
    completions.push_back(std::get<5>(burst));
  }
  EXPECT_EQ(grants, (std::vector<int64_t>{14, 30, 46, 62, 78, 94, 110}));
  EXPECT_EQ(completions, (std::vector<int64_t>{32, 48, 64, 80, 96, 112, 128}));
  port.rest();
  EXPECT_EQ(std::get<0>(port.seen[7]), static_cast<int>(TimedUnit::Fetch));
  EXPECT_EQ(std::get<4>(port.seen[7]), 126);
  compare(c);
}

// An end at every edge around the grants: the last burst of a stretch is the one that it may have.
TEST(Stretch, EndsAtAnyEdge) {
  for (const int64_t gap : {0, 1, 5})
    for (const bool contested : {false, true})
      for (int64_t until = 14; until < 14 + 9 * (16 + gap); ++until) {
        Case c;
        c.timing = timing_of(3, 3, gap, 16, 16);
        c.runs = {64, 8 * 128, 1, 0};
        c.start = 12;
        c.until = until;
        c.contested = contested;
        compare(c);
      }
}

TEST(Stretch, EqualsBurstsOneByOneForAllParameters) {
  for (const TimedUnit master : {TimedUnit::Load, TimedUnit::Compute, TimedUnit::Store})
    for (const int64_t latency : {0, 1, 2, 3, 16, 31, 32, 33, 64, 200})
      for (const int64_t gap : {0, 1, 2, 17, 250})
        for (int64_t outstanding = 1; outstanding <= 8; ++outstanding)
          for (const int64_t burst_beats : {1, 2, 4, 16, 256}) {
            Case c;
            c.timing =
                timing_of(latency, std::min<int64_t>(latency, 64), gap, outstanding, burst_beats);
            c.master = master;
            // A part of a burst, six whole ones, a part; once more, elsewhere in its bursts.
            const int64_t full = burst_beats * 8;
            c.runs = {static_cast<uint64_t>(full / 2), 7 * full, 2, 9 * full + 8};
            c.start = 40;
            compare(c);
            if (::testing::Test::HasFailure())
              return;
          }
}

// STOREs from before, with a longer latency, hold the room of the first bursts, and then less.
TEST(Stretch, StoresInFlightFromBeforeDelayTheFirstBurstsAlone) {
  for (const int64_t write : {0, 8, 32, 40, 64})
    for (int64_t outstanding = 1; outstanding <= 8; ++outstanding)
      for (size_t stores = 0; stores <= 8; ++stores)
        for (const int64_t burst_beats : {1, 4, 16}) {
          Case c;
          c.timing = timing_of(2, write, 0, outstanding, burst_beats);
          c.before.assign(stores, {true, 1});
          c.runs = {0, 20 * burst_beats * 8, 1, 0};
          compare(c);
        }
}

class RandomCases {
 public:
  explicit RandomCases(uint64_t seed) : random_(seed) {}

  Case next() {
    Case c;
    const int log_bus = static_cast<int>(3 + below(4));
    c.timing = timing_of(one_in(3) ? 0 : below(200), one_in(3) ? 32 + below(33) : below(65),
                         one_in(2) ? 0 : below(one_in(3) ? 300 : 6),
                         one_in(4) ? 16 + below(49) : 1 + below(8),
                         int64_t{1} << below(one_in(2) ? 5 : 13 - log_bus), log_bus);
    constexpr TimedUnit kMasters[] = {TimedUnit::Load, TimedUnit::Compute, TimedUnit::Store};
    c.master = kMasters[below(3)];
    for (int64_t count = below(10); count > 0; --count)
      c.before.emplace_back(one_in(2), 1 + below(8));
    const int64_t full = int64_t{1} << c.timing.log_burst_bytes;
    const int64_t unit = one_in(2) ? full : int64_t{1} << below(c.timing.log_burst_bytes + 1);
    c.runs.address = static_cast<uint64_t>(unit * below(64));
    c.runs.bytes = unit * (1 + below(one_in(3) ? 200 : 20));
    c.runs.count = 1 + below(5);
    c.runs.pitch = one_in(4) ? c.runs.bytes : unit * below(40);
    c.start = below(400);
    c.since = c.start + (one_in(3) ? below(300) : 0);
    c.pads = c.master != TimedUnit::Store && one_in(3) ? below(60) : 0;
    if (one_in(2)) {
      c.until = c.start + 2 + below(one_in(2) ? 200 : 5000);
      c.contested = one_in(2);
    }
    return c;
  }

 private:
  int64_t below(int64_t bound) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
  }
  bool one_in(int64_t n) { return below(n) == 0; }

  std::mt19937_64 random_;
};

TEST(Stretch, EqualsBurstsOneByOneInRandomStates) {
  size_t bursts = 0;
  for (uint64_t seed = 0; seed < 20000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    bursts += compare(RandomCases(seed).next());
  }
  EXPECT_GT(bursts, 20000u);
}

}  // namespace
}  // namespace vta::csim
