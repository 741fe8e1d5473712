#include "compiler/kernels/attention/softmax.h"

#include "compiler/emit/vectors.h"

namespace vta {
namespace {

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

void emit_softmax(TaskStream& stream, const SoftmaxVectors& at, int fraction, PowerForm power) {
  emit_fold(stream, AluOp::Min, at.least, at.scores, at.keys, at.blocks);
  emit_powers(stream, at, fraction, power);
}

void emit_powers(TaskStream& stream, const SoftmaxVectors& at, int fraction, PowerForm power) {
  const int64_t all = at.keys * at.blocks;
  const Vectors x(stream, at.scores, all), shift(stream, at.shifts, all);
  const Vectors least(stream, at.least, at.blocks);
  least.imm(AluOp::Mul, -1);
  if (power == PowerForm::Exp2) {
    x.by(AluOp::Add, at.least, at.blocks).itself(AluOp::Exp2, fraction);
    return;
  }
  least.by(AluOp::Add, at.offset);
  x.by(AluOp::Add, at.least, at.blocks);
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

void emit_scaling(TaskStream& stream, const ScalingVectors& at, int shift) {
  const Vectors a(stream, at.sums, at.channels * at.blocks);
  a.by(AluOp::Rshr, at.exponents, at.blocks).by(AluOp::Mul, at.reciprocals, at.blocks);
  if (shift > 0)
    a.imm(AluOp::Rshr, shift);
  a.imm(AluOp::Clip, 127);
}

}  // namespace vta
