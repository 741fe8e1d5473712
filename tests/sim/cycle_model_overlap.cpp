// Compute with ACC_OVERLAP 1 in the plain machine: hw/rtl/compute/overlap.md.
#include <algorithm>

#include "sim/semantics/execute.h"
#include "tests/sim/cycle_model.h"

namespace vta::test {
namespace {

constexpr size_t kCompute = 1;
constexpr size_t kMostStarted = 16;
constexpr int64_t kLookBehindTheScan = 5;

}  // namespace

CycleModel::UnitRegisters& CycleModel::pipe_of(int64_t index) {
  const Insn& n = insn(index);
  const bool sums = n.op() == Opcode::Gemm && n.reset == 0;
  return sums ? overlap_.pipe_g : units_[kCompute];
}

bool CycleModel::loads_uops(int64_t index) const {
  return insn(index).op() == Opcode::Load && insn(index).memory() == MemoryType::Uop;
}

// Step by step, element by element; as a set of bits.
unsigned CycleModel::halves_of(const Insn& n) const {
  unsigned touched = 0;
  const auto touch = [&](int64_t index) {
    const bool past = index >= state_.acc_depth;
    touched |= past ? 0b11u : index < state_.acc_depth / 2 ? 0b01u : 0b10u;
  };
  const bool to_acc = n.memory() == MemoryType::Acc || n.memory() == MemoryType::Acc8;
  if (n.op() == Opcode::Load && to_acc)
    for (int64_t k = 0; k < scratchpad_elements(n); ++k)
      touch(n.sram_base + k);
  if (!is_loop(n))
    return touched;
  for (int64_t o = 0; o < n.iter_out; ++o)
    for (int64_t i = 0; i < n.iter_in; ++i)
      for (int64_t u = n.uop_bgn; u < n.uop_end; ++u) {
        const UopEntry& uop = state_.uop[static_cast<size_t>(u)];
        touch(uop.dst + o * n.dst_out + i * n.dst_in);
        if (n.op() == Opcode::Alu && n.use_imm == 0)
          touch(uop.src + o * n.src_out + i * n.src_in);
      }
  return touched;
}

bool CycleModel::conflict(int64_t a, int64_t b) const {
  const bool share_a_half = (overlap_.halves.at(a) & overlap_.halves.at(b)) != 0;
  return share_a_half || writes_over(a, b) || writes_over(b, a);
}

// Whether the LOAD writes a micro-op that the loop reads.
bool CycleModel::writes_over(int64_t load, int64_t loop) const {
  const Insn& from = insn(load);
  const Insn& to = insn(loop);
  if (!loads_uops(load) || !is_loop(to) || step_count(to) == 0)
    return false;
  for (int64_t k = 0; k < scratchpad_elements(from); ++k)
    if (to.uop_bgn <= from.sram_base + k && from.sram_base + k < to.uop_end)
      return true;
  return false;
}

// Not while the micro-ops that it would read are still loaded.
bool CycleModel::may_look() const {
  const auto loads = [&](const Overlap::Started& s) { return !s.finished && loads_uops(s.insn); };
  return !is_loop(insn(queues_[kCompute].front())) || std::ranges::none_of(overlap_.started, loads);
}

bool CycleModel::pipes_let_start() const {
  if (queues_[kCompute].empty())
    return false;
  const int64_t head = queues_[kCompute].front();
  const UnitRegisters& own = pipe_of(head);
  const UnitRegisters& other = &own == &overlap_.pipe_g ? units_[kCompute] : overlap_.pipe_g;
  const bool seen = overlap_.head == head && overlap_.looked >= overlap_.takes;
  return seen && !own.executing && !(other.executing && conflict(head, other.insn)) &&
         overlap_.started.size() < kMostStarted;
}

// One thing an edge with the oldest: it retires or raises its error.
void CycleModel::apply_pipes(const Decision& d) {
  leave_pipe(units_[kCompute], d.units[kCompute]);
  leave_pipe(overlap_.pipe_g, d.pipe_g);
  if (!overlap_.started.empty())
    retire_oldest();
  if (d.units[kCompute].looked_at)
    look();
}

void CycleModel::leave_pipe(UnitRegisters& u, const UnitDecision& d) {
  if (!d.done && !d.index_error)
    return;
  const auto own = std::ranges::find(overlap_.started, u.insn, &Overlap::Started::insn);
  if (d.index_error) {
    own->bad_index = u.stuck = true;
  } else {
    own->finished = true;
    finish(u);
  }
}

void CycleModel::retire_oldest() {
  const Overlap::Started oldest = overlap_.started.front();
  if (oldest.bad_index)
    return halt(oldest.insn);
  if (!oldest.finished)
    return;
  overlap_.started.pop_front();
  retire(kCompute, oldest.insn);
}

void CycleModel::look() {
  Overlap& o = overlap_;
  const int64_t head = queues_[kCompute].front();
  if (o.head == head) {
    ++o.looked;
    return;
  }
  const Insn& n = insn(head);
  o.head = head;
  o.looked = 1;
  o.takes = kLookBehindTheScan;
  o.halves[head] = halves_of(n);
  const std::pair range(n.uop_bgn, n.uop_end);
  if (!is_loop(n) || step_count(n) == 0 || o.scanned == range)
    return;
  o.scanned = range;
  o.takes += n.uop_end - n.uop_bgn;
}

}  // namespace vta::test
