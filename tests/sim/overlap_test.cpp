// ACC_OVERLAP 1: values are those of program order whatever goes on at once, what goes on at once
// shares nothing, and it is worth it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "config/memory_preset.h"
#include "explore/trace/interval_log.h"
#include "sim/semantics/execute.h"
#include "tests/sim/sim_fixture.h"

namespace vta::test {
namespace {

VtaConfig with_overlap(std::string_view name, int64_t overlap) {
  VtaConfig config = apply_memory(named_config(std::string(name)), "ideal8");
  config.acc_overlap = overlap;
  return config;
}

// ---- a stream that is made for it

constexpr int64_t kRounds = 64;

// Micro-op h works on half h of ACC.
std::vector<Uop> a_uop_for_each_half(const VtaConfig& config) {
  return {{0, 0, 0}, {config.depth(MemoryType::Acc) / 2, 0, 0}};
}

// Sums in the halves by turns; `with_alu` the sums of a round are shifted while the next ones are
// made.
std::vector<Insn> rounds(bool with_alu) {
  std::vector<Insn> insns = {load(MemoryType::Uop, 0, 0, 1, 2)};
  for (int64_t round = 0; round < kRounds; ++round) {
    const int64_t half = round % 2;
    Insn sums = gemm(half, half + 1, 25, 20);
    sums.dst_in = 1;
    insns.push_back(sums);
    if (!with_alu || round == 0)
      continue;
    Insn shifts = alu(AluOp::Shr, 1 - half, 2 - half, 21, 20);
    shifts.use_imm = shifts.imm = 1;
    shifts.dst_in = 1;
    insns.push_back(shifts);
  }
  insns.push_back(finish());
  return insns;
}

struct Outcome {
  int64_t cycles = 0;
  Counters counters;
  std::vector<int32_t> acc;
};

Outcome run_rounds(const std::string& backend, int64_t overlap, bool with_alu) {
  const VtaConfig config = with_overlap("default", overlap);
  Bench bench(config, "auto", backend);
  bench.poke_uops(0, a_uop_for_each_half(config));
  const RunReport& report = bench.run(rounds(with_alu));
  EXPECT_EQ(report.error, IsaError::None) << report.error_text;
  return {report.cycles.value_or(0), report.counters, bench.acc(0, config.depth(MemoryType::Acc))};
}

TEST(Overlap, HidesAluWorkBehindGemms) {
  const Outcome one_at_a_time = run_rounds("csim", 0, true);
  const Outcome together = run_rounds("csim", 1, true);
  const Outcome gemm_alone = run_rounds("csim", 1, false);
  EXPECT_GE(together.counters.alu_counter * 10, together.counters.gemm_counter * 8);
  RecordProperty("one_at_a_time", std::to_string(one_at_a_time.cycles));
  RecordProperty("together", std::to_string(together.cycles));
  RecordProperty("gemm_alone", std::to_string(gemm_alone.cycles));
  EXPECT_LE(together.cycles * 100, gemm_alone.cycles * 105);
  EXPECT_GE(one_at_a_time.cycles * 10, gemm_alone.cycles * 17);
  const Outcome functional = run_rounds("fsim", 0, true);
  EXPECT_EQ(together.acc, functional.acc);
  EXPECT_EQ(together.counters, functional.counters);
}

// ---- random streams

// Compute's instructions in random places of both halves, with micro-ops that are loaded over and
// over: what comes out depends on every order that must hold.
class HazardStream {
 public:
  HazardStream(const VtaConfig& config, uint64_t seed) : config_(config), random_(seed) {
    const int64_t half = config.depth(MemoryType::Acc) / 2;
    for (int64_t k = 0; k < kUops; ++k)
      uops.push_back({below(2) * half + below(8), below(2) * half + below(8), below(4)});
    insns = {with(load(MemoryType::Inp, 0, 0, 1, config.depth(MemoryType::Inp)), PushNext),
             with(load(MemoryType::Wgt, 0, 0, 1, config.depth(MemoryType::Wgt)), PushNext),
             with(load(MemoryType::Uop, 0, 0, 1, 8), PopPrev),
             with(load(MemoryType::Acc, 0, 0, 1, 2 * half), PopPrev)};
    const int64_t count = 10 + below(40);
    const int64_t bad = one_in(5) ? below(count) : -1;
    for (int64_t k = 0; k < count; ++k) {
      insns.push_back(any());
      if (k == bad)
        spoil(insns.back());
    }
    insns.push_back(finish());
  }

