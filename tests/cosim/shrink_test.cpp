#include <gmock/gmock.h>

#include <algorithm>

#include "sim/cosim/hazards.h"
#include "sim/cosim/program_text.h"
#include "tests/cosim/cosim_fixture.h"

namespace vta::cosim {
namespace {

using vta::testing::Fault;
using vta::testing::faulty_maker;
using vta::testing::is_multiply;
using vta::testing::is_store;
using vta::testing::plain_programs;

constexpr ShrinkLimits kLimits{.runs = 4000, .seconds = 300};

// The first plain program that shows the fault, made small.
TestProgram shrunk(Bench& bench) {
  for (const TestProgram& p : plain_programs("tiny", 10))
    if (bench.run(p).difference)
      return bench.shrink(p, kLimits);
  return {};
}

TEST(Shrink, OneFaultyInstructionIsWhatRemains) {
  Bench bench({"good", "bad"}, faulty_maker(Fault::LateCompletion, is_multiply));
  const TestProgram p = shrunk(bench);
  ASSERT_LE(p.insns.size(), 2U);
  EXPECT_TRUE(std::ranges::any_of(p.insns, is_multiply));
  EXPECT_TRUE(p.uops.empty());
  EXPECT_TRUE(p.regions.empty());
}

TEST(Shrink, FieldsBecomeAsSmallAsTheFaultAllows) {
  Bench bench({"good", "bad"}, faulty_maker(Fault::LateCompletion, [](const Insn& n) {
                return n.op() == Opcode::Load && n.y_pad_0 >= 2;
              }));
  const TestProgram p = shrunk(bench);
  ASSERT_LE(p.insns.size(), 2U);
  const Insn& n = p.insns.front();
  EXPECT_LE(n.y_pad_0, 3);
  EXPECT_EQ(n.y_pad_1, 0);
  EXPECT_EQ(n.dram_base, 0);
  EXPECT_EQ(n.push_next, 0);
}

TEST(Shrink, ADifferenceOfValuesStaysFreeOfRaces) {
  Bench bench({"good", "bad"}, faulty_maker(Fault::DramByte, is_store));
  const TestProgram p = shrunk(bench);
  EXPECT_FALSE(p.racy);
  EXPECT_TRUE(is_race_free(p));
  EXPECT_LE(p.insns.size(), 3U);
}

TEST(Shrink, WhatIsSavedReplays) {
  Bench bench({"good", "bad"}, faulty_maker(Fault::LateCompletion, is_multiply));
  const TestProgram p = shrunk(bench);
  const TestProgram again = parse_program(program_text(p, "why"), "saved.s");
  ASSERT_TRUE(bench.run(again).difference);
  EXPECT_EQ(bench.run(again).difference->text, bench.run(p).difference->text);
}

TEST(Shrink, EndsAtItsLimitOfRuns) {
  Bench bench({"good", "bad"}, faulty_maker(Fault::LateCompletion, is_multiply));
  for (const TestProgram& p : plain_programs("tiny", 10)) {
    if (!bench.run(p).difference)
      continue;
    const TestProgram some = bench.shrink(p, {.runs = 5, .seconds = 300});
    EXPECT_TRUE(bench.run(some).difference);
    EXPECT_GE(some.insns.size(), p.insns.size() / 32);
    return;
  }
  FAIL();
}

}  // namespace
}  // namespace vta::cosim
