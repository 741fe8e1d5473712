#include "sim/csim/overlap.h"

#include <algorithm>

#include "sim/csim/arbiter.h"
#include "sim/semantics/execute.h"

namespace vta::csim {
namespace {

constexpr int64_t kLook = 5;  // from the last micro-op's read to the start

constexpr size_t at(Pipe pipe) {
  return static_cast<size_t>(pipe);
}
bool loads_uops(const Insn& n) {
  return n.op() == Opcode::Load && n.memory() == MemoryType::Uop;
}
bool is_loop(const Insn& n) {
  return n.op() == Opcode::Gemm || n.op() == Opcode::Alu;
}
bool has_steps(const Insn& n) {
  return is_loop(n) && step_count(n) > 0;
}

}  // namespace

Overlap::Overlap(const VtaConfig& config) : depth_(config.depth(MemoryType::Acc)) {}

void Overlap::launch() {
  last_ = {};
  last_start_ = uops_loaded_ = 0;
  scanned_ = {};
  claim_.reset();
}

int64_t Overlap::clear_edge(const Insn& head, int64_t dispatched, std::span<const UopEntry> uops) {
  if (!claim_ && !look(head, dispatched, uops))
    return kNever;
  const Last& own = last_[at(pipe_of(head))];
  const Last& other = last_[1 - at(pipe_of(head))];
  const int64_t edge = std::max(looked_, own.finish);
  return claim_->waits_for(other.claim) ? std::max(edge, other.finish) : edge;
}

void Overlap::started(const Insn& insn, int64_t start) {
  last_[at(pipe_of(insn))] = {kNever, *claim_};
  claim_.reset();
  last_start_ = start;
  if (loads_uops(insn)) {
    uops_loaded_ = kNever;
    scanned_ = {};
  }
}

void Overlap::finished(const Insn& insn, int64_t edge) {
  last_[at(pipe_of(insn))].finish = edge;
  if (loads_uops(insn))
    uops_loaded_ = edge;
}

// False while the micro-ops are not known.
bool Overlap::look(const Insn& head, int64_t dispatched, std::span<const UopEntry> uops) {
  int64_t before = std::max(dispatched, last_start_);
  if (is_loop(head)) {
    if (uops_loaded_ == kNever)
      return false;
    before = std::max(before, uops_loaded_);
  }
  looked_ = before + scan(head, uops) + kLook;
  claim_ = claim_of(head);
  return true;
}

// How many micro-ops must be read, one a cycle.
int64_t Overlap::scan(const Insn& head, std::span<const UopEntry> uops) {
  const Range range{head.uop_bgn, head.uop_end};
  if (!has_steps(head) || range == scanned_)
    return 0;
  scanned_ = range;
  const auto read =
      uops.subspan(static_cast<size_t>(range.bgn), static_cast<size_t>(uop_count(head)));
  const auto extremes = [&](uint32_t UopEntry::*index) {
    const auto [low, high] = std::ranges::minmax(read, {}, index);
    return Extremes{low.*index, high.*index};
  };
  dst_ = extremes(&UopEntry::dst);
  src_ = extremes(&UopEntry::src);
  return uop_count(head);
}

Overlap::Claim Overlap::claim_of(const Insn& n) const {
  Claim claim;
  if (n.op() == Opcode::Load && !is_nop(n)) {
    const Range written{n.sram_base, n.sram_base + scratchpad_elements(n)};
    if (n.memory() == MemoryType::Uop)
      claim.written_uops = written;
    else
      claim.halves = halves_of(written.bgn, written.end - 1);
  } else if (has_steps(n)) {
    const auto reach = [&](const Extremes& first, int64_t out, int64_t in, int64_t vectors = 1) {
      return halves_of(first.low,
                       first.high + (n.iter_out - 1) * out + (n.iter_in - 1) * in + vectors - 1);
    };
    claim.read_uops = {n.uop_bgn, n.uop_end};
    claim.halves = reach(dst_, n.dst_out, n.dst_in);
    if (src_vectors(n) > 0)
      claim.halves |= reach(src_, n.src_out, n.src_in, src_vectors(n));
  }
  return claim;
}

unsigned Overlap::halves_of(int64_t low, int64_t high) const {
  if (high >= depth_)
    return 0b11;
  const auto half = [&](int64_t index) { return index < depth_ / 2 ? 0b01u : 0b10u; };
  return half(low) | half(high);
}

}  // namespace vta::csim
