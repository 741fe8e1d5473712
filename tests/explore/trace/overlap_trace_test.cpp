// Two instructions of compute at once, in a trace and in a timeline. By hand,
// hw/rtl/compute/overlap.md and core/README.md: the stream is dispatched at 15 .. 18. The GEMM is
// looked at from 16 on, starts at 22 and finishes at 22 + 109. The LOAD of the other half is looked
// at up to 27, starts at 28, its 16 beats move at 33 .. 48; it retires behind the GEMM, at 132.
// FINISH starts behind the LOAD. The STORE starts with the LOAD's token.
#include <gmock/gmock.h>

#include <set>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "config/memory_preset.h"
#include "explore/trace/timeline.h"
#include "tests/explore/trace/traced_program.h"

namespace vta::test {
namespace {

using ::testing::ElementsAre;

constexpr int64_t kComputeGemm = 8;

constexpr const char* kBesideAGemm = R"(
  gemm uop_bgn=0 uop_end=1 iter_out=10 iter_in=10
  load acc sram_base=1024 x_size=2 y_size=1 x_stride=2 push_next
  store out x_size=1 y_size=1 x_stride=1 pop_prev
  finish
)";

VtaConfig overlapping(int64_t overlap = 1) {
  VtaConfig config = apply_memory(named_config("default"), "ideal8");
  config.gemm_pipeline = 3;
  config.acc_overlap = overlap;
  return config;
}

std::vector<std::string> slices(const Traced& t, int64_t thread) {
  std::vector<std::string> out;
  for (const TraceSlice& s : t.trace.of(thread))
    out.push_back(fmt::format("{} {}: {}..{}", s.category, s.name, s.begin.at, s.end));
  return out;
}

TEST(OverlapTrace, EachPipeHasATrack) {
  const Traced t = trace_of(assembled_program(overlapping(), kBesideAGemm));
  EXPECT_EQ(t.cycles, 141);
  EXPECT_EQ(t.insns, 4);
  EXPECT_EQ(t.trace.threads.at({1, kCompute}), "compute");
  EXPECT_EQ(t.trace.threads.at({1, kComputeGemm}), "compute gemm");
  EXPECT_THAT(slices(t, kComputeGemm), ElementsAre("look look: 15..21", "insn gemm: 21..131"));
  EXPECT_THAT(slices(t, kCompute), ElementsAre("insn load acc: 27..49", "insn finish: 49..51"));
  EXPECT_THAT(slices(t, kStore),
              ElementsAre("wait wait for compute: 17..132", "insn store out: 132..140"));
}

// What the GEMM hides is in no state of the LOAD.
TEST(OverlapTrace, CyclesAreTheOldestInstructions) {
  const Traced t = trace_of(assembled_program(overlapping(), kBesideAGemm));
  const TraceSlice load = t.trace.of(kCompute, "insn").front();
  EXPECT_EQ(boost::json::serialize(load.args.at("states")), R"({"busy":1})");
  EXPECT_EQ(boost::json::serialize(load.args.at("waited")), "{}");
  EXPECT_EQ(load.arg("cycles"), 49 - 27);
  EXPECT_EQ(load.arg("done"), 132);
  const TraceSlice gemm = t.trace.of(kComputeGemm, "insn").front();
  EXPECT_EQ(boost::json::serialize(gemm.args.at("states")), R"({"busy":116})");
  EXPECT_EQ(boost::json::serialize(gemm.args.at("waited")), R"({"none":15})");
  const StateCycles& states = t.stats.timing->units[static_cast<size_t>(TimedUnit::Compute)];
  EXPECT_THAT(states, ElementsAre(133 - 15, 0, 0, 0, 0, 0, 0, 15 + 8));
}

// The arrow leaves the LOAD's last cycle, though the token is there at 132 only.
TEST(OverlapTrace, TokensLeaveWithTheLastEffect) {
  const Traced t = trace_of(assembled_program(overlapping(), kBesideAGemm));
  ASSERT_EQ(t.trace.flows.size(), 1u);
  const TraceFlow& flow = t.trace.flows.begin()->second;
  EXPECT_EQ(flow.from, (TracePlace{1, kCompute, 48}));
  EXPECT_EQ(flow.to, (TracePlace{1, kStore, 132}));
  std::vector<std::string> levels;
  for (const TraceCounter& c : t.trace.counters)
    if (c.name == "tokens compute->store")
      levels.push_back(fmt::format("{} at {}", c.series.at("tokens").as_int64(), c.place.at));
  EXPECT_THAT(levels, ElementsAre("0 at 0", "1 at 132", "0 at 133"));
}

// A whole network: each track in order (the parser looks), states that add up, arrows from slice to
// slice.
TEST(OverlapTrace, NetworksAddUp) {
  const TraceFile model(".onnx");
  write_model("resnet8_tiny", 0, model.path());
  CompileOptions options;
  options.config = overlapping();
  const Program program = compile_model(model.path(), options).program;
  const Traced t = trace_of(program);
  EXPECT_EQ(t.insns, std::ssize(program.insns) / 16);
  EXPECT_GT(t.trace.of(kComputeGemm, "insn").size(), 0u);
  StateCycles sums{};
  std::set<TracePlace> begins, ends;
  for (const TraceSlice& s : t.trace.slices) {
    if (s.category != "insn")
      continue;
    begins.insert(s.begin);
    ends.insert({s.begin.process, s.begin.thread, s.end - 1});
    if (s.begin.thread != kCompute && s.begin.thread != kComputeGemm)
      continue;
    for (const char* part : {"states", "waited"})
      for (const auto& [name, cycles] : s.args.at(part).as_object())
        for (int k = 0; k < kNumUnitStates; ++k)
          if (name == unit_state_name(static_cast<UnitState>(k)))
            sums[static_cast<size_t>(k)] += cycles.as_int64();
  }
  StateCycles states = t.stats.timing->units[static_cast<size_t>(TimedUnit::Compute)];
  constexpr auto kNone =
      static_cast<size_t>(UnitState::None);  // the end of each launch is in no slice
  EXPECT_LE(sums[kNone], states[kNone]);
  sums[kNone] = states[kNone] = 0;
  EXPECT_EQ(sums, states);
  EXPECT_GT(t.trace.flows.size(), 0u);
  for (const auto& [id, flow] : t.trace.flows) {
    EXPECT_TRUE(ends.contains(flow.from)) << id;
    EXPECT_TRUE(begins.contains(flow.to)) << id;
    EXPECT_LT(flow.from.at, flow.to.at) << id;
  }
}

TEST(OverlapTrace, OneAtATimeHasOneTrack) {
  const Traced t = trace_of(assembled_program(overlapping(0), kBesideAGemm));
  EXPECT_FALSE(t.trace.threads.contains({1, kComputeGemm}));
  EXPECT_EQ(t.trace.of(kCompute, "insn").size(), 3u);
}

TEST(OverlapTrace, TheTimelineCountsACycleOnce) {
  const Program program = assembled_program(overlapping(), kBesideAGemm);
  std::unique_ptr<Device> device = make_csim(program.config, "auto", {.timing_only = true});
  explore::Timeline timeline;
  device->set_trace_sink(&timeline);
  run_launches(program, std::move(device));
  for (int64_t cycle = 1; cycle <= 141; ++cycle)
    EXPECT_EQ(timeline.bins().at(static_cast<size_t>(TimedUnit::Compute), cycle - 1),
              cycle >= 16 && cycle <= 133 ? 1 : 0)
        << cycle;
}

}  // namespace
}  // namespace vta::test
