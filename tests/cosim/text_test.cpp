#include <gmock/gmock.h>

#include "base/error.h"
#include "sim/cosim/program_text.h"
#include "tests/cosim/cosim_fixture.h"

namespace vta::cosim {
namespace {

using ::testing::HasSubstr;
using vta::testing::program_of;

std::string refusal(const std::string& text) {
  try {
    parse_program(text, "p.s");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(ProgramText, RoundTripOfEveryKindOfProgram) {
  for (const char* config : {"default", "tiny", "uop64", "1x32.16"})
    for (int64_t i = 0; i < 70; ++i) {
      const TestProgram p = program_of(config, 51, i);
      EXPECT_EQ(parse_program(program_text(p, "two\nlines"), "p.s"), p) << config << " " << i;
    }
}

TEST(ProgramText, RoundTripOfAConfigurationWithoutName) {
  const VtaConfig config = load_config(VTA_SOURCE_DIR "/tests/data/configs/extended.json");
  const TestProgram p = generate_program(config, MemoryChoice::Random, 1, 2);
  EXPECT_EQ(parse_program(program_text(p), "p.s"), p);
}

TEST(ProgramText, DefaultsMakeAShortProgram) {
  const TestProgram p = parse_program("gemm reset\nfinish\n", "p.s");
  EXPECT_EQ(p.config, named_config("default"));
  EXPECT_EQ(p.insns.size(), 2U);
  EXPECT_EQ(p.memory_bytes, 1 << 20);
  EXPECT_EQ(p.window.hi, uint64_t{1} << 20);
  EXPECT_FALSE(p.racy);
}

TEST(ProgramText, FlagsAndPlacesAreRead) {
  const TestProgram p = parse_program(
      ".config tiny\n.memory read=5 gap=3\n.bytes 65536\n.window 0x10 0x8000\n.base inp=0x40 "
      "out=8\n"
      ".stream 0x100\n.uops 0x200\n.random 0x1000 64 7\n.kernels 0 1\n.racy\n.expect DEADLOCK\n"
      ".launch 0\n.launch 1 fresh\n.unused 5\n.advance 9\n.refuse 0x40 0x80\n"
      "uop dst=1 src=2 wgt=3\nfinish pop_prev\n",
      "p.s");
  EXPECT_EQ(p.relaunches, (std::vector<Relaunch>{{0, false}, {1, true}}));
  EXPECT_EQ(p.unused_bits, 5U);
  EXPECT_EQ(p.slice, 9);
  EXPECT_EQ(p.refused, (RefusedWindow{0x40, 0x80}));
  EXPECT_EQ(p.config.mem_read_latency, 5);
  EXPECT_EQ(p.config.mem_gap, 3);
  EXPECT_EQ(p.window.lo, 0x10U);
  EXPECT_EQ(p.bases.inp, 0x40U);
  EXPECT_EQ(p.bases.out, 8U);
  EXPECT_EQ(p.insn_addr, 0x100U);
  EXPECT_EQ(p.uop_addr, 0x200U);
  EXPECT_EQ(p.regions, (std::vector<RandomRegion>{{0x1000, 64, 7}}));
  EXPECT_EQ(p.kernels, (std::vector<int64_t>{0, 1}));
  EXPECT_TRUE(p.racy);
  EXPECT_EQ(p.expected_error, IsaError::Deadlock);
}

TEST(ProgramText, UnknownDirectiveIsNamedWithItsLine) {
  EXPECT_THAT(refusal("finish\n.memroy read=1\n"), HasSubstr("p.s:2: unknown directive '.memroy'"));
}

TEST(ProgramText, BadNumbersAreNamed) {
  EXPECT_THAT(refusal(".stream 12x\n"), HasSubstr("'12x'"));
  EXPECT_THAT(refusal(".stream 0x\n"), HasSubstr("'0x'"));
  EXPECT_THAT(refusal(".memory read=1024\n"), HasSubstr("at most 1023"));
  EXPECT_THAT(refusal(".memory burst=0\n"), HasSubstr("burst must be at least 1"));
  EXPECT_THAT(refusal(".memory speed=1\n"), HasSubstr("read, write, gap, outstanding, burst"));
  EXPECT_THAT(refusal(".window 5\n"), HasSubstr("takes 2 words, not 1"));
  EXPECT_THAT(refusal(".expect PANIC\n"), HasSubstr("'PANIC'"));
  EXPECT_THAT(refusal(".kernels 4 2\n"), HasSubstr("ascend"));
  EXPECT_THAT(refusal(".launch 1 1\n"), HasSubstr("then 'fresh' or nothing"));
  EXPECT_THAT(refusal(".launch 1\n.launch 0\nfinish\n"), HasSubstr("launches must ascend"));
  EXPECT_THAT(refusal(".launch 2\nfinish\n"), HasSubstr(".launch 2: there is 1 instruction"));
  EXPECT_THAT(refusal(".advance -1\n"), HasSubstr("'-1'"));
  EXPECT_THAT(refusal(".unused x\n"), HasSubstr("'x'"));
  EXPECT_THAT(refusal(".refuse 8\n"), HasSubstr("takes 2 words, not 1"));
  EXPECT_THAT(refusal(".refuse 0x10 0x14\nfinish\n"), HasSubstr("multiples of the bus, 8 bytes"));
  EXPECT_THAT(refusal(".refuse 0x10 0x8\nfinish\n"), HasSubstr("bounds must ascend"));
}

TEST(ProgramText, WhatDoesNotFitMemoryIsRefused) {
  EXPECT_THAT(refusal(".bytes 64\n.stream 0x40\nfinish\n"), HasSubstr("exceed the memory of 64"));
  EXPECT_THAT(refusal(".random 0xfffff 2 1\n"), HasSubstr("random bytes"));
  EXPECT_THAT(refusal(".stream 8\nfinish\n"), HasSubstr("multiple of 16"));
  EXPECT_THAT(refusal(".base wgt=8\nfinish\n"), HasSubstr("multiple of its element, 256"));
}

TEST(ProgramText, AssemblyErrorsKeepTheirLines) {
  EXPECT_THAT(refusal(".config tiny\n\nlaod inp\n"), HasSubstr("p.s:3:1"));
}

TEST(ProgramText, IllegalConfigurationsAreRefused) {
  EXPECT_THAT(refusal(".config nowhere\n"), HasSubstr("nowhere"));
  EXPECT_THAT(refusal(".memory burst=3\nfinish\n"), HasSubstr("MEM_BURST_BEATS"));
}

}  // namespace
}  // namespace vta::cosim
