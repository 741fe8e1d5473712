#include "sim/cosim/insn_maker.h"

#include <algorithm>

#include "sim/cosim/alu_maker.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr int64_t kNoLimit = int64_t{1} << 40;
constexpr int64_t kMaxPad = 15;

}  // namespace

InsnMaker::InsnMaker(const TestProgram& program, const DataRegions& regions, const Budget& budget,
                     RandomSource& random)
    : program_(program),
      config_(program.config),
      regions_(regions),
      left_(budget),
      random_(random) {}

Insn InsnMaker::transfer(MemoryType type) {
  Insn n;
  n.opcode = type == MemoryType::Out ? 1 : 0;
  n.memory_type = static_cast<int64_t>(type);
  shape(n, type);
  if (type != MemoryType::Out && type != MemoryType::Uop && random_.chance(50))
    pads(n);
  if (scratchpad_elements(n) == 0)
    n.y_size = n.x_size = 1;
  fit_scratchpad(n, config_.depth(type));
  place(n, type);
  left_.bytes -= n.x_size * n.y_size * config_.element_bytes(type);
  left_.pads -= scratchpad_elements(n) - n.x_size * n.y_size;
  if (type == MemoryType::Uop)
    loaded_uops_.emplace_back(n.sram_base, n.sram_base + scratchpad_elements(n));
  return n;
}

Insn InsnMaker::transfer_of(MemoryType type, int64_t first, int64_t rows, int64_t count) {
  Insn n;
  n.opcode = type == MemoryType::Out ? 1 : 0;
  n.memory_type = static_cast<int64_t>(type);
  n.sram_base = first;
  n.y_size = rows;
  n.x_size = count;
  n.x_stride = count + (random_.chance(30) ? random_.below(4) : 0);
  place(n, type);
  left_.bytes -= n.x_size * n.y_size * config_.element_bytes(type);
  return n;
}

void InsnMaker::shape(Insn& n, MemoryType type) {
  const int64_t most = std::max<int64_t>(
      1, std::min(config_.depth(type), left_.bytes / config_.element_bytes(type)));
  switch (random_.below(10)) {
    case 0:  // rows that merge into one run
      n.y_size = random_.between(2, 8);
      n.x_size = n.x_stride = random_.between(1, 8);
      break;
    case 1:  // rows that overlap, or are the same
      n.y_size = random_.between(2, 6);
      n.x_size = random_.between(2, 9);
      n.x_stride = random_.chance(40) ? 0 : random_.below(n.x_size);
      break;
    case 2:  // one long run
      n.y_size = 1;
      n.x_size = random_.between(1, std::min<int64_t>(most, 600));
      n.x_stride = random_.field(16, false);
      break;
    case 3:  // many short rows
      n.y_size = random_.between(1, std::min<int64_t>(most, 60));
      n.x_size = random_.between(1, 2);
      n.x_stride = random_.between(0, 5);
      break;
    case 4:  // all that the scratchpad holds, or nothing of one extent
      n.y_size = random_.chance(50) ? config_.depth(type) : random_.field(16, false);
      n.x_size = random_.chance(85) ? 0 : 1;
      n.x_stride = random_.field(16, false);
      if (n.x_size == 0)
        n.x_pad_0 = 1;
      if (type == MemoryType::Out || type == MemoryType::Uop) {
        n.x_size = 1;
        n.x_pad_0 = 0;
        n.y_size = std::min(n.y_size, most);
      }
      break;
    default:
      n.y_size = random_.between(1, 4);
      n.x_size = random_.between(1, 8);
      n.x_stride = n.x_size + random_.below(5);
  }
  if (n.x_size > 0)
    n.y_size = std::min(n.y_size, std::max<int64_t>(1, most / n.x_size));
  // A row pitch that no row uses may be anything.
  if (n.y_size <= 1 && random_.chance(30))
    n.x_stride = random_.field(16, false);
}

void InsnMaker::pads(Insn& n) {
  if (random_.chance(10)) {  // pads only
    (random_.chance(50) ? n.y_size : n.x_size) = 0;
    n.x_stride = random_.field(16, false);
  }
  for (int64_t Insn::*side : {&Insn::y_pad_0, &Insn::y_pad_1, &Insn::x_pad_0, &Insn::x_pad_1})
    if (random_.chance(40))
      n.*side = random_.chance(15) ? kMaxPad : random_.between(1, 3);
}

