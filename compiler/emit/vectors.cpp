#include "compiler/emit/vectors.h"

#include <array>

#include "compiler/emit/gemm_loops.h"

namespace vta {

const Vectors& Vectors::imm(AluOp op, int64_t value) const {
  emit_alu_imm(stream_, op, value, tile_);
  return *this;
}

const Vectors& Vectors::with(AluOp op, int64_t others) const {
  emit_alu_tensor(stream_, op, tile_, others);
  return *this;
}

const Vectors& Vectors::itself(AluOp op, int64_t parameters) const {
  emit_alu_tensor(stream_, op, tile_, tile_.base, parameters);
  return *this;
}

const Vectors& Vectors::by(AluOp op, int64_t vector) const {
  emit_alu_scalars(stream_, op, tile_, vector, 1, 0);
  return *this;
}

void emit_fold(TaskStream& stream, AluOp op, int64_t to, int64_t from, int64_t count) {
  Vectors(stream, to, 1).with(AluOp::Mov, from);
  if (count == 1)
    return;
  Insn insn;
  insn.opcode = static_cast<int64_t>(Opcode::Alu);
  insn.alu_opcode = static_cast<int64_t>(op);
  const Uop first{to, from + 1, 0};
  const std::array<GemmLoop, 2> loops = {{{1, 0, 0, 0}, {count - 1, 0, 1, 0}}};
  const Access accesses[] = {{Space::Acc, to, to + 1, true},
                             {Space::Acc, from, from + count, false}};
  emit_nest(stream, insn, {&first, 1}, loops, accesses);
}

}  // namespace vta
