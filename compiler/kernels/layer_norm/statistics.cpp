#include "compiler/kernels/layer_norm/statistics.h"

#include <array>

#include "compiler/emit/vectors.h"

namespace vta {

void emit_statistics(TaskStream& stream, const LayerNormAreas& a, int64_t base, int64_t blocks) {
  using enum LayerNormVector;
  const LayerNormForm& f = a.of.form;
  const auto at = [&](LayerNormVector v) { return base + a.vector(v); };
  const auto vectors = [&](LayerNormVector v) { return Vectors(stream, at(v), blocks); };
  const Vectors whole = vectors(Offset), rest = vectors(Rest), part = vectors(Part),
                v = vectors(Spread), scale = vectors(Scale), twice = vectors(Shift),
                t = vectors(Spare), u = vectors(Other);
  const int64_t share = base + a.share;

  v.with(AluOp::Mov, at(Squares));
  if (!a.of.rms) {
    whole.with(AluOp::Mov, at(Sum)).by(AluOp::Mul, share).imm(AluOp::Rshr, 23);
    rest.with(AluOp::Mov, at(Offset)).imm(AluOp::Mul, -f.channels).with(AluOp::Add, at(Sum));
    part.with(AluOp::Mov, at(Rest)).by(AluOp::Mul, share).imm(AluOp::Rshr, 11);
    t.with(AluOp::Mov, at(Sum))
        .with(AluOp::Add, at(Rest))
        .with(AluOp::Mul, at(Offset))
        .imm(AluOp::Mul, -1);
    v.with(AluOp::Add, at(Spare));
  }
  v.imm(AluOp::Shr, -2 * f.fraction);
  if (!a.of.rms) {
    t.with(AluOp::Mov, at(Rest))
        .with(AluOp::Mul, at(Part))
        .imm(AluOp::Rshr, 12 - 2 * f.fraction)
        .imm(AluOp::Mul, -1);
    v.with(AluOp::Add, at(Spare));
  }
  v.by(AluOp::Add, base + a.epsilon).imm(AluOp::Max, 1);

  // Twice half the exponent, then a value in [2^28, 2^30).
  twice.imm(AluOp::Mov, 0);
  u.with(AluOp::Mov, at(Spread));
  for (const int64_t bits : {16, 8, 4, 2}) {
    t.with(AluOp::Mov, at(Other)).imm(AluOp::Shr, bits).imm(AluOp::Min, 1).imm(AluOp::Mul, bits);
    u.with(AluOp::Shr, at(Spare));
    twice.with(AluOp::Add, at(Spare));
  }
  t.with(AluOp::Mov, at(Shift)).imm(AluOp::Add, -28);
  v.with(AluOp::Shr, at(Spare)).imm(AluOp::Rshr, 14);

  scale.with(AluOp::Mov, at(Spread))
      .imm(AluOp::Mul, -4956)
      .imm(AluOp::Rshr, 14)
      .imm(AluOp::Add, 17450)
      .imm(AluOp::Add, 17450);
  for (int step = 0; step < 3; ++step) {
    t.with(AluOp::Mov, at(Scale))
        .with(AluOp::Mul, at(Scale))
        .imm(AluOp::Rshr, 15)
        .with(AluOp::Mul, at(Spread))
        .imm(AluOp::Mul, -1)
        .by(AluOp::Add, base + a.whole_one)
        .imm(AluOp::Rshr, 14)
        .with(AluOp::Mul, at(Scale))
        .imm(AluOp::Rshr, 16);
    scale.with(AluOp::Add, at(Spare));
  }
  scale.by(AluOp::Mul, base + a.root).imm(AluOp::Rshr, 15);
  twice.imm(AluOp::Shr, 1).imm(AluOp::Add, f.root_shift - f.fraction - a.of.result_fraction);
  if (a.of.rms)
    return;
  part.with(AluOp::Mul, at(Scale)).imm(AluOp::Rshr, 12);
  whole.with(AluOp::Mul, at(Scale)).with(AluOp::Add, at(Part)).imm(AluOp::Mul, -1);
}

void emit_normalising(TaskStream& stream, int64_t values, int64_t count,
                      const NormalisingVectors& by, bool rms) {
  const Vectors x(stream, values, count);
  x.by(AluOp::Mul, by.scale);
  if (!rms)
    x.by(AluOp::Add, by.offset);
  x.by(AluOp::Rshr, by.shift).imm(AluOp::Clip, 127);
}

void emit_squares(TaskStream& stream, int64_t to, const Squared& of) {
  if (of.rows > 0)
    Vectors(stream, of.products, of.rows).with(AluOp::Mul, of.units);
  if (of.channels > 0)
    Vectors(stream, of.products + of.rows, of.channels).itself(AluOp::Mul);
  emit_fold(stream, AluOp::Add, to, of.products, of.rows + of.channels);
}

}  // namespace vta
