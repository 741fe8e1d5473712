// A difference in words, with cycles made up to be checked by hand.
#include "explore/compare/explain.h"

#include <gmock/gmock.h>

#include "explore/compare/comparison.h"
#include "tests/explore/compare/runs.h"

namespace vta::explore {
namespace {

using test::ComputeCycles;
using test::made_layer;
using test::made_run;
using test::state_of;
using testing::AllOf;
using testing::HasSubstr;

constexpr TimedUnit kLoad = TimedUnit::Load, kStore = TimedUnit::Store, kFetch = TimedUnit::Fetch;

// One layer; `change` makes B of A.
template <typename Change>
std::string explained(const std::vector<ComputeCycles>& compute_a, const Change& change) {
  LayerResult a = made_layer("conv2d_0", 0, compute_a);
  for (const ComputeCycles& e : compute_a)
    a.timing.cycles += e.cycles;
  LayerResult b = a;
  VtaConfig config;
  change(b, config);
  RunRecord run_b = made_run("b", {b});
  run_b.config = config;
  const RunDifference runs = difference(made_run("a", {a}), run_b);
  return explain(runs, runs.layers.at(0));
}

void add(LayerResult& layer, TimedUnit unit, UnitState state, int64_t cycles) {
  state_of(layer.timing.units, unit, state) += cycles;
  if (unit == TimedUnit::Compute)
    layer.timing.cycles += cycles;
}

TEST(Explain, WaitingForLoadNamesTheBytesThatLoadMoved) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 140000}, {UnitState::TokenPrev, 12000}},
                [](LayerResult& b, VtaConfig&) {
                  add(b, TimedUnit::Compute, UnitState::TokenPrev, 11900);
                  add(b, TimedUnit::Compute, UnitState::Busy, 445);
                  add(b, kLoad, UnitState::MemData, 150000);
                  add(b, kLoad, UnitState::MemLatency, 20);
                  b.counters.wgt_load_nbytes += 1200000;
                }),
      "+12,345 cycles (+8.1 %): compute waited 11,900 cycles more for load (load moved 1.2 MB "
      "more of weights and moved data for 150,000 cycles more); all else: +445 cycles");
}

TEST(Explain, OneCycleIsOne) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 100}},
                [](LayerResult& b, VtaConfig&) { add(b, TimedUnit::Compute, UnitState::Busy, 1); }),
      "+1 cycle (+1.0 %): compute worked 1 cycle more (1 cycle more to fill and drain the "
      "pipeline)");
}

TEST(Explain, WaitingLessForStoreNamesTheWiderBus) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 500}, {UnitState::TokenNext, 500}},
                [](LayerResult& b, VtaConfig& config) {
                  add(b, TimedUnit::Compute, UnitState::TokenNext, -250);
                  add(b, kStore, UnitState::MemData, -200);
                  config.log_bus_width = 7;
                }),
      "-250 cycles (-25.0 %): compute waited 250 cycles fewer for store (store moved data for "
      "200 cycles fewer, the bus is 16 instead of 8 bytes wide)");
}

TEST(Explain, WorkNamesStepsResetsAndReadPorts) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 1000}},
                [](LayerResult& b, VtaConfig& config) {
                  add(b, TimedUnit::Compute, UnitState::Busy, 100);
                  b.counters.alu_counter += 30;
                  b.counters.gemm_counter -= 10;
                  b.bound_compute += 90;
                  config.acc_read_ports = 1;
                }),
      "+100 cycles (+10.0 %): compute worked 100 cycles more (10 fewer GEMM steps, 30 more ALU "
      "steps, ACC_READ_PORTS is 1 instead of 2, 70 cycles more for resets and second reads, 10 "
      "cycles "
      "more to fill and drain the pipeline)");
}

