#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "config/random_config.h"
#include "hw/isa/codec.h"
#include "sim/cosim/backend_run.h"
#include "sim/cosim/hazards.h"
#include "sim/cosim/hit_classes.h"
#include "sim/races/race_check.h"
#include "tests/compiler/codegen/race_check.h"
#include "tests/compiler/codegen/shuffled_device.h"
#include "tests/cosim/cosim_fixture.h"

namespace vta::cosim {
namespace {

using vta::testing::program_of;

// Sanitizers make programs slow to run and to check: a sixth of them do there.
#ifdef __SANITIZE_ADDRESS__
constexpr int64_t kPerConfig = 10;
#else
constexpr int64_t kPerConfig = 60;
#endif

// The independent checker wants memory as one array of bytes and one launch.
bool can_be_checked(const TestProgram& p) {
  return p.memory_bytes <= int64_t{1} << 26 && p.relaunches.empty() && p.insns.size() < 5000;
}

// The same stream as the independent checker takes it: all bases 0, micro-ops anywhere in memory.
Program as_compiled(const TestProgram& p) {
  Program program;
  program.config = p.config;
  program.arena_bytes = p.memory_bytes;
  DeviceMemory memory(p.memory_bytes);
  place_program(p, memory);
  program.uops.assign(memory.data(), memory.data() + p.memory_bytes);
  return program;
}

std::vector<Insn> with_absolute_addresses(const TestProgram& p) {
  std::vector<Insn> insns = p.insns;
  for (Insn& n : insns)
    if ((n.op() == Opcode::Load || n.op() == Opcode::Store) && n.x_size > 0 && n.y_size > 0)
      n.dram_base +=
          static_cast<int64_t>(p.bases.of(n.memory())) / p.config.element_bytes(n.memory());
  return insns;
}

// The library's, which takes the stream as it is, relaunches and all.
int64_t library_races(const TestProgram& p) {
  DeviceMemory memory(p.memory_bytes);
  place_program(p, memory);
  const auto read = [&](uint64_t address, std::span<std::byte> to) {
    std::ranges::copy(std::as_const(memory).at(address, std::ssize(to)), to.begin());
  };
  int64_t races = 0;
  std::optional<RaceCheck> check;
  for (const LaunchRange& launch : launches_of(p)) {
    if (launch.fresh)
      check.emplace(p.config);
    const int64_t before = check->count();
    check->launch(std::span(p.insns).subspan(static_cast<size_t>(launch.first),
                                             static_cast<size_t>(launch.size())),
                  p.bases, read);
    races += check->count() - before;
  }
  return races;
}

bool ends_plainly(const TestProgram& p) {
  return p.expected_error == IsaError::None;
}

RunResult run_on_fsim(const TestProgram& p, std::vector<std::byte>* dram = nullptr) {
  const auto device = make_device("fsim", p.config, {.memory_bytes = p.memory_bytes});
  RunResult result = run_program(p, *device);
  if (dram != nullptr)
    dram->assign(result.dram.begin(), result.dram.end());
  result.dram = {};
  return result;
}

TEST(Generator, SameArgumentsGiveTheSameProgram) {
  for (int64_t i = 0; i < 20; ++i)
    EXPECT_EQ(program_of("default", 3, i), program_of("default", 3, i)) << i;
}

TEST(Generator, SeedAndIndexBothMatter) {
  EXPECT_FALSE(program_of("default", 3, 0) == program_of("default", 3, 1));
  EXPECT_FALSE(program_of("default", 3, 0) == program_of("default", 4, 0));
}

TEST(Generator, MostProgramsAreShortAndAFewAreVeryLong) {
  int64_t shortest = 100000, longest = 0, above_1200 = 0;
  constexpr int64_t kPrograms = 600;
  for (int64_t i = 0; i < kPrograms; ++i) {
    const int64_t size = std::ssize(program_of("tiny", 8, i).insns);
    shortest = std::min(shortest, size);
    longest = std::max(longest, size);
    above_1200 += size > 1200 ? 1 : 0;
  }
  EXPECT_GE(shortest, kLeastInsns - 1);  // NO_FINISH takes one away
  EXPECT_LT(shortest, 80);
  EXPECT_LE(longest, kMostInsns);
  EXPECT_GT(longest, 10000);
  EXPECT_LT(above_1200, kPrograms / 10);
}

TEST(Generator, ThreeInTenEndWithAnErrorAndOneInTwelveIsRacy) {
  std::map<IsaError, int> errors;
  int racy = 0;
  constexpr int kPrograms = 1000;
  for (int64_t i = 0; i < kPrograms; ++i) {
    const TestProgram p = program_of("tiny", 21, i);
    ++errors[p.expected_error];
    racy += p.racy ? 1 : 0;
  }
  EXPECT_NEAR(errors[IsaError::None], 69 * kPrograms / 100., 8);
  for (int e = 1; e <= 12; ++e) {
    const int wanted = e == 8 || e == 12 ? 80 : e == 6 ? 50 : e == 5 ? 20 : 10;
    EXPECT_NEAR(errors[static_cast<IsaError>(e)], wanted, 3 + wanted / 20) << e;
  }
  EXPECT_NEAR(racy, 8 * kPrograms / 100., 8);
}

TEST(Generator, EveryProgramEndsAsMeant) {
  for (const char* config : {"default", "tiny", "1x8", "1x64", "4x16", "1x32.16", "uop64"})
    for (int64_t i = 0; i < kPerConfig; ++i) {
      const TestProgram p = program_of(config, 17, i);
      const RunResult result = run_on_fsim(p);
      ASSERT_EQ(result.failure, "") << config << " " << i;
      EXPECT_EQ(result.report.error, p.expected_error)
          << config << " " << i << ": " << result.report.error_text;
    }
}

TEST(Generator, ProgramsWithoutErrorAreFreeOfRacesUnlessTheySayOtherwise) {
  int64_t conflicts = 0, checked = 0;
  for (const char* config : {"default", "tiny", "1x16.32", "uop64", "1x8"})
    for (int64_t i = 0; i < kPerConfig; ++i) {
      const TestProgram p = program_of(config, 31, i);
      if (!ends_plainly(p) || p.racy)
        continue;
      EXPECT_TRUE(is_race_free(p)) << config << " " << i;
      EXPECT_EQ(library_races(p), 0) << config << " " << i;
      if (!can_be_checked(p))
        continue;
      const auto races = vta::testing::find_races(as_compiled(p), with_absolute_addresses(p));
      EXPECT_EQ(races.count, 0) << config << " " << i << ": " << races.first;
      conflicts += races.conflicts;
      ++checked;
    }
  EXPECT_GT(checked, 2 * kPerConfig);      // the others are too large, or launched again
  EXPECT_GT(conflicts, 170 * kPerConfig);  // there was something to order
}

TEST(Generator, ProgramsWithErrorsAreFreeOfRacesAsFarAsTheyGo) {
  for (int64_t i = 0; i < 400; ++i) {
    const TestProgram p = program_of("default", 33, i);
    EXPECT_TRUE(ends_plainly(p) || is_race_free(p)) << i;
  }
}

TEST(Generator, RacyProgramsHaveRacesThatBothCheckersFind) {
  int racy = 0, found = 0;
  for (int64_t i = 0; i < 300; ++i) {
    const TestProgram p = program_of("default", 35, i);
    if (!p.racy || !can_be_checked(p))
      continue;
    ++racy;
    const bool races =
        vta::testing::find_races(as_compiled(p), with_absolute_addresses(p)).count > 0;
    EXPECT_EQ(is_race_free(p), !races) << i;
    EXPECT_EQ(library_races(p) > 0, races) << i;
    found += races ? 1 : 0;
  }
  EXPECT_GT(racy, 20);
  EXPECT_GT(found, racy / 2);  // a few tokens less need not be a race
}

// Any order of the units that the tokens allow gives the same memory.
TEST(Generator, UnitsMayRunInAnyOrderThatTheTokensAllow) {
  int checked = 0;
  for (int64_t i = 0; i < 60; ++i) {
    TestProgram p = program_of("tiny", 37, i);
    p.refused = {};  // which refuses nothing of a program that ends plainly
    if (!ends_plainly(p) || p.racy || !can_be_checked(p))
      continue;  // the shuffled device checks nothing: no launch before may end with an error
    ++checked;
    std::vector<std::byte> wanted;
    run_on_fsim(p, &wanted);
    for (uint64_t order = 0; order < 3; ++order) {
      const auto device = vta::testing::make_shuffled_device(p.config, order);
      const RunResult result = run_program(p, *device);
      EXPECT_TRUE(std::ranges::equal(result.dram, wanted)) << i << " order " << order;
    }
  }
  EXPECT_GT(checked, 20);
}

TEST(Generator, WorkOfAProgramIsBoundedButForInstructionsOfAMillionSteps) {
  int64_t long_programs = 0;
  for (int64_t i = 0; i < 200; ++i) {
    const TestProgram p = program_of("1x16.32", 39, i);
    const RunResult result = run_on_fsim(p);
    const Counters& c = result.report.counters;
    const bool is_long = c.gemm_counter + c.alu_counter > 1 << 20;
    long_programs += is_long ? 1 : 0;
    EXPECT_TRUE(is_long || c.gemm_counter + c.alu_counter < 60000) << i;
    EXPECT_LT(c.total_bytes(), 500000) << i;
  }
  EXPECT_LT(long_programs, 8);
}

TEST(Generator, ConfigurationsOfTwoElementsAreNotLeft) {
  const std::vector<VtaConfig> configs = random_legal_configs(1, 0);  // the smallest machine
  for (int64_t i = 0; i < 720; ++i) {
    const TestProgram p = generate_program(configs.front(), MemoryChoice::Mixed, 43, i);
    for (const Insn& n : p.insns)
      for (const PlacedField& f : InsnCodec(p.config).fields(n.opcode))
        ASSERT_TRUE(f.is_signed || n.*f.member >= 0) << i << " " << f.name;
    EXPECT_EQ(run_on_fsim(p).report.error, p.expected_error) << i;
  }
}

TEST(Generator, LargestConfigurationsGetProgramsToo) {
  for (const VtaConfig& config :
       random_legal_configs(kCoveringConfigs, 0, {.log_scratchpad_bytes = 22}))
    for (int64_t i = 0; i < 6; ++i) {
      const TestProgram p = generate_program(config, MemoryChoice::Mixed, 45, i);
      EXPECT_EQ(run_on_fsim(p).report.error, p.expected_error) << config.name() << " " << i;
    }
}

TEST(HitClasses, EveryClassIsReachedByTwoThousandPrograms) {
  const std::vector<VtaConfig> configs = {
      named_config("tiny"), load_config(VTA_SOURCE_DIR "/tests/data/configs/shallow.json")};
  HitTable table(configs, {});
  std::vector<std::unique_ptr<Device>> devices;
  for (const VtaConfig& config : configs)
    devices.push_back(make_device("fsim", config, {.memory_bytes = kMostMemory}));
  for (int64_t i = 0; i < 2000; ++i) {
    const auto c = static_cast<size_t>(i % 2);
    const TestProgram p = generate_program(configs[c], MemoryChoice::Mixed, 41, i);
    table.add(table.classify(p, run_program(p, *devices[c])));
  }
  EXPECT_EQ(table.fewer_than(4), std::vector<std::string>{});
  EXPECT_GT(table.classes().size(), 300U);
}

TEST(HitClasses, WhatNoConfigurationReachesIsLeftOut) {
  const auto has = [](const HitTable& table, const std::string& name) {
    return std::ranges::any_of(table.classes(), [&](const HitClass& c) { return c.name == name; });
  };
  VtaConfig config = named_config("default");
  EXPECT_FALSE(has(HitTable({&config, 1}, {.timed = true}), "ALU MOV vector"));
  EXPECT_FALSE(has(HitTable({&config, 1}, {.timed = true}), "full queue"));
  EXPECT_TRUE(has(HitTable({&config, 1}, {.timed = true}), "full deep queue"));
  EXPECT_TRUE(has(HitTable({&config, 1}, {}), "MEM_GAP: greatest"));
  EXPECT_FALSE(has(HitTable({&config, 1}, {.memory_varies = false}), "MEM_GAP: greatest"));
  config.isa_ext = 1;
  config.cmd_queue_depth = 4;
  EXPECT_TRUE(has(HitTable({&config, 1}, {.timed = true}), "ALU MOV vector"));
  EXPECT_TRUE(has(HitTable({&config, 1}, {.timed = true}), "full queue"));
  EXPECT_FALSE(has(HitTable({&config, 1}, {}), "full queue"));
}

}  // namespace
}  // namespace vta::cosim
