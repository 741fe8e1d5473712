// Memory that refuses (hw/rtl/memory/README.md), by hand and by property; and indices at their
// limits.
#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <random>

#include "base/error.h"
#include "sim/cosim/compare_refusals.h"
#include "sim/cosim/program_text.h"
#include "sim/cosim/refusals.h"
#include "sim/csim/compute.h"
#include "sim/semantics/execute.h"
#include "sim/semantics/refused_rows.h"
#include "tests/cosim/cosim_fixture.h"

namespace vta::cosim {
namespace {

using ::testing::HasSubstr;
using vta::testing::program_of;

// fsim and csim, which must agree.
std::vector<RunResult> run_both(const std::string& text) {
  const TestProgram p = parse_program(text, "p.s");
  static Bench bench({"fsim", "csim"},
                     [](const std::string& name, const VtaConfig& config, int64_t bytes) {
                       return make_device(name, config, {.memory_bytes = bytes});
                     });
  const Verdict verdict = bench.run(p);
  EXPECT_FALSE(verdict.difference) << verdict.difference->text;
  return verdict.results;
}

void expect_bus_error(const std::string& text, int64_t insn) {
  for (const RunResult& r : run_both(text)) {
    EXPECT_EQ(r.failure, "") << r.backend;
    EXPECT_EQ(r.report.error, IsaError::BusError) << r.backend << ": " << r.report.error_text;
    EXPECT_EQ(r.report.error_insn, insn) << r.backend;
    EXPECT_THAT(r.report.error_text, HasSubstr("the memory refuses bursts in [0x")) << r.backend;
    EXPECT_EQ(r.report.total_tokens_left(), 0) << r.backend;
  }
}

const std::string kIdeal = ".memory read=0 write=0 gap=0 outstanding=16 burst=16\n";

// The page's example: bursts of 1, 16 and 2 beats, the last beat written an edge before done.
TEST(Refusal, TheExampleOfThePage) {
  const std::string load = kIdeal + ".stream 0x4000\nload uop dram_base=0x41e y_size=1 x_size=38\n";
  const auto cycles = [&](const std::string& window) {
    const auto results = run_both(window + load + "finish\n");
    return std::pair(results[1].report.cycles.value(), results[1].completion[0]);
  };
  const int64_t done = cycles("").second;
  EXPECT_EQ(cycles(".refuse 0x1100 0x1108\n"), std::pair(done, int64_t{kNotRetired}));
  EXPECT_EQ(cycles(".refuse 0x10f8 0x1100\n"), std::pair(done, int64_t{kNotRetired}));
  // The third burst is granted after the edge at which the first is refused.
  EXPECT_EQ(cycles(".refuse 0x1078 0x1080\n"), std::pair(done - 2, int64_t{kNotRetired}));
  EXPECT_EQ(cycles(".refuse 0x1070 0x1078\n").second, done);
  EXPECT_EQ(cycles(".refuse 0x1110 0x1118\n").second, done);
}

TEST(Refusal, OfEveryMaster) {
  for (const char* insn :
       {"load uop dram_base=1024 y_size=1 x_size=1", "load inp dram_base=256 y_size=1 x_size=1",
        "load wgt dram_base=16 y_size=1 x_size=1", "load acc dram_base=64 y_size=1 x_size=1",
        "load acc8 dram_base=256 y_size=1 x_size=1", "store out dram_base=256 y_size=1 x_size=1"})
    expect_bus_error(
        std::string(".refuse 0x1000 0x1008\n.stream 0x4000\nalu add\n") + insn + "\nfinish\n", 1);
}

// With time: the first that is not dispatched yet. Without: the first that does not come in.
TEST(Refusal, OfFetchNamesWhatWouldBeDispatchedNext) {
  const auto named = [](const std::string& window) {
    const auto results = run_both(kIdeal + window + ".stream 0x4000\nalu add\nalu add\nfinish\n");
    for (const RunResult& r : results)
      EXPECT_EQ(r.report.error, IsaError::BusError) << r.backend;
    return std::pair(results[0].report.error_insn, results[1].report.error_insn);
  };
  EXPECT_EQ(named(".refuse 0x4000 0x4008\n"), std::pair(int64_t{0}, int64_t{0}));
  EXPECT_EQ(named(".refuse 0x4018 0x4020\n"), std::pair(int64_t{1}, int64_t{0}));
  EXPECT_EQ(named(".refuse 0x4028 0x4030\n"), std::pair(int64_t{2}, int64_t{0}));
}

// A row in the window that is skipped between rows is not read.
TEST(Refusal, BytesBetweenRowsAreNobodys) {
  const std::string rows =
      ".stream 0x4000\nload inp dram_base=256 y_size=2 x_size=1 x_stride=4\n"
      "finish\n";
  for (const RunResult& r : run_both(".refuse 0x1010 0x1040\n" + rows))
    EXPECT_EQ(r.report.error, IsaError::None) << r.report.error_text;
  expect_bus_error(".refuse 0x1010 0x1048\n" + rows, 0);
}

// A STORE that a token orders before the refused LOAD stands; the next launch is as if nothing had
// been.
TEST(Refusal, StoresBeforeItStandAndTheNextLaunchRuns) {
  const std::string text =
      ".refuse 0x1000 0x1008\n.stream 0x4000\n.random 0x2000 64 7\n.launch 4\n"
      "load acc dram_base=128 y_size=1 x_size=1 push_next\n"
      "store out dram_base=768 y_size=1 x_size=1 pop_prev push_prev\n"
      "load acc dram_base=64 y_size=1 x_size=1 pop_next\n"
      "finish\n"
      "load acc dram_base=128 y_size=1 x_size=1 push_next\n"
      "store out dram_base=896 y_size=1 x_size=1 pop_prev\n"
      "finish\n";
  for (const RunResult& r : run_both(text)) {
    ASSERT_EQ(r.earlier.size(), 1U);
    EXPECT_EQ(r.earlier[0].error, IsaError::BusError);
    EXPECT_EQ(r.earlier[0].error_insn, 2);
    EXPECT_EQ(r.report.error, IsaError::None) << r.report.error_text;
    for (size_t lane = 0; lane < 16; ++lane) {
      EXPECT_EQ(r.dram[0x3000 + lane], r.dram[0x2000 + 4 * lane]) << lane;
      EXPECT_EQ(r.dram[0x3800 + lane], r.dram[0x2000 + 4 * lane]) << lane;
    }
  }
}

TEST(Refusal, WindowsOfPartsOfWordsAreRefused) {
  for (const char* backend : {"fsim", "csim"}) {
    const auto device = make_device(backend, named_config("default"), {.memory_bytes = 4096});
    auto& refusing = dynamic_cast<RefusingDevice&>(*device);
    EXPECT_THAT(
        [&] {
          refusing.refuse({4, 16});
        },
        ::testing::ThrowsMessage<DeviceError>(
            HasSubstr("the memory refuses [0x4, 0x10), which is not whole words of the "
                      "bus: both must be multiples of 8")));
    refusing.refuse({9, 9});  // none
  }
}

// By bursts, as backends with time find it, and by rows, as fsim does.
TEST(Refusal, AnInstructionIsRefusedWhereItsRowsMeetTheWindow) {
  std::mt19937_64 random(7);
  int64_t refused = 0, near = 0;
  for (int64_t i = 0; i < 120; ++i) {
    const TestProgram p = program_of(i % 2 == 0 ? "default" : "1x32.16", 71, i);
    const auto bus = static_cast<uint64_t>(p.config.bus_bytes());
    Bursts bursts{p.config, p.bases, {}};
    for (const Insn& n : p.insns) {
      if (check_insn(n, 0, {p.config, p.bases, p.window, 2}))
        continue;  // it may have billions of bursts
      const std::vector<BurstBytes> all = bursts.of(n);
      if (all.empty())
        continue;
      const BurstBytes& burst = all[random() % all.size()];
      bursts.refused.lo = (burst.begin / bus + random() % 3) * bus;
      bursts.refused.hi = bursts.refused.lo + (1 + random() % 2) * bus;
      const bool meets = meets_refused_rows(n, p.config, p.bases, bursts.refused);
      ASSERT_EQ(bursts.first_refused(n).has_value(), meets) << i;
      ++(meets ? refused : near);
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(near, 100);
}

// Two LOADs of different units; with a token of the first to the second only the first can be
// named.
TEST(Refusal, WhichOfTwoComesFirstIsARaceUnlessATokenOrdersThem) {
  for (const bool ordered : {false, true}) {
    const TestProgram p = parse_program(
        std::string(".refuse 0x1000 0x1008\n.stream 0x4000\nload inp dram_base=256 y_size=1 "
                    "x_size=1") +
            (ordered ? " push_next" : "") + "\nload acc dram_base=64 y_size=1 x_size=1" +
            (ordered ? " pop_prev" : "") + "\nfinish\n",
        "p.s");
    const Subject subject{p.config,       p.insns,   p.bases,    false,
                          launches_of(p), p.refused, p.insn_addr};
    RunReport first, second, deadlock;
    first.error = second.error = IsaError::BusError;
    first.error_insn = 0;
    second.error_insn = 1;
    deadlock.error = IsaError::Deadlock;
    deadlock.error_insn = 1;
    EXPECT_EQ(may_end_differently(subject, subject.launch(0), first, second), !ordered);
    EXPECT_EQ(may_end_differently(subject, subject.launch(0), second, first), !ordered);
    EXPECT_FALSE(may_end_differently(subject, subject.launch(0), first, deadlock));
    EXPECT_FALSE(may_end_differently(subject, subject.launch(0), first, {}));
  }
}

// A backend whose memory does not refuse: found, whatever the other does.
TEST(Refusal, AnInstructionThatCompletesThoughItIsRefusedIsFound) {
  const TestProgram p = parse_program(
      ".refuse 0x1000 0x1008\n.stream 0x4000\nload inp dram_base=256 y_size=1 x_size=1\nfinish\n",
      "p.s");
  const auto device = make_device("fsim", p.config, {.memory_bytes = p.memory_bytes});
  TestProgram unrefused = p;
  unrefused.refused = {};
  const RunResult result = run_program(unrefused, *device);
  const Subject subject{p.config, p.insns, p.bases, false, launches_of(p), p.refused, p.insn_addr};
  const auto difference = find_difference(subject, {&result, 1});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->kind, DifferenceKind::Completion);
  EXPECT_THAT(difference->text, HasSubstr("completes in fsim though a burst of it is refused"));
}

// The first step with an index past its depth, step by step.
std::optional<int64_t> first_step_past(const Insn& n, const MachineState& s) {
  const bool gemm = n.op() == Opcode::Gemm, reads = gemm ? n.reset == 0 : n.use_imm == 0;
  int64_t step = 0;
  for (int64_t o = 0; o < n.iter_out; ++o)
    for (int64_t i = 0; i < n.iter_in; ++i)
      for (int64_t u = n.uop_bgn; u < n.uop_end; ++u, ++step) {
        const UopEntry& uop = s.uop[static_cast<size_t>(u)];
        const bool dst = uop.dst + o * n.dst_out + i * n.dst_in >= s.acc_depth;
        const bool src =
            uop.src + o * n.src_out + i * n.src_in >= (gemm ? s.inp_depth : s.acc_depth);
        const bool wgt = uop.wgt + o * n.wgt_out + i * n.wgt_in >= s.wgt_depth;
        if (dst || (reads && src) || (reads && gemm && wgt))
          return step;
      }
  return std::nullopt;
}

// fsim's check and csim's, each against the definition, near the depths.
TEST(IndexRange, BothChecksFindTheFirstStepPastADepth) {
  MachineState state(load_config(VTA_SOURCE_DIR "/tests/data/configs/shallow.json"));
  std::mt19937_64 random(11);
  const auto below = [&](int64_t bound) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(bound));
  };
  int64_t faults = 0, fine = 0;
  for (int k = 0; k < 40000; ++k) {
    for (int64_t u = 0; u < 4; ++u) {
      const auto near = [&](int64_t depth) {
        return static_cast<uint32_t>(below(3) == 0 ? depth - 1 - below(3) : below(depth));
      };
      state.uop[static_cast<size_t>(u)] = {near(state.acc_depth),
                                           near(std::min(state.inp_depth, state.acc_depth)),
                                           near(state.wgt_depth)};
    }
    Insn n;
    n.opcode = below(2) == 0 ? 2 : 4;
    n.reset = below(2);
    n.use_imm = below(2);
    n.uop_bgn = below(3);
    n.uop_end = n.uop_bgn + below(3);
    n.iter_out = below(5);
    n.iter_in = below(5);
    for (int64_t Insn::*factor : {&Insn::dst_out, &Insn::dst_in, &Insn::src_out, &Insn::src_in,
                                  &Insn::wgt_out, &Insn::wgt_in})
      n.*factor = below(2) == 0 ? 0 : below(4);
    const auto wanted = first_step_past(n, state);
    ASSERT_EQ(csim::first_fault_step(n, state), wanted) << k;
    ASSERT_EQ(find_index_fault(n, state).has_value(), wanted.has_value()) << k;
    ++(wanted ? faults : fine);
  }
  EXPECT_GT(faults, 5000);
  EXPECT_GT(fine, 5000);
}

}  // namespace
}  // namespace vta::cosim