TEST(Explain, WorkNamesTheRegistersOfTheDotProduct) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 1000}},
                [](LayerResult& b, VtaConfig& config) {
                  add(b, TimedUnit::Compute, UnitState::Busy, 20);
                  config.gemm_pipeline = VtaConfig{}.gemm_pipeline + 1;
                }),
      fmt::format("+20 cycles (+2.0 %): compute worked 20 cycles more (GEMM_PIPELINE is {} instead "
                  "of {}, 20 cycles more to fill and drain the pipeline)",
                  VtaConfig{}.gemm_pipeline + 1, VtaConfig{}.gemm_pipeline));
}

TEST(Explain, OwnLoadsNameBytesPortAndLatency) {
  EXPECT_EQ(
      explained({{UnitState::MemData, 50}},
                [](LayerResult& b, VtaConfig&) {
                  add(b, TimedUnit::Compute, UnitState::MemData, 50);
                  b.counters.acc_load_nbytes += 400;
                  b.counters.uop_load_nbytes -= 8;
                }),
      "+50 cycles (+100.0 %): compute's own loads moved data for 50 cycles more (compute moved "
      "400 bytes more of accumulators and moved 8 bytes less of micro-ops)");
  EXPECT_EQ(explained({{UnitState::MemLatency, 50}},
                      [](LayerResult& b, VtaConfig& config) {
                        add(b, TimedUnit::Compute, UnitState::MemLatency, 50);
                        config.mem_read_latency = 80;
                      }),
            "+50 cycles (+100.0 %): compute's own loads waited 50 cycles more for the memory's "
            "latency (the read latency is 80 instead of 40)");
  EXPECT_EQ(explained({{UnitState::MemQueued, 50}},
                      [](LayerResult& b, VtaConfig&) {
                        add(b, TimedUnit::Compute, UnitState::MemQueued, 50);
                        add(b, kLoad, UnitState::MemData, 60);
                        add(b, kStore, UnitState::MemData, -5);
                      }),
            "+50 cycles (+100.0 %): compute's own loads waited 50 cycles more for the memory port "
            "(load moved data for 60 cycles more)");
}

TEST(Explain, NoInstructionNamesFetch) {
  EXPECT_EQ(explained({{UnitState::Busy, 50}},
                      [](LayerResult& b, VtaConfig&) {
                        add(b, TimedUnit::Compute, UnitState::None, 50);
                        add(b, kFetch, UnitState::MemLatency, 45);
                        b.insns += 12;
                      }),
            "+50 cycles (+100.0 %): compute had no instruction for 50 cycles more (12 more "
            "instructions, fetch waited 45 cycles more for the memory's latency)");
}

TEST(Explain, TheEndOfALayerIsToldWhereComputeDidNotChange) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 50}}, [](LayerResult& b, VtaConfig&) { b.timing.cycles += 7; }),
      "+7 cycles (+14.0 %): 7 cycles more at its ends, where its stores overlap with "
      "another layer's computing");
}

TEST(Explain, OtherTilesComeFirst) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 50}},
                [](LayerResult& b, VtaConfig&) {
                  add(b, TimedUnit::Compute, UnitState::Busy, 5);
                  b.description.tiles = "tile h4 w8 co1 ci1";
                }),
      "+5 cycles (+10.0 %): tile h4 w8 co1 ci1 instead of tile h8 w8 co1 ci1; compute worked 5 "
      "cycles more (5 cycles more to fill and drain the pipeline)");
}

// A wider bus does not make anybody wait longer.
TEST(Explain, SettingsThatPointTheOtherWayAreNoEvidence) {
  EXPECT_EQ(explained({{UnitState::TokenNext, 50}},
                      [](LayerResult& b, VtaConfig& config) {
                        add(b, TimedUnit::Compute, UnitState::TokenNext, 5);
                        config.log_bus_width = 7;
                      }),
            "+5 cycles (+10.0 %): compute waited 5 cycles more for store");
}

