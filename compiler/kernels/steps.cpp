#include "compiler/kernels/steps.h"

#include <algorithm>

#include "base/error.h"
#include "compiler/kernels/epilogue_shape.h"

namespace vta {

using Operand = AluStep::Operand;

EpilogueShape EpilogueShape::of(std::span<const AluStep> steps) {
  int64_t classes = 1;
  for (const AluStep& s : steps)
    classes = std::max(classes, s.classes);
  const bool residual = std::ranges::count(steps, Operand::Tensor, &AluStep::operand) > 0;
  return {.steps = std::ssize(steps),
          .vectors = count_vectors(steps),
          .residual = residual,
          .rescales = std::ranges::count(steps, AluOp::Rq, &AluStep::op),
          .scalars = count_scalars(steps),
          .classes = classes,
          .others = uses_others(steps)};
}

int64_t count_vectors(std::span<const AluStep> steps) {
  int64_t vectors = 0;
  for (const AluStep& s : steps)
    vectors += s.vectors();
  return vectors;
}

int64_t count_scalars(std::span<const AluStep> steps) {
  int64_t scalars = 0;
  for (const AluStep& s : steps)
    scalars += s.scalars();
  return scalars;
}

bool interleaves_vectors(std::span<const AluStep> steps) {
  return std::ranges::any_of(steps, [](const AluStep& s) { return s.vectors() > 1; });
}

bool uses_others(std::span<const AluStep> steps) {
  return std::ranges::count(steps, AluStep::kOther, &AluStep::on) > 0;
}

VectorPlace place_vectors(std::span<const AluStep> steps, int64_t base, int64_t elements) {
  const int64_t first = base + count_scalars(steps);
  if (interleaves_vectors(steps))
    return {first, 1, count_vectors(steps), base};
  return {first, elements, 1, base};
}

VectorPlace VectorPlace::behind(std::span<const AluStep> steps) const {
  return {base + count_vectors(steps) * pitch, pitch, stride, scalars + count_scalars(steps)};
}

// Of a step on vectors; a fill for padded channels else.
static int64_t parameters_of(const AluStep& s) {
  return s.op == AluOp::Rq ? s.imm : 0;
}

void emit_steps(TaskStream& stream, std::span<const AluStep> steps, const AccTile& tile,
                VectorPlace vectors, const PlacedStep& on_place, int64_t others) {
  AccTile other_tile = tile;
  other_tile.base = others;
  for (const AluStep& s : steps) {
    const bool on_others = s.on == AluStep::kOther;
    VTA_CHECK(others >= 0 || (!on_others && s.operand != Operand::Other),
              "this kind of kernel has no other accumulators");
    const bool placed = s.operand == Operand::Tensor || s.classes > 1;
    VTA_CHECK(!placed || on_place, "this kind of kernel has no step that depends on a place");
    const AccTile& changed = on_others ? other_tile : tile;
    switch (s.operand) {
      case Operand::Imm:
        emit_alu_imm(stream, s.op, s.imm, changed);
        break;
      case Operand::Channel:
        if (placed)
          on_place(s, vectors);
        else
          emit_alu_channel(stream, s.op, changed, {vectors.base, vectors.stride, parameters_of(s)});
        break;
      case Operand::Scalars:
        emit_alu_scalars(stream, s.op, changed, vectors.scalars, s.scalars(), parameters_of(s));
        break;
      case Operand::Other:
        emit_alu_tensor(stream, s.op, changed, on_others ? tile.base : others);
        break;
      case Operand::Self:
        emit_alu_tensor(stream, s.op, changed, changed.base);
        break;
      case Operand::Tensor:
        on_place(s, vectors);
        break;
    }
    vectors = vectors.behind({&s, 1});
  }
}

}  // namespace vta