// Halves what is largest until all of it fits.
void InsnMaker::fit_scratchpad(Insn& n, int64_t depth) {
  const int64_t most = std::min(depth, std::max<int64_t>(n.x_size * n.y_size + left_.pads, 1));
  while (scratchpad_elements(n) > most) {
    int64_t Insn::*largest = &Insn::y_size;
    for (int64_t Insn::*m :
         {&Insn::x_size, &Insn::y_pad_0, &Insn::y_pad_1, &Insn::x_pad_0, &Insn::x_pad_1})
      if (n.*m > n.*largest)
        largest = m;
    n.*largest /= 2;
  }
  if (scratchpad_elements(n) == 0) {
    n.y_size = n.x_size = 1;
    n.y_pad_0 = n.y_pad_1 = n.x_pad_0 = n.x_pad_1 = 0;
  }
  const int64_t room = depth - scratchpad_elements(n);
  n.sram_base = random_.chance(20)   ? room
                : random_.chance(50) ? random_.skewed(0, room)
                                     : random_.below(room + 1);
}

void InsnMaker::place(Insn& n, MemoryType type) {
  if (n.x_size == 0 || n.y_size == 0) {  // nothing is read: the address does not matter
    n.dram_base = random_.field(32, false);
    return;
  }
  const auto bytes = static_cast<uint64_t>(config_.element_bytes(type));
  const bool stored = type == MemoryType::Out || (type != MemoryType::Uop && random_.chance(25));
  DramWindow region = stored ? regions_.store : regions_.data;
  if (type == MemoryType::Uop)
    region = {program_.uop_addr, program_.uop_addr + program_.uops.size() * bytes};
  const uint64_t first = (region.lo + bytes - 1) / bytes;
  const int64_t count = static_cast<int64_t>(region.hi / bytes - first);
  n.x_size = std::min(n.x_size, count);
  if (n.y_size > 1) {
    n.x_stride = std::min(n.x_stride, (count - n.x_size) / (n.y_size - 1));
    if (random_.chance(5))  // as far apart as possible
      n.x_stride = std::min((count - n.x_size) / (n.y_size - 1), kMaxTransferExtent);
  }
  const int64_t room = count - ((n.y_size - 1) * (n.y_size > 1 ? n.x_stride : 0) + n.x_size);
  const int64_t at = random_.chance(15)   ? room
                     : random_.chance(30) ? random_.below(16)
                                          : random_.below(room + 1);
  const uint64_t element = first + static_cast<uint64_t>(std::min(at, room));
  n.dram_base = static_cast<int64_t>(element - program_.bases.of(type) / bytes);
}

std::optional<InsnMaker::UopRange> InsnMaker::uop_range(const std::vector<Uop>& uops,
                                                        const Uop& limits) {
  const auto depth = std::ssize(uops);
  for (int attempt = 0; attempt < 12; ++attempt) {
    int64_t bgn =
        random_.chance(20) ? depth - 1 - random_.skewed(0, depth - 1) : random_.below(depth);
    if (!loaded_uops_.empty() && random_.chance(75)) {
      const auto& [first, end] = loaded_uops_[static_cast<size_t>(
          std::ssize(loaded_uops_) - 1 -
          random_.below(std::min<int64_t>(std::ssize(loaded_uops_), 6)))];
      bgn = random_.between(first, end - 1);
    }
    const int64_t most = random_.chance(5) ? left_.steps : random_.chance(20) ? 40 : 6;
    UopRange range{bgn, bgn, {}};
    for (; range.end < depth && range.end - bgn < most; ++range.end) {
      const Uop& uop = uops[static_cast<size_t>(range.end)];
      if (uop.dst >= limits.dst || uop.src >= limits.src || uop.wgt >= limits.wgt)
        break;
      range.max.dst = std::max(range.max.dst, uop.dst);
      range.max.src = std::max(range.max.src, uop.src);
      range.max.wgt = std::max(range.max.wgt, uop.wgt);
    }
    if (range.end > range.bgn)
      return range;
  }
  return std::nullopt;
}

// Loop trips whose steps fit the budget; one extent at its maximum now and then.
void InsnMaker::trips(Insn& n) {
  const int64_t uops = std::max<int64_t>(n.uop_end - n.uop_bgn, 1);
  const int64_t most = std::max<int64_t>(left_.steps / uops, 1);
  const int64_t cap = std::min<int64_t>(most, random_.chance(4) ? kMaxIterations : 100);
  n.iter_out = n.iter_in = 1;
  switch (random_.below(6)) {
    case 0:
      n.iter_out = random_.between(1, cap);
      break;
    case 1:
      n.iter_in = random_.between(1, cap);
      break;
    case 2:
      (random_.chance(50) ? n.iter_in : n.iter_out) = cap;
      break;
    default:
      n.iter_out = random_.between(1, std::min<int64_t>(6, most));
      n.iter_in = random_.between(1, std::min<int64_t>(6, std::max<int64_t>(most / n.iter_out, 1)));
  }
}

