// Execution of ALU steps on a tile.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "compiler/emit/alu_sequence.h"
#include "compiler/kernels/kernel.h"

namespace vta {

// Where the channel vectors of steps lie in ACC: in their order, `pitch` elements apart, the
// elements of one `stride` apart; and their single elements, from `scalars` on.
struct VectorPlace {
  int64_t base = 0, pitch = 0, stride = 1;
  int64_t scalars = 0;
  // Of the steps that follow these.
  VectorPlace behind(std::span<const AluStep> steps) const;
};
// Single elements come first. RQ reads two vectors at neighbouring elements: where a kernel has
// such a step, the vectors of each element lie together. Others have one vector behind the other.
// `elements`: of one vector.
bool interleaves_vectors(std::span<const AluStep> steps);
VectorPlace place_vectors(std::span<const AluStep> steps, int64_t base, int64_t elements);
// Whether they need the other accumulators.
bool uses_others(std::span<const AluStep> steps);
// `on_place` carries out a step whose operand depends on where the tile lies in its image: a
// tensor, or vectors of classes, from `vectors` on; without it there must be none. `others`: where
// the other accumulators begin, if there are any.
using PlacedStep = std::function<void(const AluStep&, const VectorPlace& vectors)>;
void emit_steps(TaskStream& stream, std::span<const AluStep> steps, const AccTile& tile,
                VectorPlace vectors, const PlacedStep& on_place = {}, int64_t others = -1);

}  // namespace vta
