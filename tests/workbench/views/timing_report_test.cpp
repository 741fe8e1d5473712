// What the reports make of a Timing, with cycles made up to be checked by hand.
#include "workbench/views/timing_report.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>

#include "hw/isa/codec.h"
#include "runtime/bound.h"
#include "tests/sim/unit_cycles.h"
#include "workbench/views/layer_report.h"
#include "workbench/views/report.h"
#include "workbench/views/roofline.h"
#include "workbench/views/run_brief.h"

namespace vta::workbench {
namespace {

using test::units_of;
using testing::AllOf;
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
    kernel.least_work = {10, 6, 2, 11 * 256};
    kernel.onnx_nodes = {"conv1", "relu1"};
    program_.kernels = {kernel};
    program_.steps = {
        LaunchStep{.first_insn = 0, .insn_count = 5, .first_kernel = 0, .kernel_count = 1}};

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
  }
  void append(const InsnBits& bits) {
    const size_t at = program_.insns.size();
    program_.insns.resize(at + 16);
    std::memcpy(program_.insns.data() + at, &bits, 16);
  }

  RunOutcome outcome() const { return outcome_of(program_, stats_, "csim"); }

  Program program_;
  RunStats stats_;
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

// 12 steps of the GEMM beside 6 of the reset and 8 of the ALU; 16 with one port.
TEST_F(TimingReport, BoundOfOverlappingPipesIsTheLongerOne) {
  program_.config.acc_overlap = 1;
  EXPECT_EQ(kernel_bound(program_, program_.kernels[0], stats_.counters).compute, 6 + 8);
  program_.config.acc_read_ports = 1;
  EXPECT_EQ(kernel_bound(program_, program_.kernels[0], stats_.counters).compute, 6 + 16);
}

TEST_F(TimingReport, SummaryHasCyclesAndUtilization) {
  const std::string text = summary_text(outcome());
  for (const char* words :
       {"8 bytes a cycle, read latency 40, write latency 8, gap 1, 16 bursts of 16 beats",
        "80 (0.000 Mcycles)", "40.0 % (32 beats)",
        "13.8 % of the multipliers' cycles are useful, 15.0 % of the cycles are GEMM steps",
        "19 cycles (compute), 23.8 % of the cycles",
        "47 cycles above its roofline (compute), 27.7 % of its cycles",
        "18 cycles, 22.5 % of the cycles", "28 cycles (memory), 35.0 % of the cycles",
        "compute's own loads move data at the bus rate (25.0 % of its cycles)", "80.0 Mcycles/s"})
    EXPECT_THAT(text, HasSubstr(words));
  EXPECT_THAT(text, Not(HasSubstr("timing only")));
}

TEST_F(TimingReport, ATimingOnlyRunSaysThatItHasNoOutputs) {
  RunOutcome timing_only = outcome();
  timing_only.has_outputs = false;
  EXPECT_THAT(summary_text(timing_only), HasSubstr("none: timing only, no values were computed"));
  EXPECT_FALSE(outcome_json(timing_only).at("has_outputs").as_bool());
}

TEST_F(TimingReport, PerLayerCyclesHaveARowPerKernelAndAddUp) {
  const std::string text = layer_tables(outcome(), 120);
  for (const char* row : {"conv2d_0  conv1 + relu1      65    18  compute    27.7   16.9    30.8  "
                          "own loads (bus rate)\n",
                          "1 conv2d                     65    18  compute    27.7   16.9    30.8  "
                          "own loads (bus rate)\n",
                          "outside                      15     -        -       -      -       -  "
                          "before and after kernels\n",
                          "all                          80    18  compute    22.5   13.8    25.0  "
                          "own loads (bus rate)\n"})
    EXPECT_THAT(text, HasSubstr(row));
  EXPECT_THAT(text, HasSubstr("% lost: of compute's cycles"));  // what the columns mean
}

TEST_F(TimingReport, IdleBeforeKernelsIsAColumnWhereItIsKnown) {
  RunOutcome with = outcome();
  with.idle_before = {7};
  const std::string text = layer_tables(with, 120);
  for (const char* row : {"conv2d_0  conv1 + relu1      65     7    18  compute",
                          "1 conv2d                     65     7    18  compute",
                          "outside                      15     -     -        -",
                          "all                          80     7    18  compute"})
    EXPECT_THAT(text, HasSubstr(row));
}

TEST_F(TimingReport, WhatAProgramDoesNotSayIsNotKnown) {
  program_.kernels[0].least_work.reset();
  EXPECT_THAT(summary_text(outcome()),
              AllOf(HasSubstr("not known: the program was compiled before it was kept; compile it "
                              "again\n"),
                    HasSubstr(" 15.0 % of the cycles are GEMM steps"), Not(HasSubstr("useful"))));
  EXPECT_THAT(layer_tables(outcome(), 120),
              HasSubstr("all                          80     -   -       -      -    25.0  "));
  const boost::json::object json = outcome_json(outcome());
  const auto& run = json.at("timing");
  EXPECT_TRUE(run.at("least_cycles").is_null() && run.at("least_percent").is_null());
  for (const auto& timing : {run, json.at("kernels").at(0).at("timing")})
    for (const char* member : {"roofline_cycles", "least_compute", "least_memory",
                               "roofline_percent", "least_by", "useful_mac_percent"})
      EXPECT_TRUE(timing.at(member).is_null()) << member;
  EXPECT_THROW(roofline_of(outcome().record), UsageError);
}

TEST_F(TimingReport, RooflineHasWhatTheKernelDidAndCould) {
  program_.provenance.model = "a<b&\x1b\"";
  const Roofline r = roofline_of(outcome().record);
  ASSERT_EQ(r.points.size(), 1u);
  EXPECT_DOUBLE_EQ(r.peak, 256);
  EXPECT_DOUBLE_EQ(r.bus_bytes, 8);
  EXPECT_DOUBLE_EQ(r.points[0].macs_per_cycle, 11 * 256 / 65.0);
  EXPECT_DOUBLE_EQ(r.points[0].macs_per_byte, 11 * 256 / 160.0);
  EXPECT_DOUBLE_EQ(r.points[0].share, 65 / 80.0);
  EXPECT_DOUBLE_EQ(r.points[0].best_per_cycle, 11 * 256 / 18.0);
  EXPECT_DOUBLE_EQ(r.points[0].best_per_byte, 11 * 256 / 80.0);
  EXPECT_THAT(r.note, HasSubstr("not shown: 0 kernels without multiplications"));
  const std::string svg = roofline_svg(r);
  EXPECT_THAT(svg,
              AllOf(testing::StartsWith("<svg "), testing::EndsWith("</svg>\n"),
                    HasSubstr(">a&lt;b&amp;\\x1b&quot;</text>"),
                    HasSubstr(">256 multiplications a cycle<"), HasSubstr(">bus: 8 bytes a cycle<"),
                    HasSubstr(">conv2d_0<"), Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
}

TEST_F(TimingReport, RooflineOfNoMultiplicationsIsARoof) {
  program_.kernels[0].least_work->useful_macs = 0;
  const Roofline r = roofline_of(outcome().record);
  EXPECT_TRUE(r.points.empty());
  EXPECT_THAT(r.note, HasSubstr("1 kernel without multiplications and what is outside of kernels, "
                                "100.0 % of the cycles"));
  EXPECT_THAT(roofline_svg(r), Not(HasSubstr("<circle")));
}

TEST_F(TimingReport, PerLayerTablesFitTheirWidth) {
  program_.kernels[0].onnx_nodes = {"/features/features.10/conv/conv.1/conv.1.0/Conv",
                                    "/features/features.10/conv/conv.1/conv.1.2/Clip"};
  program_.config.clock.mhz = 100;
  for (const size_t width : {size_t{100}, size_t{120}, size_t{160}}) {
    std::istringstream lines(layer_tables(outcome(), width));
    for (std::string line; std::getline(lines, line) && !line.starts_with("kernel   what");)
      EXPECT_LE(line.size(), width) << line;
  }
  EXPECT_THAT(layer_tables(outcome(), 100), HasSubstr("/features/f"));
  EXPECT_THAT(layer_tables(outcome(), 100), HasSubstr("..."));
  EXPECT_THAT(layer_tables(outcome(), 100), HasSubstr("  ms  "));
}

// The cells of a row by the names of their columns; none of them is quoted.
std::map<std::string, std::string> csv_cells(const std::string& csv, int row) {
  const auto cells = [](const std::string& line) {
    std::vector<std::string> out;
    std::istringstream in(line + ",");
    for (std::string cell; std::getline(in, cell, ',');)
      out.push_back(cell);
    return out;
  };
  std::istringstream lines(csv);
  std::string header, line;
  std::getline(lines, header);
  for (int k = 0; k <= row; ++k)
    std::getline(lines, line);
  const auto names = cells(header), values = cells(line);
  EXPECT_EQ(names.size(), values.size());
  std::map<std::string, std::string> out;
  for (size_t k = 0; k < std::min(names.size(), values.size()); ++k)
    EXPECT_TRUE(out.emplace(names[k], values[k]).second) << names[k] << " twice";
  return out;
}

TEST_F(TimingReport, TheSpreadsheetHasEveryNumberOfEveryKernel) {
  const std::string csv = layer_csv(outcome());
  EXPECT_THAT(csv, testing::StartsWith("kernel,onnx_nodes,kind,description,macs,"));
  auto cells = csv_cells(csv, 0);
  for (const CounterField& field : machine_counters())
    EXPECT_EQ(cells[std::string(field.name)], std::to_string(stats_.counters.*field.member));
  for (const auto& [name, value] : std::map<std::string, std::string>{{"macs", "3072"},
                                                                      {"instructions", "4"},
                                                                      {"total_nbytes", "160"},
                                                                      {"least_nbytes", "80"},
                                                                      {"cycles", "65"},
                                                                      {"issued_compute", "26"},
                                                                      {"issued_memory", "28"},
                                                                      {"milliseconds", ""},
                                                                      {"least_compute", "18"},
                                                                      {"least_memory", "10"},
                                                                      {"roofline_cycles", "18"},
                                                                      {"useful_macs", "2816"},
                                                                      {"compute_busy", "45"},
                                                                      {"compute_mem_data", "20"}})
    EXPECT_EQ(cells.at(name), value) << name;
  EXPECT_EQ(csv_cells(csv, 1).at("least_compute"), "");
  EXPECT_EQ(csv_cells(csv, 1).at("cycles"), "15");
  EXPECT_THAT(csv, HasSubstr("\nconv2d_0,conv1 + relu1,conv2d,"));
  EXPECT_THAT(csv, HasSubstr("\noutside,,outside,,0,0,"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
  program_.config.clock.mhz = 100;
  EXPECT_EQ(csv_cells(layer_csv(outcome()), 0).at("milliseconds"), "0.00065");
}

TEST_F(TimingReport, ShareStandsBesideTheCycles) {
  program_.values = {{"x", DType::F32, {1, 64}, {}},
                     {"w", DType::F32, {16, 64}, {}},
                     {"y", DType::F32, {1, 16}, {}}};
  program_.steps.emplace_back(HostOpStep{"nn.dense", {}, {0, 1}, {2}});
  const std::string text = summary_text(outcome());
  EXPECT_THAT(text, HasSubstr("80 (0.000 Mcycles), for 75.0 % of the network's MACs\n"));
  EXPECT_THAT(text, testing::ContainsRegex("Not in the cycles, on the host +1 nn.dense"));
  const boost::json::object json = outcome_json(outcome());
  EXPECT_EQ(json.at("work").at("device_macs"), 12 * 256);
  EXPECT_EQ(json.at("work").at("network_macs"), 16 * 256);
  EXPECT_EQ(json.at("work").at("host_operators").at(0).at("op"), "nn.dense");
}

TEST(RunBrief, FiveNotesAreShownAndAllAreCounted) {
  EXPECT_EQ(notes_text({}, false), "");
  EXPECT_EQ(notes_text({"a", "b"}, false), "note: a\nnote: b\n");
  const std::vector<std::string> six{"a", "b", "c", "d", "e", "f"};
  EXPECT_EQ(notes_text({six.begin(), six.end() - 1}, false),
            "note: a\nnote: b\nnote: c\nnote: d\nnote: e\n");
  EXPECT_THAT(notes_text(six, false),
              testing::EndsWith("note: e\nnote: 5 of 6 notes; --details has all\n"));
  EXPECT_THAT(notes_text(six, true), testing::EndsWith("note: e\nnote: f\n"));
}

TEST(RunBrief, ValuesBecomeProbabilitiesUnlessTheyAreSome) {
  const auto of = [](std::vector<float> values) {
    Tensor row = Tensor::zeros(DType::F32, {1, std::ssize(values)});
    std::ranges::copy(values, row.mutable_data<float>().begin());
    return probabilities(row, 0);
  };
  EXPECT_THAT(of({0.25F, 0.75F}), testing::ElementsAre(0.25, 0.75));
  EXPECT_THAT(of({3, 3}), testing::ElementsAre(0.5, 0.5));
  EXPECT_NEAR(of({0, std::log(3.0F)})[1], 0.75, 1e-6);
  EXPECT_NEAR(of({1000, -1000})[0], 1, 1e-12);  // without an overflow
  EXPECT_NEAR(of({1, 1})[0], 0.5, 1e-12) << "within 0 to 1, but no shares";
}

TEST_F(TimingReport, TimesAreThereWithAClockOnly) {
  EXPECT_THAT(summary_text(outcome()), Not(HasSubstr("MHz")));
  EXPECT_TRUE(outcome_json(outcome()).at("times").is_null());
  program_.config.clock.mhz = 100;
  EXPECT_THAT(summary_text(outcome()),
              HasSubstr("0.001 ms at 100 MHz, 1250000.00 images a second"));
  EXPECT_DOUBLE_EQ(outcome_json(outcome()).at("times").at("milliseconds").as_double(), 8e-4);
}

TEST_F(TimingReport, StateTableHasCyclesAndPercent) {
  const std::string text = state_table(*stats_.timing);
  EXPECT_THAT(text, HasSubstr("compute              60            0            0            0"
                              "            0           20            0            0\n"));
  EXPECT_THAT(text, HasSubstr("75.0 %"));
  EXPECT_THAT(text, HasSubstr("25.0 %"));
}

TEST_F(TimingReport, JsonHasEverythingOfTheTable) {
  const boost::json::object json = outcome_json(outcome());
  EXPECT_EQ(json.at("cycles"), 80);
  const auto& timing = json.at("timing");
  EXPECT_EQ(timing.at("cycles"), 80);
  EXPECT_EQ(timing.at("bus_beats"), 32);
  EXPECT_EQ(timing.at("bus_percent"), 40.0);
  EXPECT_EQ(timing.at("gemm_percent"), 15.0);
  EXPECT_EQ(timing.at("issued_percent"), 35.0);
  EXPECT_EQ(timing.at("issued_by"), "memory");
  EXPECT_EQ(timing.at("least_compute"), 18);
  EXPECT_EQ(timing.at("least_memory"), 10);
  EXPECT_EQ(timing.at("least_cycles"), 19);  // 18 beats, and a gap
  EXPECT_EQ(timing.at("roofline_cycles"), 18);
  EXPECT_EQ(timing.at("roofline_percent"), 22.5);
  EXPECT_EQ(timing.at("least_by"), "compute");
  EXPECT_EQ(timing.at("least_percent"), 23.75);
  EXPECT_EQ(timing.at("useful_mac_percent"), 13.75);
  EXPECT_EQ(timing.at("units").at("compute").at("mem_data"), 20);
  EXPECT_EQ(timing.at("kinds").at(0).at("kind"), "conv2d");
  EXPECT_EQ(timing.at("kinds").at(0).at("cycles"), 65);
  EXPECT_EQ(timing.at("outside").at("cycles"), 15);
  EXPECT_EQ(timing.at("memory").at("bus_bytes"), 8);
  EXPECT_EQ(timing.at("lost_cycles"), 20);
  const auto& kernel = json.at("kernels").at(0).at("timing");
  EXPECT_EQ(kernel.at("cycles"), 65);
  EXPECT_EQ(kernel.at("issued_cycles"), 28);
  EXPECT_EQ(kernel.at("roofline_cycles"), 18);
  EXPECT_FALSE(kernel.as_object().contains("least_cycles"));  // a kernel has no bound of its own
  EXPECT_EQ(kernel.at("units").at("compute").at("busy"), 45);
  EXPECT_EQ(kernel.at("lost").at("chain").at(0).at("state"), "mem_data");
  EXPECT_EQ(kernel.at("lost").at("chain").at(0).at("cycles"), 20);
}

}  // namespace
}  // namespace vta::workbench