// Loop factors that add at most `room`; those of a loop of one trip may be anything.
void InsnMaker::factors(const Insn& n, int64_t room, int64_t width, int64_t& outer,
                        int64_t& inner) {
  const auto choose = [&](int64_t trip, int64_t& factor) {
    if (trip <= 1) {
      factor = random_.field(width, false);
      return;
    }
    const int64_t most = std::min(room / (trip - 1), (int64_t{1} << width) - 1);
    factor = random_.chance(20) ? 0 : random_.chance(20) ? most : random_.skewed(0, most);
    room -= factor * (trip - 1);
  };
  if (random_.chance(50)) {
    choose(n.iter_out, outer);
    choose(n.iter_in, inner);
  } else {
    choose(n.iter_in, inner);
    choose(n.iter_out, outer);
  }
}

std::optional<Insn> InsnMaker::steps(Insn n, const std::vector<Uop>& uops, const Uop& limits) {
  const auto range = uop_range(uops, limits);
  if (!range || left_.steps < range->end - range->bgn)
    return std::nullopt;
  n.uop_bgn = range->bgn;
  n.uop_end = range->end;
  trips(n);
  const int64_t dst_width = config_.log_depth(MemoryType::Acc);
  const int64_t src_width = n.op() == Opcode::Alu ? dst_width : config_.log_depth(MemoryType::Inp);
  const auto room = [](int64_t limit, int64_t max) { return limit - 1 - max; };
  factors(n, room(limits.dst, range->max.dst), dst_width, n.dst_out, n.dst_in);
  factors(n, room(limits.src, range->max.src), src_width, n.src_out, n.src_in);
  if (n.op() == Opcode::Gemm)
    factors(n, room(limits.wgt, range->max.wgt), config_.log_depth(MemoryType::Wgt), n.wgt_out,
            n.wgt_in);
  left_.steps -= step_count(n);
  return n;
}

std::optional<Insn> InsnMaker::gemm(const std::vector<Uop>& uops) {
  Insn n;
  n.opcode = static_cast<int64_t>(Opcode::Gemm);
  n.reset = random_.chance(15) ? 1 : 0;
  Uop limits{config_.depth(MemoryType::Acc), kNoLimit, kNoLimit};
  if (n.reset == 0) {
    limits.src = config_.depth(MemoryType::Inp);
    limits.wgt = config_.depth(MemoryType::Wgt);
  }
  std::optional<Insn> made = steps(n, uops, limits);
  if (made && random_.chance(35)) {  // one set of weights for rows close to each other
    made->wgt_in = made->wgt_out = 0;
    for (int64_t Insn::*factor : {&Insn::dst_out, &Insn::dst_in, &Insn::src_out, &Insn::src_in})
      (*made).*factor = std::min((*made).*factor, random_.between(0, 3));
  }
  return made;
}

std::optional<Insn> InsnMaker::alu(const std::vector<Uop>& uops) {
  Insn n;
  n.opcode = static_cast<int64_t>(Opcode::Alu);
  n.reset = random_.below(2);
  n.alu_opcode = any_alu_code(config_.isa_ext, random_);
  n.use_imm = random_.below(2);
  n.imm = random_.field(16, true);
  make_legal_alu(n, config_.isa_ext, random_);
  const bool shifts = n.alu() == AluOp::Shr || n.alu() == AluOp::Rshr;
  if (shifts && random_.chance(70))
    n.imm = random_.chance(10) ? 0 : random_.between(-34, 34);
  const int64_t depth = config_.depth(MemoryType::Acc);
  return steps(n, uops, {depth, n.use_imm != 0 ? kNoLimit : depth - src_vectors(n) + 1, kNoLimit});
}

Insn InsnMaker::past_depth(const std::vector<Uop>& uops) {
  if (random_.chance(65))
    if (const auto n = uop_past_depth(uops))
      return *n;
  if (random_.chance(65))
    if (const auto n = reaching(1, uops))
      return *n;
  Insn n = any_steps(uops);
  const std::vector<IndexedOperand> operands = operands_of(n);
  const IndexedOperand& bad = operands[static_cast<size_t>(random_.below(std::ssize(operands)))];
  const bool inner = random_.chance(50);
  for (const IndexedOperand& operand : operands)  // else another one may be too far before it
    n.*(inner ? operand.inner : operand.outer) = 0;
  (inner ? n.iter_in : n.iter_out) = random_.between(3, 6);
  n.*(inner ? bad.inner : bad.outer) = factor_past_depth(n, bad, uops);
  return n;
}

std::optional<Insn> InsnMaker::to_last_element(const std::vector<Uop>& uops) {
  return reaching(0, uops);
}

