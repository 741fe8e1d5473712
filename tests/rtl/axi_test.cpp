// The AXI shell against a memory with random delays, in both forms of AXI: values and counters of
// random programs, never cycles.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "sim/cosim/backend_run.h"
#include "sim/cosim/generator.h"
#include "sim/factory/device_factory.h"
#include "tests/rtl/axi_programs.h"
#include "tests/rtl/axi_run.h"

namespace vta {
namespace {

using cosim::TestProgram;

// VTA_AXI_PROGRAMS: random programs in each form.
int programs_to_run() {
  constexpr int kDefault = 40;
  const char* given = std::getenv("VTA_AXI_PROGRAMS");
  return given == nullptr ? kDefault : std::stoi(given);
}

template <typename Top>
class AxiShell : public ::testing::Test {};
using BothForms = ::testing::Types<VAxi, VAxi3>;
TYPED_TEST_SUITE(AxiShell, BothForms);

constexpr Register kCounterRegisters[] = {Register::InpLoadNbytes,  Register::WgtLoadNbytes,
                                          Register::AccLoadNbytes,  Register::UopLoadNbytes,
                                          Register::OutStoreNbytes, Register::GemmCounter,
                                          Register::AluCounter,     Register::TokensLeft};

template <typename Top>
void expect_as_fsim(const TestProgram& program, const AxiPace& pace, uint64_t seed) {
  const auto fsim = make_device("fsim", program.config, {.memory_bytes = program.memory_bytes});
  const cosim::RunResult expected = run_program(program, *fsim);
  ASSERT_EQ(expected.failure, "");
  AxiRun<Top> run(program, pace, seed);
  ASSERT_TRUE(run.launch_and_finish()) << "the core did not end";
  EXPECT_EQ(run.status() & kStatusDone, kStatusDone);
  EXPECT_EQ(run.error(), expected.report.error);
  EXPECT_TRUE(run.memory().idle());
  if (expected.report.error != IsaError::None) {
    EXPECT_EQ(run.bench().read(Register::ErrorInsn), expected.report.error_insn);
    return;
  }
  for (const Register reg : kCounterRegisters)
    EXPECT_EQ(run.bench().read64(reg), expected.registers[static_cast<size_t>(reg)])
        << register_table()[static_cast<size_t>(reg)].name;
  EXPECT_TRUE(std::ranges::equal(run.dram(), expected.dram)) << "DRAM differs";
}

TYPED_TEST(AxiShell, ComputesTheSameUnderRandomBackPressure) {
  constexpr uint64_t kSeed = 20;
  std::mt19937_64 random(kSeed);
  const int programs = programs_to_run();
  int compared = 0;
  for (int64_t index = 0; compared < programs; ++index) {
    const TestProgram program =
        generate_program(named_config("default"), cosim::MemoryChoice::Mixed, kSeed, index);
    // AXI does not order reads against writes; the bench launches once, compares all memory and
    // refuses nothing.
    if (program.racy || !program.relaunches.empty() || !program.refused.empty() ||
        program.insns.size() > 2000 || program.memory_bytes > int64_t{1} << 26)
      continue;
    SCOPED_TRACE(fmt::format("program {} of seed {}", index, kSeed));
    expect_as_fsim<TypeParam>(program, random_pace(random), random());
    if (testing::Test::HasFailure())
      return;
    ++compared;
  }
}

// Drivers of before probe what is not there yet. After a run, so that results are not zero.
TYPED_TEST(AxiShell, OffsetsWithoutARegisterReadZero) {
  AxiRun<TypeParam> run(reads_beside_writes(), AxiPace{}, 1);
  ASSERT_TRUE(run.launch_and_finish());
  std::set<int64_t> known;
  const auto add = [&](const auto& table) {
    for (const auto& spec : table)
      for (int64_t offset = spec.offset; offset < spec.offset + spec.bits / 8; offset += 4)
        known.insert(offset);
  };
  add(register_table());
  add(shell_register_table());
  EXPECT_NE(run.bench().read64(Register::Cycles), 0u);
  for (int64_t offset = 0; offset < 0x1000; offset += 4) {
    const auto at = static_cast<uint16_t>(offset);
    if (known.contains(offset))
      continue;
    EXPECT_EQ(run.bench().read_at(at), 0u) << fmt::format("{:#x}", offset);
    if (offset > offset_of(Register::TokensLeft)) {  // before it there are gaps among settings
      EXPECT_EQ(run.bench().write_at(at, 1), kSlverr) << fmt::format("{:#x}", offset);
    }
  }
}

TYPED_TEST(AxiShell, RefusesValuesThatAreNotLegal) {
  AxiRun<TypeParam> run(reads_beside_writes(), AxiPace{}, 2);
  auto& bench = run.bench();
  bench.write(Register::MemMaxOutstanding, 0, kSlverr);
  bench.write(Register::MemMaxOutstanding, 127, kSlverr);
  bench.write(Register::MemBurstBeats, 384, kSlverr);
  bench.write(Register::Cycles, 1, kSlverr);
  bench.write(Register::Control, 2, kSlverr);
  EXPECT_EQ(bench.read(Register::MemMaxOutstanding), 16u);
  EXPECT_EQ(bench.read(Register::MemBurstBeats), 16u);
  EXPECT_EQ(run.status(), 0u);
}

TYPED_TEST(AxiShell, RefusesAWriteOfPartOfARegister) {
  AxiRun<TypeParam> run(reads_beside_writes(), AxiPace{}, 3);
  auto& bench = run.bench();
  bench.write(Register::InsnCount, 7);
  for (const int strobes : {0, 1, 3, 7, 8, 14})
    EXPECT_EQ(bench.write_at(offset_of(Register::InsnCount), 9, static_cast<uint8_t>(strobes)),
              kSlverr);
  for (const int off : {1, 2, 3})
    EXPECT_EQ(bench.write_at(static_cast<uint16_t>(offset_of(Register::InsnCount) + off), 9),
              kSlverr);
  EXPECT_EQ(bench.read(Register::InsnCount), 7u);
}

// Bursts and addresses that the bus does not have; with AXI4 there are none.
TEST(AxiLimits, Axi3TakesShortBurstsAndAddressesOf32Bits) {
  AxiRun<VAxi3> axi3(reads_beside_writes(), AxiPace{}, 4);
  AxiRun<VAxi> axi4(reads_beside_writes(), AxiPace{}, 4);
  for (const uint32_t beats : {32u, 64u, 256u}) {
    axi3.bench().write(Register::MemBurstBeats, beats, kSlverr);
    axi4.bench().write(Register::MemBurstBeats, beats);
  }
  EXPECT_EQ(axi3.bench().read(Register::MemBurstBeats), 16u);
  axi3.bench().write(Register::MemBurstBeats, 8);
  for (const Register reg :
       {Register::InsnAddr, Register::UopBase, Register::InpBase, Register::WgtBase,
        Register::AccBase, Register::OutBase, Register::MemLo, Register::MemHi}) {
    const auto high = static_cast<uint16_t>(offset_of(reg) + 4);
    EXPECT_EQ(axi3.bench().write_at(high, 1), kSlverr);
    EXPECT_EQ(axi3.bench().read_at(high), 0u);
    EXPECT_EQ(axi4.bench().write_at(high, 1), kOkay);
    EXPECT_EQ(axi4.bench().read_at(high), 1u);
  }
}

}  // namespace
}  // namespace vta
