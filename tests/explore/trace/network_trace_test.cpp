// Traces of whole networks, read back and held against what must be true of any run: nothing here
// uses the writer's own bookkeeping.
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "config/field_table.h"
#include "config/memory_preset.h"
#include "hw/isa/field_members.h"
#include "sim/launch/unit_queues.h"
#include "tests/explore/trace/traced_program.h"

namespace vta::test {
namespace {

struct Case {
  const char* name;
  const char* config;
  const char* memory;
  std::set<int64_t> skip_conv;  // more than the first: several launches
};

Program compiled(const Case& c) {
  const TraceFile model(".onnx");
  write_model("resnet8_tiny", 0, model.path());
  CompileOptions options;
  options.config = apply_memory(named_config(c.config), c.memory);
  SettingValues skipped;
  for (const int64_t conv : c.skip_conv)
    skipped.push_back(std::to_string(conv));
  options.recipe.set_list("skip_conv", skipped);
  return compile_model(model.path(), options).program;
}

class NetworkTrace : public ::testing::TestWithParam<Case> {
 protected:
  NetworkTrace() : program_(compiled(GetParam())), traced_(trace_of(program_)) {}

  const ParsedTrace& trace() const { return traced_.trace; }
  const Timing& timing() const { return *traced_.stats.timing; }

  // The instructions of a launch, decoded from the program.
  std::vector<Insn> stream(int64_t process) const {
    std::vector<LaunchStep> launches;
    for (const Step& step : program_.steps)
      if (const auto* launch = std::get_if<LaunchStep>(&step); launch && launch->insn_count > 0)
        launches.push_back(*launch);
    const LaunchStep& launch = launches.at(static_cast<size_t>(process - 1));
    const InsnCodec codec(program_.config);
    std::vector<Insn> insns;
    for (int64_t i = 0; i < launch.insn_count; ++i) {
      InsnBits bits;
      std::memcpy(&bits, program_.insns.data() + 16 * (launch.first_insn + i), 16);
      insns.push_back(codec.decode(bits));
    }
    return insns;
  }

  // Instructions' slices of one launch, by index.
  std::map<int64_t, TraceSlice> by_index(int64_t process) const {
    std::map<int64_t, TraceSlice> out;
    for (const int64_t thread : {kLoad, kCompute, kStore})
      for (const TraceSlice& s : trace().of(thread, "insn")) {
        if (s.begin.process != process)
          continue;
        const bool first = out.emplace(s.arg("index"), s).second;
        EXPECT_TRUE(first) << s.arg("index") << " twice";
      }
    return out;
  }

  int64_t state(TimedUnit unit, UnitState s) const {
    return timing().units[static_cast<size_t>(unit)][static_cast<size_t>(s)];
  }
  // Busy and the memory's states.
  int64_t executing(TimedUnit unit) const {
    return state(unit, UnitState::Busy) + state(unit, UnitState::MemQueued) +
           state(unit, UnitState::MemLatency) + state(unit, UnitState::MemData);
  }

