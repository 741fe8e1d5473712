// The register block through the core's port, against the table of hw/isa/registers.cpp.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "base/error.h"
#include "core_bench.h"
#include "hw/isa/assembler.h"
#include "sim/launch/register_file.h"

namespace vta {
namespace {

// A legal value that no other register has, and not what it comes up with.
uint64_t pattern(const RegisterSpec& spec) {
  const auto number = static_cast<uint64_t>(spec.id) + 3;
  if (spec.id == Register::MemBurstBeats)
    return 64;
  if (spec.id >= Register::MemReadLatency && spec.id <= Register::MemMaxOutstanding)
    return number;
  const uint64_t value = 0x9e3779b97f4a7c15u * number;
  return spec.bits == 64 ? value & ~uint64_t{0xff} : value & 0xffffffffu;
}

TEST(Registers, SettingsReadBackAndDoNotOverlap) {
  CoreBench bench;
  for (const RegisterSpec& spec : register_table()) {
    if (spec.writable && spec.id != Register::Control) {
      EXPECT_TRUE(bench.write_register(spec.id, pattern(spec))) << spec.name;
    }
  }
  for (const RegisterSpec& spec : register_table()) {
    if (spec.writable && spec.id != Register::Control) {
      EXPECT_EQ(bench.read_register(spec.id), pattern(spec)) << spec.name;
    }
  }
}

std::vector<uint64_t> interesting_values(std::mt19937_64& random, int64_t bits) {
  std::vector<uint64_t> values = {0, 127, 384, ~uint64_t{0}};
  for (int64_t log = 0; log < bits; ++log)
    for (const int64_t off : {-1, 0, 1})
      values.push_back((uint64_t{1} << log) + static_cast<uint64_t>(off));
  for (int i = 0; i < 100; ++i)
    values.push_back(random() >> random() % 64);
  for (uint64_t& value : values)
    value &= bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  return values;
}

// What the simulators' register file accepts, the RTL does, and keeps its value where it refuses.
TEST(Registers, RefuseWhatTheSimulatorsRefuse) {
  std::mt19937_64 random(4);
  CoreBench bench;
  RegisterFile file(named_config("default"), 1 << 20);
  for (const RegisterSpec& spec : register_table()) {
    if (!spec.writable || spec.id == Register::Control)
      continue;
    file.set(spec.id, bench.read_register(spec.id));
    int taken = 0, refused = 0;
    for (const uint64_t value : interesting_values(random, spec.bits)) {
      bool legal = true;
      try {
        EXPECT_FALSE(file.write(spec.id, value)) << spec.name;
      } catch (const DeviceError&) {
        legal = false;
      }
      ASSERT_EQ(bench.write_register(spec.id, value), legal) << spec.name << " " << value;
      ASSERT_EQ(bench.read_register(spec.id), file.get(spec.id)) << spec.name << " " << value;
      ++(legal ? taken : refused);
    }
    EXPECT_GT(taken, 5) << spec.name;
    const bool takes_all =
        spec.id == Register::InsnCount || spec.id == Register::MemLo || spec.id == Register::MemHi;
    EXPECT_EQ(refused > 5, !takes_all) << spec.name;
  }
}

TEST(Registers, ResultsIgnoreWrites) {
  CoreBench bench;
  for (const RegisterSpec& spec : register_table()) {
    if (spec.writable)
      continue;
    EXPECT_FALSE(bench.write_register(spec.id, ~uint64_t{0})) << spec.name;
    EXPECT_EQ(bench.read_register(spec.id), 0u) << spec.name;
  }
}

TEST(Registers, ComeUpWithTheDefaultMemory) {
  CoreBench bench;
  EXPECT_EQ(bench.read_register(Register::MemReadLatency), 40u);
  EXPECT_EQ(bench.read_register(Register::MemWriteLatency), 8u);
  EXPECT_EQ(bench.read_register(Register::MemGap), 1u);
  EXPECT_EQ(bench.read_register(Register::MemMaxOutstanding), 16u);
  EXPECT_EQ(bench.read_register(Register::MemBurstBeats), 16u);
  EXPECT_EQ(bench.read_register(Register::InsnAddr), 0u);
}

TEST(Registers, SettingsHoldDuringARun) {
  CoreBench bench;
  bench.write_register(Register::InsnCount, 5);
  EXPECT_TRUE(bench.write_register(Register::Control, 1));  // its memory never answers
  EXPECT_FALSE(bench.write_register(Register::InsnCount, 9));
  EXPECT_FALSE(bench.write_register(Register::Control, 1));
  EXPECT_EQ(bench.read_register(Register::InsnCount), 5u);
  EXPECT_EQ(bench.read_register(Register::Status), 0u);
  EXPECT_EQ(bench.read_register(Register::Cycles), 0u);
}

TEST(Registers, ResultsAreThoseOfTheRunBeforeDuringARun) {
  const InsnCodec codec(named_config("default"));
  std::vector<uint64_t> words;
  const auto stream = assemble(
      "load inp y_size=1 x_size=2 x_stride=2 push_next\n"
      "gemm uop_end=1 iter_out=2 iter_in=3 push_next\ngemm pop_next\nfinish\n",
      "registers_test", codec);
  for (const Insn& insn : stream.insns) {
    const InsnBits bits = codec.encode(insn);
    words.insert(words.end(), {bits.lo, bits.hi});
  }
  CoreBench bench;
  bench.put_insns(0x2000, words);
  ASSERT_EQ(bench.run(0x2000, 4, {}).status, 7u) << "a deadlock that leaves tokens";
  std::map<Register, uint64_t> before;
  for (const RegisterSpec& spec : register_table())
    if (!spec.writable)
      before[spec.id] = bench.read_register(spec.id);
  EXPECT_EQ(before[Register::ErrorInsn], 2u);
  EXPECT_EQ(before[Register::TokensLeft], 2u);
  EXPECT_EQ(before[Register::GemmCounter], 6u);
  bench.write_register(Register::Control, 1);
  before[Register::Status] = 0;
  for (const auto& [reg, value] : before)
    EXPECT_EQ(bench.read_register(reg), value) << register_table()[static_cast<size_t>(reg)].name;
}

TEST(Registers, ControlTakesZeroAndOneOnly) {
  CoreBench bench;
  for (const uint32_t value : {2u, 3u, 0x80000001u})
    EXPECT_FALSE(bench.write_register(Register::Control, value));
  EXPECT_TRUE(bench.write_register(Register::Control, 0));
  EXPECT_TRUE(bench.write_register(Register::InsnCount, 1)) << "nothing runs";
}

}  // namespace
}  // namespace vta
