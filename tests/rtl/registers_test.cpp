// The register block through the core's port, against the table of hw/isa/registers.cpp.
#include <gtest/gtest.h>

#include "core_bench.h"

namespace vta {
namespace {

uint64_t pattern(Register reg, int64_t bits) {
  const uint64_t value = 0x9e3779b97f4a7c15u * (static_cast<uint64_t>(reg) + 3);
  return bits == 64 ? value : value & 0xffffffffu;
}

TEST(Registers, SettingsReadBackAndDoNotOverlap) {
  CoreBench bench;
  for (const RegisterSpec& spec : register_table()) {
    if (spec.writable && spec.id != Register::Control)
      bench.write_register(spec.id, pattern(spec.id, spec.bits));
  }
  for (const RegisterSpec& spec : register_table()) {
    if (spec.writable && spec.id != Register::Control) {
      EXPECT_EQ(bench.read_register(spec.id), pattern(spec.id, spec.bits)) << spec.name;
    }
  }
}

TEST(Registers, ResultsIgnoreWrites) {
  CoreBench bench;
  for (const RegisterSpec& spec : register_table()) {
    if (spec.writable)
      continue;
    bench.write_register(spec.id, ~uint64_t{0});
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
  bench.write_register(Register::Control, 1);  // its memory never answers
  bench.write_register(Register::InsnCount, 9);
  EXPECT_EQ(bench.read_register(Register::InsnCount), 5u);
  EXPECT_EQ(bench.read_register(Register::Status), 0u);
  EXPECT_EQ(bench.read_register(Register::Cycles), 2u);
}

TEST(Registers, ControlWithoutItsBitLaunchesNothing) {
  CoreBench bench;
  bench.write_register(Register::Control, 2);
  EXPECT_EQ(bench.read_register(Register::Status), 0u);
  EXPECT_EQ(bench.read_register(Register::Cycles), 0u);
}

}  // namespace
}  // namespace vta
