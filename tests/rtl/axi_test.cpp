// The AXI4 shell against a memory with random delays: values, counters and errors, never cycles.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "VAxi.h"
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
  return {percent(), percent(), percent(), percent(), percent()};
}

TEST(AxiShell, ComputesTheSameUnderRandomBackPressure) {
  constexpr uint64_t kSeed = 20;
  std::mt19937_64 random(kSeed);
  int compared = 0;
  for (int64_t index = 0; compared < kPrograms; ++index) {
    const TestProgram program =
        generate_program(named_config("default"), cosim::MemoryChoice::Mixed, kSeed, index);
    if (program.racy)  // AXI does not order reads against writes
      continue;
    SCOPED_TRACE(fmt::format("program {} of seed {}", index, kSeed));
    expect_as_fsim(program, random_pace(random), random());
    if (testing::Test::HasFailure())
      return;
    ++compared;
  }
}

TEST(AxiShell, EndsARunWithBusErrorWhenMemoryRefuses) {
  TestProgram program;
  for (int64_t index = 0; program.insns.empty() || program.expected_error != IsaError::None;
       ++index)
    program = generate_program(named_config("default"), cosim::MemoryChoice::Fixed, 3, index);
  AxiRun run(program, {.refuse_reads = true}, 1);
  ASSERT_TRUE(run.ended);
  EXPECT_EQ(run.read(Register::ErrorCode), static_cast<uint64_t>(IsaError::BusError));
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
