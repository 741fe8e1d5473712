// The AXI4 shell against a memory with random delays: values, counters and errors, never cycles.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "VAxi.h"
#include "hw/isa/assembler.h"
#include "hw/isa/registers.h"
#include "sim/cosim/backend_run.h"
#include "sim/cosim/generator.h"
#include "sim/factory/device_factory.h"
#include "tests/rtl/axi_memory.h"

namespace vta {
namespace {

using cosim::TestProgram;

constexpr int kPrograms = 60;
constexpr int64_t kMaxCycles = 4000000;
constexpr uint32_t kDone = 1;

uint16_t offset_of(Register reg) {
  return static_cast<uint16_t>(register_table()[static_cast<size_t>(reg)].offset);
}

// A program on a core behind AXI, driven as a CPU would drive it.
class AxiRun {
 public:
  AxiRun(const TestProgram& program, const AxiPace& pace, uint64_t seed)
      : memory_(program.memory_bytes),
        bench_(top_, memory_, static_cast<int>(program.config.bus_bytes()), pace, seed) {
    place_program(program, memory_);
    const auto set = [&](Register reg, uint64_t value) {
      if (register_table()[static_cast<size_t>(reg)].bits == 64)
        bench_.write_register64(offset_of(reg), value);
      else
        bench_.write_register(offset_of(reg), static_cast<uint32_t>(value));
    };
    set(Register::InsnCount, program.insns.size());
    set(Register::InsnAddr, program.insn_addr);
    set(Register::UopBase, program.bases.uop);
    set(Register::InpBase, program.bases.inp);
    set(Register::WgtBase, program.bases.wgt);
    set(Register::AccBase, program.bases.acc);
    set(Register::OutBase, program.bases.out);
    set(Register::MemLo, program.window.lo);
    set(Register::MemHi, program.window.hi);
    set(Register::MemMaxOutstanding, static_cast<uint64_t>(program.config.mem_max_outstanding));
    set(Register::MemBurstBeats, static_cast<uint64_t>(program.config.mem_burst_beats));
    set(Register::Control, 1);
    while (!top_.irq && bench_.cycles() < kMaxCycles)
      bench_.tick();
    ended = top_.irq;
  }

  uint32_t read_word(int64_t offset) { return bench_.read_register(static_cast<uint16_t>(offset)); }
  uint64_t read(Register reg) {
    const RegisterSpec& spec = register_table()[static_cast<size_t>(reg)];
    const auto word = [&](int64_t at) {
      return uint64_t{bench_.read_register(static_cast<uint16_t>(at))};
    };
    return spec.bits == 64 ? word(spec.offset) | word(spec.offset + 4) << 32 : word(spec.offset);
  }
  std::span<const std::byte> dram() { return memory_.at(0, memory_.size_bytes()); }

  bool ended = false;

