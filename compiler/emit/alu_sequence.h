// Instructions on one accumulator tile: zeroing, and the ALU instructions of an epilogue or chain.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/emit/task_stream.h"
#include "hw/isa/insn.h"

namespace vta {

// A tile of [groups][pixels][sub] consecutive accumulator elements.
struct AccTile {
  int64_t base = 0;
  int64_t groups = 1, pixels = 1, sub = 1;
  int64_t elements() const { return groups * pixels * sub; }
  Access access(bool write) const { return {Space::Acc, base, base + elements(), write}; }
};

// Zeros to outer * inner consecutive elements, in two loops of these lengths.
void emit_reset(TaskStream& stream, int64_t base, int64_t outer, int64_t inner);
// acc = op(acc, imm) on every element.
void emit_alu_imm(TaskStream& stream, AluOp op, int64_t imm, const AccTile& tile);
// acc = op(acc, other) element by element; `other` is a tile of the same shape.
void emit_alu_tensor(TaskStream& stream, AluOp op, const AccTile& tile, int64_t other_base);
// acc = op(acc, vector[group][sub]) for every pixel; the vector holds groups*sub elements.
void emit_alu_channel(TaskStream& stream, AluOp op, const AccTile& tile, int64_t vector_base);

}  // namespace vta
