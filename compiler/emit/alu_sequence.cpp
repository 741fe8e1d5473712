#include "compiler/emit/alu_sequence.h"

#include <vector>

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

}  // namespace

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

void emit_alu_tensor(TaskStream& stream, AluOp op, const AccTile& tile, int64_t other_base) {
  Insn i = alu_insn(op);
  flat_loops(i, tile.elements());
  const Uop uop{tile.base, other_base, 0};
  const Access accesses[] = {tile.access(true),
                             {Space::Acc, other_base, other_base + tile.elements(), false}};
  stream.compute(i, {&uop, 1}, accesses);
}

void emit_alu_channel(TaskStream& stream, AluOp op, const AccTile& tile, int64_t vector_base) {
  Insn i = alu_insn(op);
  i.iter_out = tile.groups;
  i.iter_in = tile.pixels;
  i.dst_out = tile.groups > 1 ? tile.pixels * tile.sub : 0;
  i.src_out = tile.groups > 1 ? tile.sub : 0;
  i.dst_in = tile.pixels > 1 ? tile.sub : 0;
  std::vector<Uop>& uops = stream.spare_uops();
  uops.clear();
  for (int64_t s = 0; s < tile.sub; ++s)
    uops.push_back({tile.base + s, vector_base + s, 0});
  const Access accesses[] = {
      tile.access(true), {Space::Acc, vector_base, vector_base + tile.groups * tile.sub, false}};
  stream.compute_in_parts(i, uops, accesses);
}

}  // namespace vta
