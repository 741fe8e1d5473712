// A small part of what scripts/check_exact.sh runs, and that it finds what is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "hw/isa/codec.h"
#include "tests/compiler/exact/exact_case.h"

namespace vta {
namespace {

using testing::CaseResult;
using testing::ExactCase;
using testing::Features;

TEST(ExactCases, ValuesAreTheInterpretersAndNothingRaces) {
  Features features;
  for (int64_t i = 0; i < 60; ++i) {
    const CaseResult result = testing::check_values(testing::values_case(1, i, features));
    EXPECT_EQ(result.problem, "") << "case " << i;
    EXPECT_GT(result.elements, 0);
  }
}

TEST(ExactCases, CyclesAreThoseOfTheRtl) {
  Features features;
  for (const int64_t i : {0, 1, 2}) {
    const ExactCase c = testing::cycles_case(1, i, features);
    const CaseResult result = testing::check_cycles(c);
    EXPECT_EQ(result.problem, "") << "case " << i << " on " << c.options.config.name();
    EXPECT_GT(result.cycles, 0);
  }
}

TEST(ExactCases, EveryKindOfNetworkIsAmongTheFirstThousand) {
  Features features;
  for (int64_t i = 0; i < 1000; ++i)
    testing::values_case(1, i, features);
  for (const char* name :
       {"residual with relu", "residual without relu", "residual add", "fused residual add",
        "max pool", "sum pool", "concatenation", "depthwise", "groups", "dilation", "dense", "fast",
        "reference", "ISA_EXT 0", "ISA_EXT 1", "ACC_OVERLAP 0", "ACC_OVERLAP 1"})
    EXPECT_GE(features[name], 50) << name;
}

TEST(ExactCases, ConfigurationsOfTheRtlAreEveryNamedOneAndSixMore) {
  EXPECT_EQ(testing::cycles_configs(1).size(), named_configs().size() + 6);
}

// Immediates of the last kernel's clip, all one less: its results above are other values.
CompileResult with_wrong_limits(CompileResult compiled) {
  const InsnCodec codec(compiled.program.config);
  std::byte* insns = compiled.program.insns.data();
  for (int64_t at = 0; at < std::ssize(compiled.program.insns); at += kInsnBytes) {
    InsnBits bits;
    std::memcpy(&bits, insns + at, sizeof(bits));
    Insn insn = codec.decode(bits);
    if (insn.op() != Opcode::Alu || insn.use_imm == 0 || insn.imm == 0)
      continue;
    --insn.imm;
    bits = codec.encode(insn);
    std::memcpy(insns + at, &bits, sizeof(bits));
  }
  return compiled;
}

TEST(ExactCases, AWrongProgramIsFound) {
  Features features;
  int64_t found = 0;
  for (int64_t i = 0; i < 10; ++i) {
    const ExactCase c = testing::values_case(1, i, features);
    const CompileResult compiled = compile_graph(c.graph, c.options);
    EXPECT_EQ(testing::check_program(c, compiled).problem, "");
    found += testing::check_program(c, with_wrong_limits(compiled)).problem.empty() ? 0 : 1;
  }
  EXPECT_GE(found, 9);
}

// Without their tokens units do not wait for each other.
TEST(ExactCases, ARaceIsFound) {
  Features features;
  const ExactCase c = testing::values_case(1, 0, features);
  CompileResult compiled = compile_graph(c.graph, c.options);
  const InsnCodec codec(compiled.program.config);
  std::byte* insns = compiled.program.insns.data();
  for (int64_t at = 0; at < std::ssize(compiled.program.insns); at += kInsnBytes) {
    InsnBits bits;
    std::memcpy(&bits, insns + at, sizeof(bits));
    Insn insn = codec.decode(bits);
    insn.pop_prev = insn.pop_next = insn.push_prev = insn.push_next = 0;
    bits = codec.encode(insn);
    std::memcpy(insns + at, &bits, sizeof(bits));
  }
  EXPECT_TRUE(testing::check_program(c, compiled).problem.starts_with("a race: "))
      << testing::check_program(c, compiled).problem;
}

}  // namespace
}  // namespace vta
