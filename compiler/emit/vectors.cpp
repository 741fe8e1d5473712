#include "compiler/emit/vectors.h"

#include <array>

#include "compiler/emit/gemm_loops.h"

namespace vta {
namespace {

Insn vector_insn(AluOp op) {
  Insn insn;
  insn.opcode = static_cast<int64_t>(Opcode::Alu);
  insn.alu_opcode = static_cast<int64_t>(op);
  return insn;
}

}  // namespace

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

const Vectors& Vectors::by(AluOp op, int64_t vectors, int64_t parts) const {
  if (parts == 1)
    return by(op, vectors);
  const int64_t part = tile_.elements() / parts;
  const Uop first{tile_.base, vectors, 0};
  const std::array<GemmLoop, 2> loops = {{{parts, part, 1, 0}, {part, 1, 0, 0}}};
  const Access accesses[] = {tile_.access(true), {Space::Acc, vectors, vectors + parts, false}};
  emit_nest(stream_, vector_insn(op), {&first, 1}, loops, accesses);
  return *this;
}

void emit_fold(TaskStream& stream, AluOp op, int64_t to, int64_t from, int64_t count,
               int64_t runs) {
  const Access accesses[] = {{Space::Acc, to, to + runs, true},
                             {Space::Acc, from, from + runs * count, false}};
  const Uop first{to, from, 0}, second{to, from + 1, 0};
  const std::array<GemmLoop, 2> firsts = {{{1, 0, 0, 0}, {runs, 1, count, 0}}},
                                others = {{{runs, 1, count, 0}, {count - 1, 0, 1, 0}}};
  emit_nest(stream, vector_insn(AluOp::Mov), {&first, 1}, firsts, accesses);
  if (count > 1)
    emit_nest(stream, vector_insn(op), {&second, 1}, others, accesses);
}

}  // namespace vta