 private:
  VAxi top_;
  DeviceMemory memory_;
  AxiBench<VAxi> bench_;
};

constexpr Register kCounterRegisters[] = {Register::InpLoadNbytes,  Register::WgtLoadNbytes,
                                          Register::AccLoadNbytes,  Register::UopLoadNbytes,
                                          Register::OutStoreNbytes, Register::GemmCounter,
                                          Register::AluCounter,     Register::TokensLeft};

void expect_as_fsim(const TestProgram& program, const AxiPace& pace, uint64_t seed) {
  const auto fsim = make_device("fsim", program.config, {.memory_bytes = program.memory_bytes});
  const cosim::RunResult expected = run_program(program, *fsim);
  ASSERT_EQ(expected.failure, "");
  AxiRun run(program, pace, seed);
  ASSERT_TRUE(run.ended) << "the core did not end";
  EXPECT_EQ(run.read(Register::Status) & kDone, kDone);
  EXPECT_EQ(run.read(Register::ErrorCode), static_cast<uint64_t>(expected.report.error));
  if (expected.report.error != IsaError::None) {
    EXPECT_EQ(run.read(Register::ErrorInsn), static_cast<uint64_t>(expected.report.error_insn));
    return;
  }
  for (const Register reg : kCounterRegisters)
    EXPECT_EQ(run.read(reg), expected.registers[static_cast<size_t>(reg)])
        << register_table()[static_cast<size_t>(reg)].name;
  EXPECT_TRUE(std::ranges::equal(run.dram(), expected.dram)) << "DRAM differs";
}

AxiPace random_pace(std::mt19937_64& random) {
  const auto percent = [&] { return 10 + static_cast<int>(random() % 91); };
  AxiPace pace;
  for (int* channel : {&pace.arready, &pace.rvalid, &pace.awready, &pace.wready, &pace.bvalid})
    *channel = percent();
  return pace;
}

TEST(AxiShell, ComputesTheSameUnderRandomBackPressure) {
  constexpr uint64_t kSeed = 20;
  std::mt19937_64 random(kSeed);
  int compared = 0;
  for (int64_t index = 0; compared < kPrograms; ++index) {
    const TestProgram program =
        generate_program(named_config("default"), cosim::MemoryChoice::Mixed, kSeed, index);
    // AXI does not order reads against writes; the bench launches once and compares all memory.
    if (program.racy || !program.relaunches.empty() || program.insns.size() > 2000 ||
        program.memory_bytes > int64_t{1} << 26)
      continue;
    SCOPED_TRACE(fmt::format("program {} of seed {}", index, kSeed));
    expect_as_fsim(program, random_pace(random), random());
    if (testing::Test::HasFailure())
      return;
    ++compared;
  }
}

// 40 elements through ACC, stored row by row while inputs are loaded: answers come side by side.
TestProgram reads_beside_writes() {
  TestProgram program;
  program.config = named_config("default");
  program.insn_addr = 0x1000;
  program.bases = {0x4000, 0x4000, 0x4000, 0x4000, 0x20000};
  program.insns = assemble(
                      "load acc8 y_size=1 x_size=40 x_stride=40 push_next\n"
                      "store out y_size=40 x_size=1 x_stride=2 pop_prev\n"
                      "load inp y_size=4 x_size=64 x_stride=64\n"
                      "finish\n",
                      "axi_test", InsnCodec(program.config))
                      .insns;
  return program;
}

int64_t refused_insn(AxiPace pace, uint64_t seed) {
  pace.data_from = 0x4000;
  AxiRun run(reads_beside_writes(), pace, seed);
  EXPECT_TRUE(run.ended);
  EXPECT_EQ(run.read(Register::ErrorCode), static_cast<uint64_t>(IsaError::BusError));
  EXPECT_EQ(run.read(Register::Status), 3u);
  EXPECT_EQ(run.read(Register::TokensLeft), 0u);
  return static_cast<int64_t>(run.read(Register::ErrorInsn));
}

// Drivers of before probe what is not there yet. After a run, so that results are not zero.
TEST(AxiShell, OffsetsWithoutARegisterReadZero) {
  AxiRun run(reads_beside_writes(), AxiPace{}, 1);
  ASSERT_TRUE(run.ended);
  std::set<int64_t> known;
  for (const RegisterSpec& spec : register_table())
    for (int64_t offset = spec.offset; offset < spec.offset + spec.bits / 8; offset += 4)
      known.insert(offset);
  EXPECT_NE(run.read(Register::Cycles), 0u);
  for (int64_t offset = 0; offset < 0x1000; offset += 4)
    if (!known.contains(offset)) {
      EXPECT_EQ(run.read_word(offset), 0u) << fmt::format("{:#x}", offset);
    }
}

TEST(AxiShell, ARefusedReadIsABusErrorOfItsLoadWhateverWritesAnswer) {
  std::mt19937_64 random(31);
  for (int64_t burst = 0; burst < 30; ++burst) {
    AxiPace pace = random_pace(random);
    pace.refused_read = burst;
    const int64_t insn = refused_insn(pace, random());
    ASSERT_TRUE(insn == 0 || insn == 2) << "burst " << burst << ": instruction " << insn;
  }
}

TEST(AxiShell, EndsARunWithBusErrorWhenMemoryRefuses) {
  AxiPace pace;
  pace.refused_reads = 100;
  AxiRun run(reads_beside_writes(), pace, 1);
  ASSERT_TRUE(run.ended);
  EXPECT_EQ(run.read(Register::ErrorCode), static_cast<uint64_t>(IsaError::BusError));
}

TEST(AxiShell, ARefusedWriteIsABusErrorOfItsStore) {
  std::mt19937_64 random(32);
  for (int64_t burst = 0; burst < 40; burst += 3) {
    AxiPace pace = random_pace(random);
    pace.refused_write = burst;
    ASSERT_EQ(refused_insn(pace, random()), 1) << "burst " << burst;
  }
}

TEST(AxiShell, RefusesValuesThatAreNotLegal) {
  VAxi top;
  DeviceMemory memory(1 << 16);
  AxiBench<VAxi> bench(top, memory, 8, {}, 1);
  constexpr int kSlverr = 2;
  bench.write_register(offset_of(Register::MemMaxOutstanding), 0, kSlverr);
  bench.write_register(offset_of(Register::MemMaxOutstanding), 127, kSlverr);
  bench.write_register(offset_of(Register::MemBurstBeats), 384, kSlverr);
  bench.write_register(offset_of(Register::Cycles), 1, kSlverr);
  EXPECT_EQ(bench.read_register(offset_of(Register::MemMaxOutstanding)), 16u);
  EXPECT_EQ(bench.read_register(offset_of(Register::MemBurstBeats)), 16u);
}

// The first program of a seed that ends well by itself and stores something.
TestProgram storing_program(uint64_t seed) {
  for (int64_t index = 0;; ++index) {
    TestProgram p =
        generate_program(named_config("default"), cosim::MemoryChoice::Fixed, seed, index);
    const bool stores = std::ranges::any_of(
        p.insns, [](const Insn& n) { return n.op() == Opcode::Store && !is_nop(n); });
    if (stores && p.expected_error == IsaError::None && p.relaunches.empty() && !p.racy &&
        p.memory_bytes == int64_t{1} << 20)
      return p;
  }
}

TEST(AxiShell, EndsARunWithBusErrorOfTheStoreWhenMemoryRefusesWrites) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const TestProgram program = storing_program(seed);
    AxiRun run(program, {.refused_writes = 100}, seed);
    ASSERT_TRUE(run.ended);
    EXPECT_EQ(run.read(Register::ErrorCode), static_cast<uint64_t>(IsaError::BusError));
    const uint64_t blamed = run.read(Register::ErrorInsn);
    ASSERT_LT(blamed, program.insns.size());
    EXPECT_EQ(program.insns[blamed].op(), Opcode::Store);
  }
}

