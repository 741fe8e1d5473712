// Execution of ALU steps on a tile.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "compiler/emit/alu_sequence.h"
#include "compiler/kernels/kernel.h"

namespace vta {

// Where the channel vectors of steps lie in ACC: in their order, `pitch` elements apart.
struct VectorPlace {
  int64_t base = 0, pitch = 0;
};
// `on_tensor` carries out a step that reads a tensor; without it there must be none.
using TensorStep = std::function<void(const AluStep&)>;
void emit_steps(TaskStream& stream, std::span<const AluStep> steps, const AccTile& tile,
                VectorPlace vectors, const TensorStep& on_tensor = {});

}  // namespace vta