TEST(Explain, EqualCyclesMayHideChangesThatCancel) {
  EXPECT_EQ(
      explained({{UnitState::Busy, 50}, {UnitState::TokenPrev, 50}},
                [](LayerResult& b, VtaConfig&) {
                  add(b, TimedUnit::Compute, UnitState::Busy, 20);
                  add(b, TimedUnit::Compute, UnitState::TokenPrev, -20);
                }),
      "0 cycles (+0.0 %): compute worked 20 cycles more (20 cycles more to fill and drain the "
      "pipeline); compute waited 20 cycles fewer for load");
}

TEST(Explain, PercentagesAreOfTheFirst) {
  EXPECT_EQ(percent_text(200, 190), "-5.0 %");
  EXPECT_EQ(percent_text(0, 190), "");
}

TEST(ComparisonText, SidesHaveTheirNames) {
  const RunRecord a = made_run("a.json", {made_layer("conv2d_0", 1000, {{UnitState::Busy, 1000}}),
                                          made_layer("conv2d_1", 50, {{UnitState::Busy, 50}})});
  const RunRecord b = made_run("b.json", {made_layer("conv2d_0", 1200, {{UnitState::Busy, 1200}})});
  const std::string text = comparison_text(difference(a, b), side_names("default", "1x32"));
  for (const char* words :
       {"default  a.json: net.onnx", "\n1x32     b.json: net.onnx", "cycles default  cycles 1x32",
        "bytes default  bytes 1x32", "only in default: conv2d_1"})
    EXPECT_THAT(text, HasSubstr(words));
}

TEST(ComparisonText, NamesThatAreLongOrEqualAreLetters) {
  EXPECT_EQ(side_names("x", "x").a, "A");
  EXPECT_EQ(side_names("", "x").b, "B");
  EXPECT_EQ(side_names("0123456789abcdef0", "x").a, "A");
  EXPECT_EQ(side_names("zynq.db#415", "zynq.db#535").b, "zynq.db#535");
}

