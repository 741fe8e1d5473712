#include "compiler/kernels/attention/softmax.h"

#include <array>

#include "compiler/emit/alu_sequence.h"
#include "compiler/emit/gemm_loops.h"

namespace vta {
namespace {

// A run of vectors and the operations on it.
class Vectors {
 public:
  Vectors(TaskStream& stream, int64_t base, int64_t count)
      : stream_(stream), tile_{base, 1, count, 1} {}

  const Vectors& imm(AluOp op, int64_t value) const {
    emit_alu_imm(stream_, op, value, tile_);
    return *this;
  }
  // With as many vectors.
  const Vectors& with(AluOp op, int64_t others) const {
    emit_alu_tensor(stream_, op, tile_, others);
    return *this;
  }
  const Vectors& itself(AluOp op) const { return with(op, tile_.base); }
  // With one vector.
  const Vectors& by(AluOp op, int64_t vector) const {
    emit_alu_scalars(stream_, op, tile_, vector, 1, 0);
    return *this;
  }

 private:
  TaskStream& stream_;
  AccTile tile_;
};

// The least of some vectors, to one.
void emit_minimum(TaskStream& stream, int64_t to, int64_t from, int64_t count) {
  Vectors(stream, to, 1).with(AluOp::Mov, from);
  if (count == 1)
    return;
  Insn insn;
  insn.opcode = static_cast<int64_t>(Opcode::Alu);
  insn.alu_opcode = static_cast<int64_t>(AluOp::Min);
  const Uop first{to, from + 1, 0};
  const std::array<GemmLoop, 2> loops = {{{1, 0, 0, 0}, {count - 1, 0, 1, 0}}};
  const Access accesses[] = {{Space::Acc, to, to + 1, true},
                             {Space::Acc, from, from + count, false}};
  emit_nest(stream, insn, {&first, 1}, loops, accesses);
}

int64_t eighth(int fraction) {
  return (int64_t{1} << fraction) >> 3;
}

// floor(log2) of positive vectors below 2^(2 * half), which are 1 then.
void emit_exponents(TaskStream& stream, int64_t values, int64_t exponents, int64_t spare,
                    int64_t count, int64_t half) {
  const Vectors v(stream, values, count), e(stream, exponents, count), s(stream, spare, count);
  e.imm(AluOp::Mov, 0);
  for (; half > 0; half /= 2) {
    s.with(AluOp::Mov, values).imm(AluOp::Shr, half).imm(AluOp::Min, 1).imm(AluOp::Mul, half);
    v.with(AluOp::Shr, spare);
    e.with(AluOp::Add, spare);
  }
}

}  // namespace

void emit_softmax_offset(TaskStream& stream, int64_t offset, int fraction) {
  Vectors(stream, offset, 1)
      .imm(AluOp::Mov, 21)
      .imm(AluOp::Shr, -fraction)
      .imm(AluOp::Add, eighth(fraction));
}

void emit_softmax(TaskStream& stream, const SoftmaxVectors& at, int fraction) {
  const Vectors x(stream, at.scores, at.keys), shift(stream, at.shifts, at.keys);
  emit_minimum(stream, at.least, at.scores, at.keys);
  Vectors(stream, at.least, 1).imm(AluOp::Mul, -1).by(AluOp::Add, at.offset);
  x.by(AluOp::Add, at.least);
  shift.with(AluOp::Mov, at.scores).imm(AluOp::Rshr, fraction);
  x.imm(AluOp::Shr, fraction - 32)
      .imm(AluOp::Shr, 19)
      .imm(AluOp::Add, -(22696 + (eighth(fraction) << 13 >> fraction)))
      .itself(AluOp::Mul)
      .imm(AluOp::Rshr, 16)
      .imm(AluOp::Add, 8458)
      .itself(AluOp::Mul)
      .with(AluOp::Rshr, at.shifts);
}

void emit_reciprocals(TaskStream& stream, const ReciprocalVectors& at, int64_t largest) {
  const Vectors w(stream, at.sums, at.blocks), p(stream, at.exponents, at.blocks),
      y(stream, at.reciprocals, at.blocks), e(stream, at.spare, at.blocks);
  y.with(AluOp::Mov, at.sums);
  emit_exponents(stream, at.reciprocals, at.exponents, at.spare, at.blocks,
                 largest < 1 << 16 ? 8 : 16);
  e.with(AluOp::Mov, at.exponents).imm(AluOp::Add, -15);
  w.with(AluOp::Shr, at.spare).imm(AluOp::Mul, -1);
  y.with(AluOp::Mov, at.sums)
      .imm(AluOp::Mul, 15420)
      .imm(AluOp::Rshr, 15)
      .imm(AluOp::Add, 23130)
      .imm(AluOp::Add, 23130);
  for (int step = 0; step < 2; ++step) {
    e.with(AluOp::Mov, at.sums)
        .with(AluOp::Mul, at.reciprocals)
        .imm(AluOp::Shr, -2)
        .imm(AluOp::Rshr, 15)
        .with(AluOp::Mul, at.reciprocals)
        .imm(AluOp::Rshr, 17);
    y.with(AluOp::Add, at.spare);
  }
  p.imm(AluOp::Add, -7);
}

void emit_scaling(TaskStream& stream, int64_t sums, int64_t channels, int64_t exponent,
                  int64_t reciprocal, int shift) {
  const Vectors a(stream, sums, channels);
  a.by(AluOp::Rshr, exponent).by(AluOp::Mul, reciprocal);
  if (shift > 0)
    a.imm(AluOp::Rshr, shift);
  a.imm(AluOp::Clip, 127);
}

}  // namespace vta
