#include "sim/dram/dram_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "config/dram_file.h"
#include "tests/sim/dram/dram_traffic.h"

namespace vta {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// The example of the page: 100 MHz and a bus of 8 bytes, so that 3 of the core's edges are 16
// clocks of the DRAM.
TEST(DramMemory, TheExampleOfThePage) {
  DramMemory memory(load_dram("ddr3-1066"), {8}, 100'000);
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
  DramMemory memory(dram, {bus}, khz);
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

// The page, clock by clock and beat by beat: every clock of the controller is begun, transactions
// are offered one by one, and d is counted up until no beat is too early.
struct PlainBurst {
  int64_t edge, address, beats;
  bool write;
  std::vector<int64_t> there;  // clock of the data of each transaction; of a write: of the answer
  int64_t told = 0;            // clock of the last command
};

std::vector<int64_t> plain_latencies(const DramConfig& dram, int64_t bus, int64_t khz,
                                     std::vector<PlainBurst>& bursts) {
  const int64_t core = 1'000'000'000, own = dram.clock_ps * khz;  // periods
  const int64_t size = dram.organization.transaction_bytes;
  struct Offer {
    size_t burst;
    int64_t entry, number, first;
  };
  std::deque<Offer> offers;
  int64_t entered = 0;
  for (size_t i = 0; i < bursts.size(); ++i) {
    PlainBurst& b = bursts[i];
    entered = std::max(entered, b.edge + (b.write ? 2 + b.beats : 1));
    const int64_t begin = b.address / bus * bus, first = begin / size;
    for (int64_t t = first; t * size < begin + b.beats * bus; ++t)
      offers.push_back({i, entered, t, first});
    b.there.assign(static_cast<size_t>((begin + b.beats * bus - 1) / size - first + 1), -1);
  }
  DramController controller(dram);
  size_t left = offers.size();
  std::vector<std::pair<size_t, size_t>> tags;
  while (left > 0) {
    while (!offers.empty() && offers.front().entry * core <= controller.clock() * own) {
      const Offer& offer = offers.front();
      PlainBurst& b = bursts[offer.burst];
      const auto at = static_cast<size_t>(offer.number - offer.first);
      if (controller.offer(offer.number * size, 1, b.write, std::ssize(tags)) == 0)
        break;
      tags.emplace_back(offer.burst, at);
      if (b.write) {
        b.there[at] = controller.clock() + 1;
        --left;
      }
      offers.pop_front();
    }
    const auto take = [&] {
      for (const DramController::Data& data : controller.data()) {
        const auto [burst, at] = tags[static_cast<size_t>(data.tag)];
        bursts[burst].there[at] = data.clock;
        bursts[burst].told = std::max(bursts[burst].told, data.known);
        --left;
      }
      controller.forget_data();
    };
    take();
    controller.run(controller.clock() + 1);
    take();
  }
  std::vector<int64_t> latencies;
  for (const PlainBurst& b : bursts) {
    const auto is_early = [&](int64_t d) {
      if (b.write)
        return (b.edge + 2 + b.beats + d) * core < std::ranges::max(b.there) * own;
      const int64_t begin = b.address / bus * bus, first = begin / size;
      if ((b.edge + 2 + d) * core < b.told * own)
        return true;
      for (int64_t k = 0; k < b.beats; ++k)
        for (int64_t t = (begin + k * bus) / size; t * size < begin + (k + 1) * bus; ++t)
          if ((b.edge + 2 + d + k) * core < b.there[static_cast<size_t>(t - first)] * own)
            return true;
      return false;
    };
    int64_t d = 0;
    while (is_early(d))
      ++d;
    latencies.push_back(d);
  }
  return latencies;
}

void expect_plain_latencies(const DramConfig& dram, int64_t bus, int64_t khz) {
  std::mt19937_64 rng(static_cast<uint64_t>(khz));
  std::vector<PlainBurst> bursts;
  DramMemory memory(dram, {bus}, khz);
  int64_t edge = 1;
  for (const DramBurst& burst : random_bursts(dram, 400, 11)) {
    const int64_t beats = 1 + static_cast<int64_t>(rng() % 16);
    const int64_t room = dram.organization.capacity_bytes() - beats * bus;
    bursts.push_back({edge, std::min(burst.address, room), beats, burst.write, {}});
    edge += beats + static_cast<int64_t>(rng() % 8 == 0 ? rng() % 300 : rng() % 3);
  }
  std::vector<int64_t> found[2], wanted[2];
  const auto hear_until = [&](int64_t until) {
    while (const auto answer = memory.answer_before(until))
      found[answer->write].push_back(answer->latency);
  };
  for (const PlainBurst& b : bursts) {
    hear_until(b.edge);
    memory.grant({b.edge, static_cast<uint64_t>(b.address), b.beats, b.write});
  }
  hear_until(kNever);
  const std::vector<int64_t> plain = plain_latencies(dram, bus, khz, bursts);
  for (size_t i = 0; i < bursts.size(); ++i)
    wanted[bursts[i].write].push_back(plain[i]);
  EXPECT_EQ(found[0], wanted[0]) << dram.name << ", bus " << bus << ", " << khz << " kHz";
  EXPECT_EQ(found[1], wanted[1]) << dram.name << ", bus " << bus << ", " << khz << " kHz";
}

TEST(DramMemory, IsThePageClockByClock) {
  for (const NamedDram& named : named_drams())
    for (const auto& [bus, khz] : {std::pair<int64_t, int64_t>{8, 100'000},
                                   {16, 333'000},
                                   {64, 200'000},
                                   {64, 77'000},
                                   {32, 71'234}})
      expect_plain_latencies(load_dram(std::string(named.name)), bus, khz);
}

// Eight transactions are one beat, and come faster than the core takes beats.
TEST(DramMemory, ATransactionMayBeLessThanABeat) {
  DramConfig dram = load_dram("ddr3-1066");
  dram.organization.transaction_bytes = 8;
  for (const int64_t khz : {5'000, 10'000, 14'000, 60'000})
    expect_plain_latencies(dram, 64, khz);
}

TEST(DramMemory, ALaunchBeginsAnew) {
  DramMemory memory(load_dram("ddr4-2400"), {8}, 200'000);
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