  static constexpr int64_t kUops = 64;  // in memory
  std::vector<Uop> uops;
  std::vector<Insn> insns;

 private:
  int64_t below(int64_t bound) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
  }
  bool one_in(int64_t n) { return below(n) == 0; }

  Insn any() {
    switch (below(8)) {
      case 0:
        return load_uops();
      case 1:
        return load_acc();
      case 2:
      case 3:
      case 4: {
        Insn n = gemm(0, 0);
        n.reset = one_in(4);
        return loop(n);
      }
      default: {
        Insn n = alu(AluOp::Add, 0, 0);
        n.alu_opcode = below(5);
        n.use_imm = one_in(2);
        n.imm = below(8) - 4;
        return loop(n);
      }
    }
  }
  Insn loop(Insn n) {
    n.uop_bgn = below(8);
    n.uop_end = std::min<int64_t>(8, n.uop_bgn + below(4));
    n.iter_out = below(8);
    n.iter_in = 1 + below(one_in(4) ? 60 : 4);
    n.dst_out = below(2);
    if (n.iter_in >= 8)
      return n;
    n.dst_in = below(2);
    n.src_in = below(2);
    n.wgt_in = n.op() == Opcode::Gemm ? below(2) : 0;
    return n;
  }
  // A step past a depth: of WGT for a GEMM, whose halves of ACC say nothing of it.
  void spoil(Insn& n) const {
    if (n.op() == Opcode::Load)
      return;
    const bool sums = pipe_of(n) == Pipe::G;
    (sums ? n.wgt_out : n.dst_out) = config_.depth(sums ? MemoryType::Wgt : MemoryType::Acc) - 1;
    n.iter_out = 3;
  }
  Insn load_uops() {
    const int64_t first = below(8);
    return load(MemoryType::Uop, first, below(kUops - 8), 1, below(9 - first));
  }
  Insn load_acc() {
    const int64_t depth = config_.depth(MemoryType::Acc);
    const int64_t count = 1 + below(8);
    return load(MemoryType::Acc, below(depth - count + 1), below(16), 1, count);
  }

  VtaConfig config_;
  std::mt19937_64 random_;
};

// What an instruction touches, told one after the other in program order.
class Touched {
 public:
  explicit Touched(const std::vector<Uop>& memory) : memory_(memory), uops_(8) {}

  struct Places {
    std::set<int64_t> acc, reads_uop, writes_uop;
    bool meets(const Places& other) const {
      return any(acc, other.acc) || any(reads_uop, other.writes_uop) ||
             any(writes_uop, other.reads_uop);
    }
    static bool any(const std::set<int64_t>& a, const std::set<int64_t>& b) {
      return std::ranges::any_of(a, [&](int64_t x) { return b.contains(x); });
    }
  };

  Places next(const Insn& n) {
    Places p;
    const bool loop = n.op() == Opcode::Gemm || n.op() == Opcode::Alu;
    for (int64_t k = 0; n.op() == Opcode::Load && k < scratchpad_elements(n); ++k) {
      if (n.memory() == MemoryType::Acc)
        p.acc.insert(n.sram_base + k);
      if (n.memory() == MemoryType::Uop) {
        p.writes_uop.insert(n.sram_base + k);
        uops_.at(static_cast<size_t>(n.sram_base + k)) =
            memory_.at(static_cast<size_t>(n.dram_base + k));
      }
    }
    for (int64_t step = 0; loop && step < step_count(n); ++step) {
      const int64_t u = n.uop_bgn + step % uop_count(n);
      const int64_t i = step / uop_count(n) % n.iter_in;
      const int64_t o = step / uop_count(n) / n.iter_in;
      p.reads_uop.insert(u);
      p.acc.insert(uops_[static_cast<size_t>(u)].dst + o * n.dst_out + i * n.dst_in);
      if (n.op() == Opcode::Alu && n.use_imm == 0)
        p.acc.insert(uops_[static_cast<size_t>(u)].src + o * n.src_out + i * n.src_in);
    }
    return p;
  }

