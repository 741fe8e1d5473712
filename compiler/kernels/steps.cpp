#include "compiler/kernels/steps.h"

#include <algorithm>

#include "base/error.h"
#include "compiler/kernels/epilogue_shape.h"

namespace vta {

using Operand = AluStep::Operand;

EpilogueShape EpilogueShape::of(std::span<const AluStep> steps) {
  const bool residual = std::ranges::count(steps, Operand::Tensor, &AluStep::operand) > 0;
  return {std::ssize(steps), count_vectors(steps), residual};
}

int64_t count_vectors(std::span<const AluStep> steps) {
  return std::ranges::count(steps, Operand::Channel, &AluStep::operand);
}

void emit_steps(TaskStream& stream, std::span<const AluStep> steps, const AccTile& tile,
                VectorPlace vectors, const TensorStep& on_tensor) {
  for (const AluStep& s : steps)
    switch (s.operand) {
      case Operand::Imm:
        emit_alu_imm(stream, s.op, s.imm, tile);
        break;
      case Operand::Channel:
        emit_alu_channel(stream, s.op, tile, vectors.base);
        vectors.base += vectors.pitch;
        break;
      case Operand::Tensor:
        VTA_CHECK(on_tensor, "this kind of kernel has no step that reads a tensor");
        on_tensor(s);
        break;
    }
}

}  // namespace vta