  Program program_;
  Traced traced_;
};

TEST_P(NetworkTrace, EveryInstructionOfTheStreamIsThere) {
  int64_t total = 0;
  for (const auto& [process, name] : trace().processes) {
    const std::vector<Insn> insns = stream(process);
    const auto slices = by_index(process);
    ASSERT_EQ(slices.size(), insns.size()) << name;
    for (const auto& [index, slice] : slices) {
      const Insn& insn = insns.at(static_cast<size_t>(index));
      EXPECT_EQ(slice.begin.thread, kLoad + static_cast<int64_t>(unit_of(insn)));
      Insn shown;
      for (const auto& [field, value] : slice.args.at("fields").as_object())
        shown.*insn_member(field) = value.as_int64();
      ASSERT_EQ(shown, insn) << slice.args.at("text").as_string();
    }
    total += std::ssize(insns);
  }
  EXPECT_EQ(total, std::ssize(program_.insns) / 16);
  EXPECT_EQ(traced_.insns, total);
  EXPECT_EQ(trace().of(kFetch, "dispatch").size() >= static_cast<size_t>(total), true);
}

TEST_P(NetworkTrace, InstructionsBelongToTheirKernels) {
  int64_t first = 0;  // of the launch, in the program
  for (const auto& [process, name] : trace().processes) {
    const auto slices = by_index(process);
    for (const auto& [index, slice] : slices) {
      std::string owner = "none";
      for (const ProgramKernel& k : program_.kernels)
        if (first + index >= k.first_insn && first + index < k.first_insn + k.insn_count)
          owner = k.name;
      ASSERT_EQ(slice.args.at("kernel").as_string(), owner) << index;
    }
    first += std::ssize(slices);
  }
}

TEST_P(NetworkTrace, SlicesOfOneTrackNeverOverlap) {
  std::map<std::pair<int64_t, int64_t>, std::vector<TraceSlice>> tracks;
  for (const TraceSlice& s : trace().slices)
    tracks[{s.begin.process, s.begin.thread}].push_back(s);
  for (auto& [track, slices] : tracks) {
    ASSERT_TRUE(trace().threads.contains(track));
    std::ranges::sort(slices, {}, &TraceSlice::begin);
    for (size_t i = 1; i < slices.size(); ++i)
      ASSERT_LE(slices[i - 1].end, slices[i].begin.at)
          << trace().threads.at(track) << ": " << slices[i - 1].name << ", " << slices[i].name;
  }
}

TEST_P(NetworkTrace, TracksAddUpToTheUnitsStates) {
  EXPECT_EQ(trace().total(kLoad, "insn"), executing(TimedUnit::Load));
  EXPECT_EQ(trace().total(kCompute, "insn"), executing(TimedUnit::Compute));
  EXPECT_EQ(trace().total(kStore, "insn"), executing(TimedUnit::Store));
  EXPECT_EQ(trace().total(kFetch, "fetch") + trace().total(kFetch, "dispatch"),
            executing(TimedUnit::Fetch));
  EXPECT_EQ(trace().total(kFetch, "wait"), state(TimedUnit::Fetch, UnitState::Slot));
  for (const TimedUnit unit : {TimedUnit::Load, TimedUnit::Compute, TimedUnit::Store})
    EXPECT_EQ(trace().total(kFetch + static_cast<int64_t>(unit), "wait"),
              state(unit, UnitState::TokenPrev) + state(unit, UnitState::TokenNext))
        << timed_unit_name(unit);
}

TEST_P(NetworkTrace, StatesOfTheSlicesAddUpToo) {
  UnitCycles sums{};
  for (const TimedUnit unit : {TimedUnit::Load, TimedUnit::Compute, TimedUnit::Store})
    for (const TraceSlice& s : trace().of(kFetch + static_cast<int64_t>(unit), "insn")) {
      int64_t inside = 0;
      for (const char* part : {"states", "waited"})
        for (const auto& [name, cycles] : s.args.at(part).as_object())
          for (int k = 0; k < kNumUnitStates; ++k)
            if (name == unit_state_name(static_cast<UnitState>(k))) {
              sums[static_cast<size_t>(unit)][static_cast<size_t>(k)] += cycles.as_int64();
              inside += std::string_view(part) == "states" ? cycles.as_int64() : 0;
            }
      ASSERT_EQ(inside, s.length());
    }
  for (const TimedUnit unit : {TimedUnit::Load, TimedUnit::Compute, TimedUnit::Store})
    for (int k = 0; k < static_cast<int>(UnitState::Slot); ++k)
      EXPECT_EQ(sums[static_cast<size_t>(unit)][static_cast<size_t>(k)],
                state(unit, static_cast<UnitState>(k)));
}

TEST_P(NetworkTrace, BurstsMoveTheBeatsThatTheBusCounts) {
  EXPECT_EQ(trace().total(kReads, "burst") + trace().total(kWrites, "burst"), timing().bus_beats);
  int64_t bytes = 0;
  for (const TraceSlice& s : trace().of(kWrites))
    bytes += s.arg("bytes");
  EXPECT_EQ(bytes, traced_.stats.counters.out_store_nbytes);
  bytes = 0;
  for (const TraceSlice& s : trace().of(kReads))
    bytes += s.arg("bytes");
  EXPECT_EQ(bytes, traced_.stats.counters.total_bytes() - traced_.stats.counters.out_store_nbytes +
                       std::ssize(program_.insns));
}

TEST_P(NetworkTrace, BusWindowsAddUpToTheBeats) {
  double beats = 0;
  int64_t windows = 0;
  std::map<int64_t, std::vector<int64_t>> begins;
  for (const TraceCounter& c : trace().counters)
    if (c.name == "bus %") {
      const double percent =
          c.series.at("read").to_number<double>() + c.series.at("write").to_number<double>();
      EXPECT_LE(percent, 100.1);
      beats += percent / 100 * 256;
      ++windows;
    }
  // Two series with one decimal; a run's last window may be shorter.
  const double tolerance = 0.1 / 100 * 256 * static_cast<double>(windows) +
                           256.0 * static_cast<double>(trace().processes.size());
  EXPECT_NEAR(beats, static_cast<double>(timing().bus_beats), tolerance);
}

TEST_P(NetworkTrace, CountersAreAReplayOfTheStream) {
  static const char* const kNames[] = {"tokens load->compute", "tokens compute->load",
                                       "tokens compute->store", "tokens store->compute"};
  for (const auto& [process, name] : trace().processes) {
    const std::vector<Insn> insns = stream(process);
    std::array<std::map<int64_t, int64_t>, 4> changes;  // by time
    for (const auto& [index, slice] : by_index(process)) {
      const QueueTag tag = queue_tag(insns[static_cast<size_t>(index)]);
      for (size_t queue = 0; queue < 4; ++queue) {
        if ((tag.pushes >> queue & 1) != 0)
          ++changes[queue][slice.end];
        if ((tag.pops >> queue & 1) != 0)
          --changes[queue][slice.begin.at + 1];  // the end of the first cycle
      }
    }
    for (size_t queue = 0; queue < 4; ++queue) {
      std::map<int64_t, int64_t> shown;
      for (const TraceCounter& c : trace().counters)
        if (c.place.process == process && c.name == kNames[queue])
          shown[c.place.at] = c.series.at("tokens").as_int64();
      int64_t tokens = 0;
      for (const auto& [at, change] : changes[queue]) {
        tokens += change;
        ASSERT_GE(tokens, 0);
        ASSERT_TRUE(shown.contains(at)) << kNames[queue] << " at " << at;
        ASSERT_EQ(shown.at(at), tokens) << kNames[queue] << " at " << at;
        shown.erase(at);
      }
      EXPECT_EQ(tokens, 0);
      EXPECT_EQ(shown.size(), 1u) << "the zero at the begin";
    }
  }
}

TEST_P(NetworkTrace, ArrowsLeadFromThePushToThePop) {
  std::map<TracePlace, TraceSlice> ending, beginning;
  for (const TraceSlice& s : trace().slices)
    if (s.category == "insn") {
      ending[{s.begin.process, s.begin.thread, s.end - 1}] = s;
      beginning[s.begin] = s;
    }
  size_t pops = 0;
  for (const auto& [process, name] : trace().processes)
    for (const Insn& insn : stream(process))
      pops += static_cast<size_t>(insn.pop_prev + insn.pop_next);
  EXPECT_EQ(trace().flows.size(), pops);
  std::map<std::tuple<int64_t, int64_t, std::string>,
           std::vector<std::pair<TracePlace, TracePlace>>>
      queues;
  for (const auto& [id, flow] : trace().flows) {
    ASSERT_EQ(flow.begins, 1) << id;
    ASSERT_EQ(flow.ends, 1) << id;
    ASSERT_LE(flow.from.at, flow.to.at) << id;
    ASSERT_TRUE(ending.contains(flow.from)) << id;
    ASSERT_TRUE(beginning.contains(flow.to)) << id;
    const bool forwards = flow.from.thread < flow.to.thread;
    EXPECT_EQ(ending.at(flow.from).field(forwards ? "push_next" : "push_prev"), 1);
    EXPECT_EQ(beginning.at(flow.to).field(forwards ? "pop_prev" : "pop_next"), 1);
    queues[{flow.from.process, flow.from.thread, flow.name}].push_back({flow.from, flow.to});
  }
  for (auto& [queue, hops] : queues) {  // first in, first out
    std::ranges::sort(hops);
    EXPECT_TRUE(std::ranges::is_sorted(hops, {}, [](const auto& hop) { return hop.second; }));
  }
}

TEST_P(NetworkTrace, LayersFollowEachOther) {
  std::map<std::string, int64_t> cycles;
  for (const TraceSlice& s : trace().of(kLayers))
    cycles[s.name] += s.length();
  for (size_t k = 0; k < program_.kernels.size(); ++k)
    EXPECT_EQ(cycles[program_.kernels[k].name], timing().kernels[k].cycles);
  EXPECT_EQ(traced_.cycles, timing().cycles);
}

TEST_P(NetworkTrace, OneKernelAloneIsThatPartOfTheWhole) {
  explore::TraceOptions options;
  options.part.kernel = std::ssize(program_.kernels) / 2;
  const ProgramKernel& kernel = program_.kernels[static_cast<size_t>(options.part.kernel)];
  const Traced part = trace_of(program_, options);
  EXPECT_EQ(part.insns, kernel.insn_count);
  EXPECT_EQ(part.trace.processes.size(), 1u);
  std::set<std::pair<TracePlace, int64_t>> whole;
  for (const TraceSlice& s : trace().slices)
    whole.emplace(s.begin, s.end);
  int64_t first = INT64_MAX, last = 0;
  for (const TraceSlice& s : part.trace.slices) {
    EXPECT_TRUE(whole.contains({s.begin, s.end})) << s.name << " at " << s.begin.at;
    if (s.category == "insn") {
      EXPECT_EQ(s.args.at("kernel").as_string(), kernel.name);
      first = std::min(first, s.begin.at);
      last = std::max(last, s.end);
    }
  }
  EXPECT_EQ(part.trace.of(kLayers).size(), 1u);
  for (const TraceCounter& c : part.trace.counters) {
    EXPECT_GE(c.place.at, first - 256) << c.name;
    EXPECT_LE(c.place.at, last) << c.name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, NetworkTrace,
    ::testing::Values(Case{"ideal8", "default", "ideal8", {0}},
                      Case{"ddr", "default", "ddr,bus=16", {0}},
                      Case{"launches", "tiny", "delay16", {0, 2, 5}},
                      Case{"blocks", "1x32.16", "bus=32,gap=3,outstanding=2", {0}}),
    [](const auto& chosen) { return std::string(chosen.param.name); });

}  // namespace
}  // namespace vta::test