TEST(AxiShell, ARefusalNowAndThenEndsTheRun) {
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const TestProgram program = storing_program(seed);
    AxiRun run(program, {.refused_reads = 1, .refused_writes = 20}, seed);
    ASSERT_TRUE(run.ended);
    EXPECT_EQ(run.read(Register::Status) & kDone, kDone);
    const uint64_t error = run.read(Register::ErrorCode);
    EXPECT_TRUE(error == 0 || error == static_cast<uint64_t>(IsaError::BusError)) << error;
  }
}

TEST(AxiShell, RefusesAWriteOfPartOfARegister) {
  VAxi top;
  DeviceMemory memory(1 << 16);
  AxiBench<VAxi> bench(top, memory, 8, {}, 1);
  bench.write_register(offset_of(Register::InsnCount), 7);
  top.s_axi_awvalid = top.s_axi_wvalid = 1;
  top.s_axi_awaddr = offset_of(Register::InsnCount);
  top.s_axi_wdata = 9;
  top.s_axi_wstrb = 1;
  bench.tick();
  top.s_axi_awvalid = top.s_axi_wvalid = 0;
  EXPECT_EQ(top.s_axi_bvalid, 1);
  EXPECT_EQ(top.s_axi_bresp, 2);
  bench.tick();
  EXPECT_EQ(bench.read_register(offset_of(Register::InsnCount)), 7u);
}

}  // namespace
}  // namespace vta
