// What the reports make of a Timing, with cycles made up to be checked by hand.
#include "cli/timing_report.h"

#include <gmock/gmock.h>

#include <cstring>

#include "cli/report.h"
#include "hw/isa/codec.h"
#include "runtime/bound.h"
#include "tests/sim/unit_cycles.h"

namespace vta::cli {
namespace {

using test::units_of;
using testing::HasSubstr;
using testing::Not;

constexpr TimedUnit kFetch = TimedUnit::Fetch, kLoad = TimedUnit::Load,
                    kCompute = TimedUnit::Compute, kStore = TimedUnit::Store;

// A run of one kernel: a reset GEMM of 6 steps, a GEMM of 12, an ALU of 8 with a vector operand.
class TimingReport : public ::testing::Test {
 protected:
  TimingReport() {
    const InsnCodec codec(program_.config);
    Insn gemm;
    gemm.opcode = 2;
    gemm.uop_end = 2, gemm.iter_out = 3, gemm.iter_in = 1, gemm.reset = 1;
    append(codec.encode(gemm));
    gemm.reset = 0, gemm.iter_in = 2;
    append(codec.encode(gemm));
    Insn alu;
    alu.opcode = 4;
    alu.uop_bgn = 1, alu.uop_end = 5, alu.iter_out = 2, alu.iter_in = 1;
    append(codec.encode(alu));
    alu.uop_bgn = 5;  // reversed: no step
    append(codec.encode(alu));
    Insn finish;
    finish.opcode = 3;
    append(codec.encode(finish));
    ProgramKernel kernel;
    kernel.name = "conv2d_0";
    kernel.kind = "conv2d";
    kernel.insn_count = 4;
    kernel.macs = 12 * 256;
    kernel.least_bytes = 80;
    program_.kernels = {kernel};

    stats_.counters.gemm_counter = 12;
    stats_.counters.alu_counter = 8;
    stats_.counters.inp_load_nbytes = 100;
    stats_.counters.out_store_nbytes = 60;
    stats_.kernels = {stats_.counters};
    stats_.launches = 1;
    stats_.device_seconds = 1e-6;
    Timing timing;
    timing.cycles = 80;
    timing.bus_beats = 32;
    timing.units = units_of({{kFetch, UnitState::None, 80},
                             {kLoad, UnitState::None, 80},
                             {kStore, UnitState::None, 80},
                             {kCompute, UnitState::Busy, 60},
                             {kCompute, UnitState::MemData, 20}});
    timing.kernels = {
        {65, units_of({{kCompute, UnitState::Busy, 45}, {kCompute, UnitState::MemData, 20}})}};
    timing.outside = {15, units_of({{kCompute, UnitState::Busy, 15}})};
    stats_.timing = timing;
    outcome_.program = &program_;
    outcome_.stats = &stats_;
    outcome_.backend = "csim";
  }
  void append(const InsnBits& bits) {
    const size_t at = program_.insns.size();
    program_.insns.resize(at + 16);
    std::memcpy(program_.insns.data() + at, &bits, 16);
  }

  Program program_;
  RunStats stats_;
  RunOutcome outcome_;
};

TEST_F(TimingReport, BoundCountsResetsAndVectorOperandsAndFetchedBytes) {
  const CycleBound two_ports = kernel_bound(program_, program_.kernels[0], stats_.counters);
  EXPECT_EQ(two_ports.compute, 6 + 12 + 8);
  EXPECT_EQ(two_ports.memory, (160 + 4 * 16) / 8);
  EXPECT_EQ(two_ports.cycles(), 28);
  EXPECT_EQ(two_ports.by(), "memory");
  program_.config.acc_read_ports = 1;
  const CycleBound one_port = kernel_bound(program_, program_.kernels[0], stats_.counters);
  EXPECT_EQ(one_port.compute, 6 + 12 + 16);
  EXPECT_EQ(one_port.by(), "compute");
}

TEST_F(TimingReport, SummaryHasCyclesAndUtilisation) {
  const std::string text = summary_text(outcome_);
  for (const char* words :
       {"8 bytes a cycle, read latency 40, write latency 8, gap 1, 16 bursts of 16 beats",
        "80 (0.000 Mcycles)", "40.0 % (32 beats)", "15.0 % of the cycles are GEMM steps",
        "28 cycles (memory), 35.0 % of the cycles",
        "compute's own loads move data at the bus rate (25.0 % of its cycles)", "80.0 Mcycles/s"})
    EXPECT_THAT(text, HasSubstr(words));
  EXPECT_THAT(text, Not(HasSubstr("timing only")));
}

TEST_F(TimingReport, ATimingOnlyRunSaysThatItHasNoOutputs) {
  outcome_.has_outputs = false;
  EXPECT_THAT(summary_text(outcome_), HasSubstr("none: timing only, no values were computed"));
  EXPECT_FALSE(outcome_json(outcome_).at("has_outputs").as_bool());
}

TEST_F(TimingReport, PerLayerCyclesHaveARowPerKernelAndAddUp) {
  const std::string text = per_layer_cycles(outcome_);
  EXPECT_THAT(text,
              HasSubstr("conv2d_0            65         28   memory     43.1    18.5  "
                        "compute's own loads move data at the bus rate (30.8 % of its cycles)\n"));
  EXPECT_THAT(text, HasSubstr("1 conv2d            65"));
  EXPECT_THAT(text, HasSubstr("outside             15"));
  EXPECT_THAT(text, HasSubstr("all                 80"));
}

TEST_F(TimingReport, StateTableHasCyclesAndPercent) {
  const std::string text = state_table(*stats_.timing);
  EXPECT_THAT(text, HasSubstr("compute              60            0            0            0"
                              "            0           20            0            0\n"));
  EXPECT_THAT(text, HasSubstr("75.0 %"));
  EXPECT_THAT(text, HasSubstr("25.0 %"));
}

TEST_F(TimingReport, JsonHasEverythingOfTheTable) {
  const boost::json::object json = outcome_json(outcome_);
  EXPECT_EQ(json.at("cycles"), 80);
  const auto& timing = json.at("timing");
  EXPECT_EQ(timing.at("cycles"), 80);
  EXPECT_EQ(timing.at("bus_beats"), 32);
  EXPECT_EQ(timing.at("bus_utilization_percent"), 40.0);
  EXPECT_EQ(timing.at("mac_utilization_percent"), 15.0);
  EXPECT_EQ(timing.at("bound_percent"), 35.0);
  EXPECT_EQ(timing.at("bound").at("by"), "memory");
  EXPECT_EQ(timing.at("units").at("compute").at("mem_data"), 20);
  EXPECT_EQ(timing.at("kinds").at(0).at("kind"), "conv2d");
  EXPECT_EQ(timing.at("kinds").at(0).at("cycles"), 65);
  EXPECT_EQ(timing.at("outside").at("cycles"), 15);
  EXPECT_EQ(timing.at("memory").at("bus_bytes"), 8);
  EXPECT_EQ(timing.at("lost").at("cycles"), 20);
  const auto& kernel = json.at("kernels").at(0).at("timing");
  EXPECT_EQ(kernel.at("cycles"), 65);
  EXPECT_EQ(kernel.at("bound").at("cycles"), 28);
  EXPECT_EQ(kernel.at("units").at("compute").at("busy"), 45);
  EXPECT_EQ(kernel.at("lost").at("chain").at(0).at("state"), "mem_data");
  EXPECT_EQ(kernel.at("lost").at("chain").at(0).at("cycles"), 20);
}

}  // namespace
}  // namespace vta::cli
