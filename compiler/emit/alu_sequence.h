// Instructions on one accumulator tile: zeroing, and the ALU instructions of an epilogue or chain.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/emit/range.h"
#include "compiler/emit/task_stream.h"
#include "hw/isa/insn.h"

namespace vta {

// A tile of [groups][pixels][sub] consecutive accumulator elements; a pixel of the last group may
// have `missing` less.
struct AccTile {
  int64_t base = 0;
  int64_t groups = 1, pixels = 1, sub = 1;
  int64_t missing = 0;

  int64_t per_pixel() const { return groups * sub - missing; }
  int64_t elements() const { return per_pixel() * pixels; }
  Access access(bool write) const { return {Space::Acc, base, base + elements(), write}; }
  // Some of its groups, of as many elements as it has.
  AccTile some(int64_t first, int64_t size) const;
  // The groups that have `sub` elements, and the last one where it has less.
  std::vector<AccTile> parts() const;
};

// Zeros to outer * inner consecutive elements, in two loops of these lengths.
void emit_reset(TaskStream& stream, int64_t base, int64_t outer, int64_t inner);
// Zeros to a tile, in loops of whole groups, pixels or elements.
void emit_reset(TaskStream& stream, const AccTile& tile);
// acc = op(acc, imm) on every element.
void emit_alu_imm(TaskStream& stream, AluOp op, int64_t imm, const AccTile& tile);
// acc = op(acc, other) element by element; `other` is a tile of the same shape. `imm`: parameters.
void emit_alu_tensor(TaskStream& stream, AluOp op, const AccTile& tile, int64_t other_base,
                     int64_t imm = 0);
// acc = op(acc, `count` elements from `base` on) on every element; `imm`: RQ's parameters.
void emit_alu_scalars(TaskStream& stream, AluOp op, const AccTile& tile, int64_t base,
                      int64_t count, int64_t imm);
// A vector of one value per channel, its elements `stride` apart; `imm`: RQ's parameters.
struct ChannelVector {
  int64_t base = 0, stride = 1, imm = 0;
};
// acc = op(acc, vector[group][sub]) for every pixel; the vector holds what a pixel of the tile has.
void emit_alu_channel(TaskStream& stream, AluOp op, const AccTile& tile, ChannelVector vector);
// Some pixels of a tile whose rows are `width` pixels long.
struct PixelRect {
  int64_t width = 1;
  Range rows, columns;
};
// The same for those pixels alone.
void emit_alu_channel(TaskStream& stream, AluOp op, const AccTile& tile, const PixelRect& rect,
                      ChannelVector vector);

}  // namespace vta