 private:
  const std::vector<Uop>& memory_;
  std::vector<Uop> uops_;
};

struct HazardRun {
  RunReport report;
  std::vector<std::byte> acc, uop;
  std::vector<Execution> executions;  // of compute
};

HazardRun run(const std::string& backend, const VtaConfig& config, const HazardStream& stream) {
  Bench bench(config, "auto", backend);
  std::mt19937_64 random(1);
  std::vector<uint32_t> data(1 << 15);
  for (uint32_t& word : data)
    word = static_cast<uint32_t>(random());
  bench.poke(0, data);
  bench.poke_uops(1 << 15, stream.uops);
  bench.device->write_register(Register::UopBase, static_cast<uint64_t>(bench.codec.uop_bytes())
                                                      << 15);
  explore::IntervalLog log;
  bench.device->set_trace_sink(&log);
  HazardRun out{bench.run(stream.insns), {}, {}, {}};
  const auto all = [&](MemoryType type) {
    return bench.device->read_scratchpad(type, 0, config.depth(type));
  };
  out.acc = all(MemoryType::Acc);
  out.uop = all(MemoryType::Uop);
  for (const Execution& e : log.launches().front().executions)
    if (e.unit == Unit::Compute)
      out.executions.push_back(e);
  return out;
}

// Started in order, retired in order; what goes on at once shares no place. Returns how many pairs
// went on at once.
int64_t expect_ordered(const HazardStream& stream, const std::vector<Execution>& executions) {
  int64_t pairs = 0;
  Touched touched(stream.uops);
  std::vector<Touched::Places> places;
  for (size_t i = 0; i < executions.size(); ++i) {
    const Execution& e = executions[i];
    places.push_back(touched.next(stream.insns[static_cast<size_t>(e.index)]));
    if (i == 0)
      continue;
    EXPECT_GT(e.index, executions[i - 1].index);
    EXPECT_GT(e.start, executions[i - 1].start);
    EXPECT_EQ(e.done, std::max(e.finish, executions[i - 1].done + 1));
    for (size_t k = 0; k < i; ++k) {
      if (executions[k].finish < e.start)
        continue;
      ++pairs;
      EXPECT_FALSE(places[k].meets(places[i]))
          << "instructions " << executions[k].index << " and " << e.index;
    }
  }
  return pairs;
}

int64_t hazard_streams() {
  const char* text = std::getenv("VTA_HAZARD_STREAMS");
  return text != nullptr ? std::atoll(text) : 500;
}

TEST(Overlap, ValuesAreThoseOfProgramOrder) {
  int64_t pairs = 0, errors = 0;
  for (int64_t seed = 0; seed < hazard_streams() && !HasFailure(); ++seed) {
    const std::string name = seed % 4 == 0 ? "default" : "tiny";
    SCOPED_TRACE(fmt::format("seed {}, {}", seed, name));
    VtaConfig config = with_overlap(name, 1);
    config.gemm_pipeline = 1 + seed % 6;
    config.acc_read_ports = 1 + seed % 2;
    const HazardStream stream(config, static_cast<uint64_t>(seed));
    const HazardRun timed = run("csim", config, stream);
    const HazardRun functional = run("fsim", config, stream);
    EXPECT_EQ(timed.report.error, functional.report.error) << timed.report.error_text;
    EXPECT_EQ(timed.report.error_insn, functional.report.error_insn);
    pairs += expect_ordered(stream, timed.executions);
    if (timed.report.error != IsaError::None) {
      ++errors;
      continue;
    }
    EXPECT_EQ(timed.report.counters, functional.report.counters);
    EXPECT_EQ(timed.acc, functional.acc);
    EXPECT_EQ(timed.uop, functional.uop);
  }
  EXPECT_GT(pairs, 5 * hazard_streams());
  EXPECT_GT(errors, hazard_streams() / 20);
}

// With 0 the same streams go on one at a time, with the same outcome.
TEST(Overlap, OneAtATimeIsTheSameButForTime) {
  for (uint64_t seed = 0; seed < 50 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const VtaConfig config = with_overlap("tiny", 1);
    const HazardStream stream(config, seed);
    const HazardRun together = run("csim", config, stream);
    const HazardRun alone = run("csim", with_overlap("tiny", 0), stream);
    EXPECT_EQ(expect_ordered(stream, alone.executions), 0);
    EXPECT_EQ(together.report.error, alone.report.error);
    EXPECT_EQ(together.report.error_insn, alone.report.error_insn);
    EXPECT_EQ(together.report.counters, alone.report.counters);
    if (alone.report.error == IsaError::None) {
      EXPECT_EQ(together.acc, alone.acc);
    }
    for (const Execution& e : alone.executions)
      EXPECT_TRUE(e.finish == e.done && e.start == e.next_token + 1) << e.index;
  }
}

}  // namespace
}  // namespace vta::test
