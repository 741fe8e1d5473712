#include "sim/dram/dram_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <random>
#include <vector>

#include "config/dram_file.h"
#include "tests/sim/dram/dram_traffic.h"

namespace vta {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// The example of the page: 100 MHz and a bus of 8 bytes, so that 3 of the core's edges are 16
// clocks of the DRAM.
TEST(DramMemory, TheExampleOfThePage) {
  DramMemory memory(load_dram("ddr3-1066"), 8, 100'000);
  memory.grant({.edge = 10, .address = 4096, .beats = 16, .write = false});
  EXPECT_FALSE(memory.answer_before(10).has_value());
  const auto read = memory.answer_before(kNever);
  ASSERT_TRUE(read.has_value());
  EXPECT_FALSE(read->write);
  EXPECT_EQ(read->latency, 3);
  memory.grant({.edge = 40, .address = 8192, .beats = 16, .write = true});
  const auto write = memory.answer_before(kNever);
  ASSERT_TRUE(write.has_value());
  EXPECT_TRUE(write->write);
  EXPECT_EQ(write->latency, 1);
  EXPECT_FALSE(memory.waits());
  EXPECT_FALSE(memory.answer_before(kNever).has_value());
}

struct Heard {
  std::vector<int64_t> latencies[2];
  DramStatistics statistics;
};

// Grants at random edges; `step`: how far the memory goes on at once between two of them.
Heard hear(const DramConfig& dram, int64_t bus, int64_t khz, uint64_t seed, int64_t step) {
  DramMemory memory(dram, bus, khz);
  std::mt19937_64 rng(seed);
  Heard heard;
  // The edge of the first beat, or of the completion, of a burst without latency, and how long the
  // next one of its kind waits for it.
  struct Edges {
    int64_t first, beats;
  };
  std::deque<Edges> earliest[2];
  int64_t free[2] = {};
  const auto hear_until = [&](int64_t edge) {
    while (const auto answer = memory.answer_before(edge)) {
      heard.latencies[answer->write].push_back(answer->latency);
      auto& edges = earliest[answer->write];
      const int64_t first = std::max(edges.front().first + answer->latency, free[answer->write]);
      EXPECT_TRUE(step != 1 || edge == kNever || first >= edge)
          << first << " is too late at " << edge;
      free[answer->write] = first + edges.front().beats;
      edges.pop_front();
    }
  };
  int64_t edge = 1;
  for (const DramBurst& burst : random_bursts(dram, 2000, seed)) {
    const int64_t beats = 1 + static_cast<int64_t>(rng() % 16);
    const int64_t next =
        edge + beats + static_cast<int64_t>(rng() % 8 == 0 ? rng() % 300 : rng() % 4);
    const int64_t room = dram.organization.capacity_bytes() - beats * bus;
    earliest[burst.write].push_back(
        {edge + 2 + (burst.write ? beats : 0), burst.write ? 1 : beats});
    memory.grant({edge, static_cast<uint64_t>(std::min(burst.address, room)), beats, burst.write});
    if (step > 0)
      for (int64_t at = edge + 1; at < next; at += step)
        hear_until(at);
    hear_until(next);
    edge = next;
  }
  hear_until(kNever);
  EXPECT_FALSE(memory.waits());
  heard.statistics = memory.finish(edge + 1000);
  return heard;
}

TEST(DramMemory, AnswersDoNotDependOnWhenOneAsks) {
  for (const NamedDram& named : named_drams())
    for (const int64_t khz : {50'000, 100'000, 187'500, 333'000, 800'000}) {
      const DramConfig dram = load_dram(std::string(named.name));
      const Heard at_once = hear(dram, 16, khz, 5, 0);
      EXPECT_EQ(at_once.latencies[0].size() + at_once.latencies[1].size(), 2000u);
      for (const int64_t step : {1, 7}) {
        const Heard often = hear(dram, 16, khz, 5, step);
        EXPECT_EQ(often.latencies[0], at_once.latencies[0]) << named.name << " " << khz;
        EXPECT_EQ(often.latencies[1], at_once.latencies[1]) << named.name << " " << khz;
        EXPECT_EQ(often.statistics, at_once.statistics);
      }
    }
}

TEST(DramMemory, ALaunchBeginsAnew) {
  DramMemory memory(load_dram("ddr4-2400"), 8, 200'000);
  std::vector<int64_t> latencies;
  for (int run = 0; run < 2; ++run) {
    memory.launch();
    memory.grant({.edge = 5, .address = 64, .beats = 8, .write = false});
    memory.grant({.edge = 13, .address = 1 << 20, .beats = 8, .write = false});
    while (const auto answer = memory.answer_before(kNever))
      latencies.push_back(answer->latency);
  }
  ASSERT_EQ(latencies.size(), 4u);
  EXPECT_EQ(latencies[0], latencies[2]);
  EXPECT_EQ(latencies[1], latencies[3]);
}

}  // namespace
}  // namespace vta
