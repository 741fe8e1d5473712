// The worked example of hw/rtl/core/README.md as a trace, every number by hand.
#include <gmock/gmock.h>

#include "base/error.h"
#include "config/memory_preset.h"
#include "tests/explore/trace/traced_program.h"

namespace vta::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

VtaConfig ideal8() {
  return apply_memory(named_config("default"), "ideal8");
}

constexpr const char* kLoadGemmStore = R"(
  load inp x_size=1 y_size=1 x_stride=1 push_next
  gemm reset uop_bgn=0 uop_end=1 iter_out=1 iter_in=1 pop_prev push_next
  store out x_size=1 y_size=1 x_stride=1 pop_prev
  finish
)";

// begin, end: cycle t is the time from t - 1 to t.
std::string text(const TraceSlice& s) {
  return fmt::format("{} {}: {}..{}", s.category, s.name, s.begin.at, s.end);
}
std::vector<std::string> texts(const std::vector<TraceSlice>& slices) {
  std::vector<std::string> out;
  for (const TraceSlice& s : slices)
    out.push_back(text(s));
  return out;
}

TEST(TinyTrace, SlicesAreThePages) {
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore));
  EXPECT_EQ(t.cycles, 40);
  EXPECT_EQ(t.insns, 4);
  EXPECT_EQ(t.bursts, 3);
  EXPECT_THAT(texts(t.trace.of(kLoad)), ElementsAre("insn load inp: 15..23"));
  EXPECT_THAT(
      texts(t.trace.of(kCompute)),
      ElementsAre("wait wait for load: 16..23", "insn gemm reset: 23..31", "insn finish: 31..33"));
  EXPECT_THAT(texts(t.trace.of(kStore)),
              ElementsAre("wait wait for compute: 17..31", "insn store out: 31..39"));
  EXPECT_THAT(
      texts(t.trace.of(kFetch)),
      ElementsAre("fetch fetch: 0..12", "dispatch load inp: 12..15", "dispatch gemm reset: 15..16",
                  "dispatch store out: 16..17", "dispatch finish: 17..18"));
  EXPECT_THAT(texts(t.trace.of(kReads)), ElementsAre("burst fetch: 4..12", "burst load: 20..22"));
  EXPECT_THAT(texts(t.trace.of(kWrites)), ElementsAre("burst store: 35..37"));
  EXPECT_THAT(texts(t.trace.of(kLayers)), ElementsAre("layer tiny: 0..39"));
}

TEST(TinyTrace, ASliceSaysAllOfItsInstruction) {
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore));
  const TraceSlice gemm = t.trace.of(kCompute, "insn").front();
  EXPECT_EQ(gemm.args.at("kernel").as_string(), "tiny");
  EXPECT_EQ(gemm.args.at("text").as_string(),
            "gemm reset uop_end=1 iter_out=1 iter_in=1 pop_prev push_next");
  EXPECT_EQ(gemm.arg("index"), 1);
  EXPECT_EQ(gemm.arg("dispatched"), 16);
  EXPECT_EQ(gemm.arg("start"), 24);
  EXPECT_EQ(gemm.arg("done"), 31);
  EXPECT_EQ(gemm.arg("cycles"), 8);
  EXPECT_EQ(gemm.field("iter_out"), 1);
  EXPECT_EQ(gemm.field("uop_bgn"), 0);
  EXPECT_EQ(gemm.field("push_next"), 1);
  EXPECT_FALSE(gemm.args.at("fields").as_object().contains("x_size")) << "not a field of GEMM";
  EXPECT_EQ(boost::json::serialize(gemm.args.at("states")), R"({"busy":8})");
  EXPECT_EQ(boost::json::serialize(gemm.args.at("waited")), R"({"token_prev":7,"none":16})");
  EXPECT_EQ(boost::json::serialize(t.trace.of(kLoad).front().args.at("states")),
            R"({"busy":3,"mem_queued":1,"mem_latency":2,"mem_data":2})");
  EXPECT_EQ(t.trace.of(kCompute, "insn").back().args.at("kernel").as_string(), "none");
}

TEST(TinyTrace, BurstsSayWhereAndWhen) {
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore));
  const TraceSlice store = t.trace.of(kWrites).front();
  EXPECT_EQ(store.arg("index"), 2);
  EXPECT_EQ(store.arg("bytes"), 16);
  EXPECT_EQ(store.arg("beats"), 2);
  EXPECT_EQ(store.arg("requested"), 33);
  EXPECT_EQ(store.arg("granted"), 34);
  EXPECT_EQ(store.arg("complete"), 38);
}

// Two tokens: from the LOAD's last cycle 23 to the GEMM's first, 24; from 31 to 32.
TEST(TinyTrace, TokensAreArrowsAndCounters) {
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore));
  ASSERT_EQ(t.trace.flows.size(), 2u);
  const TraceFlow& first = t.trace.flows.at(1);
  EXPECT_EQ(first.name, "load->compute");
  EXPECT_EQ(first.from, (TracePlace{1, kLoad, 22}));
  EXPECT_EQ(first.to, (TracePlace{1, kCompute, 23}));
  const TraceFlow& second = t.trace.flows.at(2);
  EXPECT_EQ(second.name, "compute->store");
  EXPECT_EQ(second.from, (TracePlace{1, kCompute, 30}));
  EXPECT_EQ(second.to, (TracePlace{1, kStore, 31}));
  std::vector<std::string> levels;
  for (const TraceCounter& c : t.trace.counters)
    if (c.name != "bus %" && c.place.at > 0)
      levels.push_back(
          fmt::format("{} {} at {}", c.name, c.series.at("tokens").as_int64(), c.place.at));
  EXPECT_THAT(levels,
              ElementsAre("tokens load->compute 1 at 23", "tokens load->compute 0 at 24",
                          "tokens compute->store 1 at 31", "tokens compute->store 0 at 32"));
}

