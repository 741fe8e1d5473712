#include "tests/rtl/datapath_reference.h"

#include <algorithm>

#include "sim/semantics/execute.h"

namespace vta {
namespace {

std::vector<ExpectedBurst> cut_run(uint64_t begin, uint64_t end, uint64_t bus, uint64_t burst) {
  std::vector<ExpectedBurst> out;
  for (uint64_t p = begin; p < end;) {
    const uint64_t q = std::min(end, p / burst * burst + burst);
    out.push_back({p / bus * bus, static_cast<int64_t>((q - 1) / bus - p / bus + 1)});
    p = q;
  }
  return out;
}

// load/README.md and store/README.md, "Runs".
std::vector<ExpectedBurst> bursts_of(const Insn& n, const VtaConfig& config,
                                     const DatapathProgram& program) {
  std::vector<ExpectedBurst> out;
  const auto element = static_cast<uint64_t>(config.element_bytes(n.memory()));
  const auto bus = static_cast<uint64_t>(config.bus_bytes());
  const uint64_t burst = bus * static_cast<uint64_t>(program.burst_beats);
  const bool merged = n.x_pad_0 == 0 && n.x_pad_1 == 0 && (n.x_stride == n.x_size || n.y_size == 1);
  const int64_t runs = n.x_size == 0 || n.y_size == 0 ? 0 : merged ? 1 : n.y_size;
  for (int64_t y = 0; y < runs; ++y) {
    const uint64_t begin = program.bases.of(n.memory()) +
                           static_cast<uint64_t>(n.dram_base + y * n.x_stride) * element;
    const int64_t elements = merged ? n.x_size * n.y_size : n.x_size;
    const auto cut = cut_run(begin, begin + static_cast<uint64_t>(elements) * element, bus, burst);
    out.insert(out.end(), cut.begin(), cut.end());
  }
  return out;
}

struct Step {
  int64_t dst, src, wgt;
};

template <typename Visit>
void for_each_step(const Insn& n, const MachineState& s, Visit visit) {
  for (int64_t o = 0; o < n.iter_out; ++o)
    for (int64_t i = 0; i < n.iter_in; ++i)
      for (int64_t k = n.uop_bgn; k < n.uop_end; ++k) {
        const UopEntry& u = s.uop[static_cast<size_t>(k)];
        visit(Step{u.dst + o * n.dst_out + i * n.dst_in, u.src + o * n.src_out + i * n.src_in,
                   u.wgt + o * n.wgt_out + i * n.wgt_in});
      }
}

void add(std::vector<Touch>& touches, MemoryType type, int64_t index, bool write) {
  for (Touch& t : touches)
    if (t.type == type && t.write == write) {
      t.lo = std::min(t.lo, index);
      t.hi = std::max(t.hi, index + 1);
      return;
    }
  touches.push_back({type, index, index + 1, write});
}

// compute/README.md, "RQ and EXP2": when their steps read.
class WaitingSteps {
 public:
  WaitingSteps(bool rq, int64_t read_ports)
      : vectors_(rq ? 2 : 1),
        cycles_((rq ? 2 : 1) + (read_ports == 1 ? 1 : 0)),
        latency_((rq ? 11 : 6) + (read_ports == 1 ? 1 : 0)) {}

  int64_t read(const Step& at) {
    int64_t r = steps_.empty() ? 3 : steps_.back().read + cycles_;
    for (const Read& before : steps_)
      if (before.dst == at.dst || (before.dst >= at.src && before.dst < at.src + vectors_))
        r = std::max(r, before.read + latency_);
    steps_.push_back({at.dst, r});
    return r;
  }
  int64_t done() const { return (steps_.empty() ? 3 - cycles_ : steps_.back().read) + latency_; }

