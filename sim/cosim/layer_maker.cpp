#include "sim/cosim/layer_maker.h"

#include <algorithm>
#include <array>

#include "sim/semantics/execute.h"

namespace vta::cosim {

std::vector<Insn> LayerMaker::layer(const std::vector<Uop>& uops) {
  made_.clear();
  if (!choose_run(uops))
    return {};
  if (random_.chance(50))
    reset();
  disturb(uops);
  if (random_.chance(60))
    fill(uops);
  operations(uops);
  disturb(uops);
  if (random_.chance(85))
    store();
  return std::move(made_);
}

bool LayerMaker::choose_run(const std::vector<Uop>& uops) {
  const int64_t depth = config_.depth(MemoryType::Acc);
  run_.uop = random_.skewed(0, std::ssize(uops) - 1);
  run_.first = uops[static_cast<size_t>(run_.uop)].dst;
  const int64_t room = depth - run_.first;
  if (room < 1 || maker_.left().steps < 200)
    return false;
  run_.inner = random_.between(1, std::min<int64_t>(random_.chance(20) ? 40 : 12, room));
  run_.outer = random_.between(1, std::min<int64_t>(4, room / run_.inner));
  run_.pitch = run_.inner > 1 && random_.chance(12) ? run_.inner - 1 : run_.inner;
  return true;
}

Insn LayerMaker::over_rows(Opcode op) const {
  Insn n;
  n.opcode = static_cast<int64_t>(op);
  n.uop_bgn = run_.uop;
  n.uop_end = run_.uop + 1;
  n.iter_out = run_.outer;
  n.iter_in = run_.inner;
  n.dst_in = 1;
  n.dst_out = std::min(run_.pitch, config_.depth(MemoryType::Acc) - 1);
  return n;
}

void LayerMaker::add(const Insn& insn) {
  if (insn.op() == Opcode::Gemm || insn.op() == Opcode::Alu)
    maker_.spend_steps(step_count(insn));
  made_.push_back(insn);
}

void LayerMaker::reset() {
  Insn n = over_rows(Opcode::Gemm);
  n.reset = 1;
  lose_rows(n);
  add(n);
}

// Now and then less than all rows.
void LayerMaker::lose_rows(Insn& n) {
  if (!random_.chance(25))
    return;
  int64_t& trips = n.iter_out > 1 ? n.iter_out : n.iter_in;
  trips = std::max<int64_t>(trips - 1, 1);
}

// All rows once with the micro-op's weights; further micro-ops of the same row are summed as well.
void LayerMaker::fill(const std::vector<Uop>& uops) {
  const int64_t inputs = config_.depth(MemoryType::Inp), weights = config_.depth(MemoryType::Wgt);
  Insn n = over_rows(Opcode::Gemm);
  int64_t last = -1, greatest_weight = 0;
  for (n.uop_end = n.uop_bgn; n.uop_end < std::min(n.uop_bgn + 5, std::ssize(uops)); ++n.uop_end) {
    const Uop& uop = uops[static_cast<size_t>(n.uop_end)];
    if (uop.dst != run_.first || uop.src >= inputs || uop.wgt >= weights)
      break;
    last = std::max(last, uop.src);
    greatest_weight = std::max(greatest_weight, uop.wgt);
  }
  if (n.uop_end == n.uop_bgn)
    return;
  int64_t room = inputs - 1 - last;
  const auto factor = [&](int64_t trips) {
    const int64_t chosen =
        random_.below(std::min<int64_t>(3, trips > 1 ? room / (trips - 1) : 0) + 1);
    room -= chosen * (trips - 1);
    return chosen;
  };
  n.src_in = factor(n.iter_in);
  n.src_out = factor(n.iter_out);
  if (random_.chance(40))
    sweep(n, weights - 1 - greatest_weight);
  else if (random_.chance(30))
    reduce(n, room + n.src_out * (n.iter_out - 1), weights - 1 - greatest_weight);
  else if (run_.outer == 1 && run_.inner > 2 && run_.inner % 2 == 1 && random_.chance(20)) {
    n.dst_in = 2;  // every other one, as far as the reset goes
    n.iter_in = (run_.inner + 1) / 2;
  } else {
    lose_rows(n);
  }
  add(n);
}

// The outer loop goes on with other weights over the same inputs, to rows that may be those of its
// last trip.
void LayerMaker::sweep(Insn& n, int64_t weights_left) {
  const int64_t room = config_.depth(MemoryType::Acc) - run_.first - n.iter_in;
  if (n.iter_out == 1)
    n.iter_out = 2;
  n.src_out = 0;
  n.wgt_out = std::min<int64_t>(1, weights_left / (n.iter_out - 1));
  const int64_t around =
      random_.chance(60) ? n.iter_in + random_.between(-1, 1) : random_.between(0, n.iter_in);
  n.dst_out = std::min(around, room / (n.iter_out - 1));
}

// The outer loop sums over neighbours among the inputs and among the weights, as a dense layer
// does: a kernel may take them for one long row.
void LayerMaker::reduce(Insn& n, int64_t inputs_left, int64_t weights_left) {
  const int64_t trip = n.iter_in * (n.uop_end - n.uop_bgn);
  n.iter_out = std::min({random_.between(2, 12), std::max<int64_t>(2, 600 / trip), inputs_left + 1,
                         weights_left + 1});
  n.dst_out = 0;
  n.src_out = n.wgt_out = 1;
}

// The order in which a kernel can do them all in one pass; now and then another one.
void LayerMaker::operations(const std::vector<Uop>& uops) {
  const Uop& uop = uops[static_cast<size_t>(run_.uop)];
  if (random_.chance(60))
    add_rows(uop);
  std::array<AluOp, 6> order = {AluOp::Max, AluOp::Add, AluOp::Shr,
                                AluOp::Min, AluOp::Max, AluOp::Min};
  if (random_.chance(20))
    std::swap(order[static_cast<size_t>(random_.below(6))],
              order[static_cast<size_t>(random_.below(6))]);
  for (const AluOp op : order) {
    for (int times = random_.chance(60) ? 1 + (random_.chance(15) ? 1 : 0) : 0; times > 0; --times)
      immediate(op);
    if (random_.chance(6))
      disturb(uops);
  }
}

// Adds as many rows, or one for each trip of the outer loop. They may be among those written.
void LayerMaker::add_rows(const Uop& uop) {
  const int64_t depth = config_.depth(MemoryType::Acc);
  Insn n = over_rows(Opcode::Alu);
  n.alu_opcode = static_cast<int64_t>(AluOp::Add);
  if (random_.chance(60)) {
    n.src_in = 1;
    n.src_out = random_.chance(25) ? std::min(random_.below(4), depth - 1) : n.dst_out;
    if (uop.src + (run_.outer - 1) * n.src_out + run_.inner > depth)
      return;
  } else {
    n.src_out = std::min(random_.below(3), depth - 1);
    if (uop.src + (run_.outer - 1) * n.src_out >= depth)
      return;
  }
  add(n);
}

void LayerMaker::immediate(AluOp op) {
  Insn n = over_rows(Opcode::Alu);
  n.alu_opcode = static_cast<int64_t>(op);
  n.use_imm = 1;
  n.imm = op == AluOp::Shr     ? random_.between(random_.chance(10) ? -3 : 0, 34)
          : random_.chance(50) ? random_.between(-128, 127)
                               : random_.field(16, true);
  if (random_.chance(5))  // other rows than the ones before
    n.iter_in = std::max<int64_t>(n.iter_in - 1, 1);
  add(n);
}

void LayerMaker::disturb(const std::vector<Uop>& uops) {
  switch (random_.below(12)) {
    case 0:
    case 1:
      return load_near(run_.first + random_.between(-2, run_.rows()));
    case 2:
    case 3:
    case 4:
      return load_near(uops[static_cast<size_t>(run_.uop)].src + random_.between(-2, 2));
    case 5:
      return fill(uops);
    case 6:
      return reset();
    default:
      return;
  }
}

void LayerMaker::load_near(int64_t first) {
  const int64_t depth = config_.depth(MemoryType::Acc);
  first = std::clamp<int64_t>(first, 0, depth - 1);
  const int64_t count = random_.between(1, std::min<int64_t>(4, depth - first));
  add(maker_.transfer_of(random_.chance(70) ? MemoryType::Acc : MemoryType::Acc8, first, 1, count));
}

void LayerMaker::store() {
  const int64_t rows = run_.rows();
  const int64_t cut = random_.below(rows);
  switch (random_.below(6)) {
    case 0:  // row by row of the loop nest
      return add(maker_.transfer_of(MemoryType::Out, run_.first, run_.outer, run_.inner));
    case 1:  // two pieces
      store_piece(run_.first, cut);
      return store_piece(run_.first + cut, rows - cut);
    case 2:  // in the other order
      store_piece(run_.first + cut, rows - cut);
      return store_piece(run_.first, cut);
    case 3:  // a part
      return store_piece(run_.first + cut, rows - cut);
    default:
      return store_piece(run_.first, rows);
  }
}

void LayerMaker::store_piece(int64_t first, int64_t count) {
  if (count > 0)
    add(maker_.transfer_of(MemoryType::Out, first, 1, count));
}

}  // namespace vta::cosim