// Windows of ten cycles: fetch's 8 beats take the port from its grant at 2 on, LOAD's 2 from 18,
// STORE's 2 from 34, in a last window of ten.
TEST(TinyTrace, BusWindowsCountBeatsFromTheirGrant) {
  explore::TraceOptions options;
  options.window = 10;
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore), options);
  std::vector<std::string> windows;
  for (const TraceCounter& c : t.trace.counters)
    if (c.name == "bus %")
      windows.push_back(fmt::format("{}: {} {}", c.place.at,
                                    c.series.at("read").to_number<double>(),
                                    c.series.at("write").to_number<double>()));
  EXPECT_THAT(windows, ElementsAre("0: 80 0", "10: 20 0", "20: 0 0", "30: 0 20"));
}

TEST(TinyTrace, ThreadsHaveNames) {
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore));
  EXPECT_EQ(t.trace.processes.at(1), "launch 0 (tiny, " + ideal8().name() + ")");
  EXPECT_EQ(t.trace.threads.at({1, kLayers}), "layers");
  EXPECT_EQ(t.trace.threads.at({1, kStore}), "store");
  EXPECT_EQ(t.trace.threads.at({1, kWrites}), "memory writes");
}

// At 3 MHz a cycle is 333.33 ns: rounded, but never so that slices overlap.
TEST(TinyTrace, AClockSetsTheTimeAxis) {
  explore::TraceOptions options;
  options.mhz = 3;
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore), options, ".json");
  EXPECT_THAT(texts(t.trace.of(kCompute)),
              ElementsAre("wait wait for load: 5333..7667", "insn gemm reset: 7667..10333",
                          "insn finish: 10333..11000"));
}

TEST(TinyTrace, WithoutBurstsTheRestIsTheSame) {
  explore::TraceOptions options;
  options.bursts = false;
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore), options);
  EXPECT_THAT(t.trace.of(kReads), IsEmpty());
  EXPECT_EQ(t.bursts, 0);
  EXPECT_EQ(t.trace.of(kLoad).size(), 1u);
}

TEST(TinyTrace, CyclesNameTheTimeThatIsShown) {
  explore::TraceOptions options;
  options.part.cycles.first = 32;
  options.part.cycles.end = 35;
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore), options);
  EXPECT_THAT(texts(t.trace.of(kCompute)), ElementsAre("insn finish: 31..33"));
  EXPECT_THAT(texts(t.trace.of(kStore)), ElementsAre("insn store out: 31..39"));
  EXPECT_THAT(t.trace.of(kLoad), IsEmpty());
  EXPECT_THAT(t.trace.flows, IsEmpty()) << "one end of each arrow is not there";
}

// A queue of two: what fetch cannot dispatch is a wait on its track.
TEST(TinyTrace, AFullQueueIsAWaitOfFetch) {
  VtaConfig config = ideal8();
  config.cmd_queue_depth = 2;
  const Traced t = trace_of(assembled_program(
      config,
      "gemm uop_bgn=0 uop_end=2 iter_out=3 iter_in=4\nload uop\nload uop\nload uop\nfinish\n"));
  const auto waits = t.trace.of(kFetch, "wait");
  ASSERT_FALSE(waits.empty());
  EXPECT_EQ(waits.front().name, "compute queue is full");
  EXPECT_EQ(t.trace.total(kFetch, "wait"),
            t.stats.timing->units[0][static_cast<size_t>(UnitState::Slot)]);
}

// The trace of a run that ends with an error is whole, and holds what came before.
TEST(TinyTrace, AnErrorLeavesATraceOfWhatWasDone) {
  const Program program =
      assembled_program(ideal8(), "load inp x_size=1 y_size=1 x_stride=1\ngemm pop_prev\nfinish\n");
  const TraceFile to(".json");
  explore::TraceOutput file(to.path());
  explore::TraceWriter writer(program, {}, file);
  std::unique_ptr<Device> device = make_csim(program.config, "auto", {.timing_only = true});
  device->set_trace_sink(&writer);
  EXPECT_THROW(run_launches(program, std::move(device)), DeviceError);
  writer.finish();
  file.close();
  const ParsedTrace trace(to.path());
  EXPECT_THAT(texts(trace.of(kLoad)), ElementsAre("insn load inp: 13..21"));
  EXPECT_THAT(trace.of(kCompute, "insn"), IsEmpty());
  EXPECT_THAT(trace.of(kLayers), IsEmpty());
  EXPECT_EQ(trace.of(kFetch, "dispatch").size(), 3u);
}

TEST(TinyTrace, TheDocumentSaysWhereItComesFrom) {
  const Traced t = trace_of(assembled_program(ideal8(), kLoadGemmStore));
  const auto& other = t.trace.document.at("otherData");
  EXPECT_EQ(other.at("provenance").at("schema").as_string(), "vta.trace");
  EXPECT_EQ(other.at("provenance").at("config_hash").as_string(), ideal8().hash());
  EXPECT_EQ(other.at("cycles").as_int64(), 40);
  EXPECT_EQ(other.at("bus_beats").as_int64(), 12);
  EXPECT_EQ(t.trace.document.at("displayTimeUnit").as_string(), "ns");
}

}  // namespace
}  // namespace vta::test