 private:
  struct Read {
    int64_t dst, read;
  };
  int64_t vectors_, cycles_, latency_;
  std::vector<Read> steps_;
};

void expect_steps(const Insn& n, const MachineState& s, ExpectedInsn& e,
                  std::vector<Touch>& touches) {
  const bool gemm = n.op() == Opcode::Gemm, rq = !gemm && n.alu() == AluOp::Rq;
  const bool waits = rq || (!gemm && n.alu() == AluOp::Exp2);
  const bool reads = gemm ? n.reset == 0 : n.use_imm == 0;
  const int64_t src_depth = (gemm ? s.inp_depth : s.acc_depth) - (rq ? 1 : 0);
  const int64_t cycles = !gemm && reads && s.config.acc_read_ports == 1 ? 2 : 1;
  WaitingSteps waiting(rq, s.config.acc_read_ports);
  int64_t steps = 0;
  for_each_step(n, s, [&](const Step& at) {
    const bool bad = at.dst >= s.acc_depth || (reads && at.src >= src_depth) ||
                     (reads && gemm && at.wgt >= s.wgt_depth);
    const int64_t read = waits ? waiting.read(at) : 3 + cycles * steps;
    if (bad && !e.bad_step)
      e.bad_step = read;
    ++steps;
    add(touches, MemoryType::Acc, at.dst, true);
    if (reads && gemm) {
      add(touches, MemoryType::Inp, at.src, false);
      add(touches, MemoryType::Wgt, at.wgt, false);
    }
  });
  e.work =
      waits ? waiting.done() : cycles * steps + 6 + (gemm && reads ? s.config.gemm_pipeline : 0);
}

// Elements a LOAD writes or a STORE reads. Micro-ops belong to compute alone.
void expect_transfer(const Insn& n, const VtaConfig& config, const DatapathProgram& program,
                     ExpectedInsn& e, std::vector<Touch>& touches) {
  const int64_t total = (n.y_pad_0 + n.y_size + n.y_pad_1) * (n.x_pad_0 + n.x_size + n.x_pad_1);
  e.bursts = bursts_of(n, config, program);
  for (const ExpectedBurst& b : e.bursts)
    e.beats += b.beats;
  const bool store = n.op() == Opcode::Store;
  e.pads = store ? 0 : total - n.y_size * n.x_size;
  const bool inp_or_wgt = n.memory() == MemoryType::Inp || n.memory() == MemoryType::Wgt;
  if (n.memory() != MemoryType::Uop && total > 0)
    touches.push_back(
        {inp_or_wgt ? n.memory() : MemoryType::Acc, n.sram_base, n.sram_base + total, !store});
}

bool conflict(const std::vector<Touch>& a, const std::vector<Touch>& b) {
  for (const Touch& x : a)
    for (const Touch& y : b)
      if (x.type == y.type && (x.write || y.write) && x.lo < y.hi && y.lo < x.hi)
        return true;
  return false;
}

void execute(const Insn& n, const DatapathProgram& program, MachineState& s,
             std::vector<std::byte>& dram) {
  switch (n.op()) {
    case Opcode::Load:
      return execute_load(n, dram.data() + program.bases.of(n.memory()), s);
    case Opcode::Store:
      return execute_store(n, dram.data() + program.bases.out, s);
    case Opcode::Gemm:
      return execute_gemm(n, whole_loop(n), s);
    case Opcode::Alu:
      return execute_alu(n, whole_loop(n), s);
    case Opcode::Finish:
      return;
  }
}

}  // namespace

ExpectedRun expect_run(const VtaConfig& config, const DatapathProgram& program) {
  ExpectedRun run;
  run.dram = program.dram;
  MachineState state(config);
  std::vector<std::vector<Touch>> touches;
  for (size_t i = 0; i < program.insns.size(); ++i) {
    const Insn& n = program.insns[i];
    ExpectedInsn e;
    touches.emplace_back();
    if (n.op() == Opcode::Load || n.op() == Opcode::Store)
      expect_transfer(n, config, program, e, touches[i]);
    else if (n.op() != Opcode::Finish)
      expect_steps(n, state, e, touches[i]);
    for (size_t j = 0; j < i; ++j)
      if (unit_of(program.insns[j]) != unit_of(n) && conflict(touches[j], touches[i]))
        e.after.push_back(j);
    run.insns.push_back(e);
    if (e.bad_step)
      break;
    execute(n, program, state, run.dram);
    count_insn(n, config, run.counters);
  }
  return run;
}

}  // namespace vta