TEST(ComparisonText, SaysWhichSideDoesNotFitTheDevice) {
  RunRecord a = made_run("a.json", {made_layer("conv2d_0", 10, {{UnitState::Busy, 10}})});
  RunRecord b = a;
  b.config = named_config("pynq");
  const RunDifference runs = difference(a, b);
  const std::string text = comparison_text(runs, {}, find_device("zynq7020"));
  EXPECT_THAT(text,
              HasSubstr("A  does not fit Zynq-7020 (XC7Z020): block RAM 159.5 of 140; DSP48E1 "
                        "316 of 220\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("B  does not fit")));
  b.config.log_bus_width = 7;
  EXPECT_THAT(comparison_text(difference(a, b), {}, find_device("zynq7020")),
              HasSubstr("B  does not fit Zynq-7020 (XC7Z020): bus of 16 bytes a cycle, the memory "
                        "port takes 8\n"));
  EXPECT_THAT(comparison_text(runs), testing::Not(HasSubstr("does not fit")));
}

TEST(ComparisonText, ListsSettingsLayersStatesAndWhatHasNoCounterpart) {
  const RunRecord a = made_run("a.json", {made_layer("conv2d_0", 1000, {{UnitState::Busy, 1000}}),
                                          made_layer("conv2d_1", 50, {{UnitState::Busy, 50}})});
  RunRecord b = made_run(
      "b.json",
      {made_layer("conv2d_0", 1200, {{UnitState::Busy, 1000}, {UnitState::TokenPrev, 200}})});
  b.config.mem_read_latency = 80;
  const std::string text = comparison_text(difference(a, b));
  for (const char* words :
       {"A  a.json: net.onnx, 1 image, 1x16_i8w8a32_15_15_18_17, schedule fast, csim\n",
        "   differs in MEM_READ_LATENCY 40 -> 80\n",
        "conv2d_0            1,000     1,200    +200  +20.0 %",
        "conv2d_0            0        +200        0      +200\n",
        "(busy: executes; token_prev: waits for the unit before it)\n",
        "only in A: conv2d_1 (3x3/1 16x8x8 -> 16x8x8, tile h8 w8 co1 ci1), 50 cycles\n",
        "conv2d_0: +200 cycles (+20.0 %): compute waited 200 cycles more for load\n",
        "all: +150 cycles (+14.3 %): "})
    EXPECT_THAT(text, HasSubstr(words));
  EXPECT_THAT(comparison_text(difference(a, a)), HasSubstr("the two runs have the same settings"));
}

TEST(ComparisonJson, HasTheTermsOfEveryLayerAndOfTheWhole) {
  LayerResult changed = made_layer("conv2d_0", 1250, {{UnitState::Busy, 1200}});
  changed.counters.gemm_counter = 200;
  const RunRecord a = made_run("a.json", {made_layer("conv2d_0", 1000, {{UnitState::Busy, 1000}})});
  const RunRecord b = made_run("b.json", {changed});
  const RunDifference runs = difference(a, b);
  const boost::json::object json =
      comparison_json(runs, check_gate(parse_gate("conv2d_0:cycles>+1%"), runs));
  EXPECT_EQ(json.at("provenance").at("schema"), "vta.compare");
  EXPECT_EQ(json.at("provenance").at("schema_version"), 2);
  EXPECT_EQ(json.at("a").at("origin"), "a.json");
  EXPECT_EQ(json.at("a").at("configuration").at("LOG_BATCH"), 0);
  const auto& layer = json.at("layers").at(0);
  EXPECT_EQ(layer.at("name"), "conv2d_0");
  EXPECT_EQ(layer.at("a").at("cycles"), 1000);
  EXPECT_EQ(layer.at("b").at("counters").at("gemm_counter"), 200);
  EXPECT_EQ(layer.at("change").at("cycles"), 250);
  EXPECT_EQ(layer.at("change").at("percent"), 25.0);
  EXPECT_EQ(layer.at("change").at("compute").at("busy"), 200);
  EXPECT_EQ(layer.at("change").at("overlap"), 50);
  EXPECT_EQ(layer.at("causes").at(0).at("state"), "busy");
  EXPECT_EQ(layer.at("causes").at(0).at("evidence"),
            "200 more GEMM steps, 200 cycles fewer for "
            "resets and second reads, 200 cycles more to fill and drain the pipeline");
  EXPECT_EQ(layer.at("causes").at(1).at("state"), "overlap");
  EXPECT_EQ(json.at("total").at("change").at("cycles"), 250);
  EXPECT_EQ(json.at("gates").at(0).at("failed"), true);
  EXPECT_EQ(json.at("gates").at(0).at("layer"), "conv2d_0");
}

TEST(ComparisonText, BoundsAndRooflinesStandWhereTheyAreKnown) {
  RunRecord a = made_run("a.json", {made_layer("conv2d_0", 1000, {{UnitState::Busy, 1000}})});
  RunRecord b = a;
  b.result.least_cycles = 900;
  b.result.useful_macs = 800 * b.config.macs();
  b.result.layers[0].least_compute = 900;
  b.result.layers[0].least_memory = 10;
  const RunDifference runs = difference(a, b);
  EXPECT_THAT(comparison_text(runs),
              AllOf(HasSubstr("A  bound not known\n"),
                    HasSubstr("B  bound 900 cycles, 90.0 % of the cycles; 80.0 % of the "
                              "multipliers' cycles are useful\n")));
  const boost::json::object json = comparison_json(runs, {});
  EXPECT_TRUE(json.at("a").at("timing").at("least_cycles").is_null());
  EXPECT_EQ(json.at("b").at("timing").at("least_cycles"), 900);
  EXPECT_EQ(json.at("b").at("timing").at("least_percent"), 90.0);
  const auto& layer = json.at("layers").at(0);
  EXPECT_TRUE(layer.at("a").at("timing").at("roofline_cycles").is_null());
  EXPECT_EQ(layer.at("b").at("timing").at("roofline_cycles"), 900);
}

}  // namespace
}  // namespace vta::explore
