#include "compiler/emit/alu_sequence.h"

#include <algorithm>
#include <array>
#include <vector>

#include "compiler/emit/gemm_loops.h"
#include "config/alu_ops.h"

namespace vta {
namespace {

Insn alu_insn(AluOp op) {
  Insn i;
  i.opcode = static_cast<int64_t>(Opcode::Alu);
  i.alu_opcode = static_cast<int64_t>(op);
  return i;
}

// Two nested loops that visit n consecutive elements: one loop where n fits its counter.
void flat_loops(Insn& i, int64_t elements) {
  int64_t outer = 1;
  while (elements % outer != 0 || elements / outer > kMaxIterations)
    ++outer;
  i.iter_out = outer;
  i.iter_in = elements / outer;
  i.dst_out = i.src_out = i.iter_out > 1 ? i.iter_in : 0;
  i.dst_in = i.src_in = i.iter_in > 1 ? 1 : 0;
}

// What steps read of so many elements of a vector, and no more: what lies behind may be another
// tile's.
Access reads_vector(AluOp op, const ChannelVector& v, int64_t elements) {
  const int64_t end =
      v.base + (elements - 1) * v.stride + alu_operation(static_cast<int64_t>(op))->vectors;
  return {Space::Acc, v.base, end, false};
}

// The groups of a tile have equally many elements.
void emit_alu_vector(TaskStream& stream, AluOp op, const AccTile& tile, const ChannelVector& v) {
  Insn i = alu_insn(op);
  i.imm = v.imm;
  i.iter_out = tile.groups;
  i.iter_in = tile.pixels;
  i.dst_out = tile.groups > 1 ? tile.pixels * tile.sub : 0;
  i.src_out = tile.groups > 1 ? tile.sub * v.stride : 0;
  i.dst_in = tile.pixels > 1 ? tile.sub : 0;
  std::vector<Uop>& uops = stream.spare_uops();
  uops.clear();
  for (int64_t s = 0; s < tile.sub; ++s)
    uops.push_back({tile.base + s, v.base + s * v.stride, 0});
  const Access accesses[] = {tile.access(true), reads_vector(op, v, tile.groups * tile.sub)};
  stream.compute_in_parts(i, uops, accesses);
}

}  // namespace

AccTile AccTile::some(int64_t first, int64_t size) const {
  return {base + first * pixels * sub, size, pixels, sub, first + size == groups ? missing : 0};
}

std::vector<AccTile> AccTile::parts() const {
  if (missing == 0)
    return {*this};
  const AccTile last{base + (groups - 1) * pixels * sub, 1, pixels, sub - missing};
  if (groups == 1)
    return {last};
  return {some(0, groups - 1), last};
}

void emit_reset(TaskStream& stream, const AccTile& tile) {
  if (tile.missing > 0)
    return emit_reset(stream, tile.base, tile.per_pixel(), tile.pixels);
  const bool flat = tile.pixels * tile.sub <= kMaxIterations;  // else rows of pixels
  emit_reset(stream, tile.base, flat ? tile.groups : tile.groups * tile.sub,
             flat ? tile.pixels * tile.sub : tile.pixels);
}

void emit_reset(TaskStream& stream, int64_t base, int64_t outer, int64_t inner) {
  Insn i;
  i.opcode = static_cast<int64_t>(Opcode::Gemm);
  i.reset = 1;
  i.iter_out = outer;
  i.iter_in = inner;
  i.dst_out = outer > 1 ? inner : 0;
  i.dst_in = inner > 1 ? 1 : 0;
  const Uop uop{base, 0, 0};
  const Access accesses[] = {{Space::Acc, base, base + outer * inner, true}};
  stream.compute(i, {&uop, 1}, accesses);
}

void emit_alu_imm(TaskStream& stream, AluOp op, int64_t imm, const AccTile& tile) {
  Insn i = alu_insn(op);
  i.use_imm = 1;
  i.imm = imm;
  flat_loops(i, tile.elements());
  const Uop uop{tile.base, tile.base, 0};
  const Access accesses[] = {tile.access(true)};
  stream.compute(i, {&uop, 1}, accesses);
}

void emit_alu_tensor(TaskStream& stream, AluOp op, const AccTile& tile, int64_t other_base,
                     int64_t imm) {
  Insn i = alu_insn(op);
  i.imm = imm;
  flat_loops(i, tile.elements());
  const Uop uop{tile.base, other_base, 0};
  const Access accesses[] = {tile.access(true),
                             {Space::Acc, other_base, other_base + tile.elements(), false}};
  stream.compute(i, {&uop, 1}, accesses);
}

void emit_alu_scalars(TaskStream& stream, AluOp op, const AccTile& tile, int64_t base,
                      int64_t count, int64_t imm) {
  Insn i = alu_insn(op);
  i.imm = imm;
  flat_loops(i, tile.elements());
  i.src_out = i.src_in = 0;
  const Uop uop{tile.base, base, 0};
  const Access accesses[] = {tile.access(true), {Space::Acc, base, base + count, false}};
  stream.compute(i, {&uop, 1}, accesses);
}

void emit_alu_channel(TaskStream& stream, AluOp op, const AccTile& tile, const PixelRect& rect,
                      ChannelVector vector) {
  Insn i = alu_insn(op);
  i.imm = vector.imm;
  for (const AccTile& part : tile.parts()) {
    const int64_t first = rect.rows.begin * rect.width + rect.columns.begin;
    const Uop base{part.base + first * part.sub, vector.base, 0};
    std::array<GemmLoop, 4> loops = {
        {{rect.rows.size, rect.width * part.sub, 0},
         {rect.columns.size, part.sub, 0},
         {part.groups, part.pixels * part.sub, part.sub * vector.stride},
         {part.sub, 1, vector.stride}}};
    // The longest ones are the instruction's.
    std::ranges::stable_sort(loops, std::ranges::greater{}, &GemmLoop::extent);
    const Access accesses[] = {tile.access(true), reads_vector(op, vector, part.per_pixel())};
    emit_nest(stream, i, {&base, 1}, loops, accesses);
    vector.base += part.per_pixel() * vector.stride;
  }
}

void emit_alu_channel(TaskStream& stream, AluOp op, const AccTile& tile, ChannelVector vector) {
  for (const AccTile& part : tile.parts()) {
    emit_alu_vector(stream, op, part, vector);
    vector.base += part.per_pixel() * vector.stride;
  }
}

}  // namespace vta