// One operand's greatest index, in the last trip of a loop, is so many elements behind the last
// element; no other index moves.
std::optional<Insn> InsnMaker::reaching(int64_t behind, const std::vector<Uop>& uops) {
  const bool gemm = random_.chance(55);
  left_.steps = std::max<int64_t>(left_.steps, 100);
  std::optional<Insn> n = gemm ? this->gemm(uops) : alu(uops);
  if (!n)
    return std::nullopt;
  if (gemm && random_.chance(15))
    n->reset = 1;
  const std::vector<IndexedOperand> operands = operands_of(*n);
  const IndexedOperand& far = operands[static_cast<size_t>(random_.below(std::ssize(operands)))];
  for (const IndexedOperand& operand : operands)
    (*n).*operand.inner = (*n).*operand.outer = 0;
  const int64_t depth = config_.depth(far.type);
  int64_t greatest = 0;
  for (int64_t u = n->uop_bgn; u < n->uop_end; ++u)
    greatest = std::max(greatest, uops[static_cast<size_t>(u)].*far.index);
  const int64_t further = !gemm && far.index == &Uop::src ? src_vectors(*n) - 1 : 0;
  const int64_t missing = depth - 1 - further + behind - greatest;
  const bool inner = random_.chance(50);
  (inner ? n->iter_out : n->iter_in) = random_.between(1, 3);
  for (int64_t trips = random_.between(2, 6); trips <= 9; ++trips) {
    if (missing % (trips - 1) != 0 || missing / (trips - 1) >= depth)
      continue;
    (inner ? n->iter_in : n->iter_out) = trips;
    (*n).*(inner ? far.inner : far.outer) = missing / (trips - 1);
    left_.steps -= step_count(*n);
    return n;
  }
  return std::nullopt;
}

// Past the depth at the second trip with a micro-op behind the first one, or with any; else at the
// third, whatever the micro-ops.
int64_t InsnMaker::factor_past_depth(const Insn& n, const IndexedOperand& bad,
                                     const std::vector<Uop>& uops) {
  const int64_t depth = config_.depth(bad.type);
  const int64_t first = uops[static_cast<size_t>(n.uop_bgn)].*bad.index;
  int64_t greatest = 0;
  for (int64_t u = n.uop_bgn; u < n.uop_end; ++u)
    greatest = std::max(greatest, uops[static_cast<size_t>(u)].*bad.index);
  if (greatest > first && greatest < depth && random_.chance(70))
    return random_.between(depth - greatest, depth - 1 - first);
  if (greatest > 0 && greatest < depth && random_.chance(40))
    return random_.between(depth - greatest, depth - 1);
  return std::max((depth + 1) / 2, depth - 1 - random_.below(3));
}

// A single step whose micro-op alone names an input or accumulator that is not there; nothing where
// the scratchpad has none such.
std::optional<Insn> InsnMaker::uop_past_depth(const std::vector<Uop>& uops) {
  Insn n;
  const bool gemm = config_.depth(MemoryType::Inp) < config_.depth(MemoryType::Acc);
  n.opcode = static_cast<int64_t>(gemm ? Opcode::Gemm : Opcode::Alu);
  const int64_t depth = config_.depth(gemm ? MemoryType::Inp : MemoryType::Acc);
  const int64_t count = std::ssize(uops), start = random_.below(count);
  const bool exactly = random_.chance(85);  // the first that is not there
  for (int64_t k = 0; k < count; ++k) {
    const int64_t at = (start + k) % count;
    const int64_t src = uops[static_cast<size_t>(at)].src;
    if (src < depth || (exactly && src != depth))
      continue;
    n.uop_bgn = at;
    n.uop_end = at + 1;
    n.iter_out = n.iter_in = 1;
    return n;
  }
  return std::nullopt;
}

// GEMM or ALU, all indices in range, at least one step.
Insn InsnMaker::any_steps(const std::vector<Uop>& uops) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    left_.steps = std::max<int64_t>(left_.steps, 100);
    if (const auto legal = random_.chance(50) ? gemm(uops) : alu(uops))
      return *legal;
  }
  Insn n;
  n.opcode = static_cast<int64_t>(Opcode::Gemm);
  n.reset = n.uop_end = n.iter_out = n.iter_in = 1;
  return n;
}

std::vector<InsnMaker::IndexedOperand> InsnMaker::operands_of(const Insn& n) {
  const bool gemm = n.op() == Opcode::Gemm;
  std::vector<IndexedOperand> operands = {
      {MemoryType::Acc, &Uop::dst, &Insn::dst_out, &Insn::dst_in}};
  if (gemm ? n.reset == 0 : n.use_imm == 0)
    operands.push_back(
        {gemm ? MemoryType::Inp : MemoryType::Acc, &Uop::src, &Insn::src_out, &Insn::src_in});
  if (gemm && n.reset == 0)
    operands.push_back({MemoryType::Wgt, &Uop::wgt, &Insn::wgt_out, &Insn::wgt_in});
  return operands;
}

}  // namespace vta::cosim
