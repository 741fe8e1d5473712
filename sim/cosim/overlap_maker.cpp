#include "sim/cosim/overlap_maker.h"

#include <algorithm>

#include "sim/cosim/alu_maker.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {

std::optional<Insn> OverlapMaker::next(const std::vector<Uop>& uops) {
  if (random_.chance(75))
    half_ = 1 - half_;
  const int64_t kind = random_.below(100);
  if (kind < 45)
    return steps(Opcode::Gemm, false, uops);
  if (kind < 52)
    return steps(Opcode::Gemm, true, uops);
  if (kind < 82)
    return steps(Opcode::Alu, false, uops);
  if (maker_.left().bytes <= 0)
    return std::nullopt;
  return kind < 95 ? load() : maker_.transfer(MemoryType::Uop);
}

std::optional<int64_t> OverlapMaker::find_uop(const std::vector<Uop>& uops, bool reads_operands) {
  const int64_t half = config_.depth(MemoryType::Acc) / 2;
  const int64_t start = random_.below(std::ssize(uops));
  for (int64_t k = 0; k < std::min<int64_t>(std::ssize(uops), 300); ++k) {
    const int64_t at = (start + k) % std::ssize(uops);
    const Uop& uop = uops[static_cast<size_t>(at)];
    if (uop.dst / half == half_ && (!reads_operands || (uop.src < config_.depth(MemoryType::Inp) &&
                                                        uop.wgt < config_.depth(MemoryType::Wgt))))
      return at;
  }
  return std::nullopt;
}

// One micro-op over a run of rows that ends in its half, now and then in the next; the outer loop
// does the same again, so that it takes long enough for something else to happen meanwhile.
std::optional<Insn> OverlapMaker::steps(Opcode op, bool reset, const std::vector<Uop>& uops) {
  Insn n;
  n.opcode = static_cast<int64_t>(op);
  n.reset = reset ? 1 : 0;
  const bool reads_operands = op == Opcode::Gemm && !reset;
  const auto at = find_uop(uops, reads_operands);
  if (!at || maker_.left().steps < 100)
    return std::nullopt;
  const Uop& uop = uops[static_cast<size_t>(*at)];
  const int64_t depth = config_.depth(MemoryType::Acc);
  const int64_t end = random_.chance(12) ? depth : (half_ + 1) * (depth / 2);
  n.uop_bgn = *at;
  n.uop_end = *at + 1;
  n.iter_in = random_.between(1, std::min<int64_t>(8, end - uop.dst));
  n.iter_out = random_.between(1, random_.chance(30) ? 60 : 6);
  n.dst_in = n.iter_in > 1 ? 1 : 0;
  if (reads_operands && uop.src + n.iter_in <= config_.depth(MemoryType::Inp))
    n.src_in = n.iter_in > 1 ? random_.below(2) : 0;
  if (op == Opcode::Alu) {
    const bool vector = random_.chance(40) && uop.src + n.iter_in <= depth;
    const auto with_parameters =
        vector ? code_with_parameters(config_.isa_ext, depth - (uop.src + n.iter_in - 1), random_)
               : std::nullopt;
    n.alu_opcode = with_parameters && random_.chance(40) ? *with_parameters : random_.below(5);
    n.use_imm = vector ? 0 : 1;
    n.imm = random_.between(-9, 9);
    make_legal_alu(n, config_.isa_ext, random_);
    n.src_in = vector ? n.dst_in : 0;
  }
  maker_.spend_steps(step_count(n));
  return n;
}

// Into one half, or across the border.
Insn OverlapMaker::load() {
  const int64_t half = config_.depth(MemoryType::Acc) / 2;
  const int64_t count = random_.between(1, std::min<int64_t>(6, half));
  const int64_t first = random_.chance(20) ? half - random_.below(count + 1)
                                           : half_ * half + random_.below(half - count + 1);
  return maker_.transfer_of(random_.chance(60) ? MemoryType::Acc : MemoryType::Acc8, first, 1,
                            count);
}

std::optional<Insn> OverlapMaker::past_operands(const std::vector<Uop>& uops) {
  std::optional<Insn> n = steps(Opcode::Gemm, false, uops);
  if (!n)
    return std::nullopt;
  n->iter_out = std::max<int64_t>(n->iter_out, 3);
  const bool inputs = random_.chance(50);
  const int64_t depth = config_.depth(inputs ? MemoryType::Inp : MemoryType::Wgt);
  (inputs ? n->src_out : n->wgt_out) = (depth + 1) / 2;
  return n;
}

}  // namespace vta::cosim
