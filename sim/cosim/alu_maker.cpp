#include "sim/cosim/alu_maker.h"

namespace vta::cosim {
namespace {

int64_t encodable_codes(int64_t isa_ext) {
  return has_wide_alu_opcode(isa_ext) ? kAluCodes : kAluCodes / 2;
}

std::vector<int64_t> codes(int64_t isa_ext, bool legal) {
  std::vector<int64_t> found;
  for (int64_t code = 0; code < encodable_codes(isa_ext); ++code)
    if (is_legal_alu_code(code, isa_ext) == legal)
      found.push_back(code);
  return found;
}

int64_t pick(const std::vector<int64_t>& values, RandomSource& random) {
  return values.size() == 1 ? values.front()
                            : values[static_cast<size_t>(random.below(std::ssize(values)))];
}

// A value of imm as a signed field.
int64_t as_field(int64_t bits) {
  return static_cast<int16_t>(bits);
}

}  // namespace

std::vector<int64_t> legal_alu_codes_of(int64_t isa_ext) {
  return codes(isa_ext, true);
}

std::vector<int64_t> illegal_alu_codes(int64_t isa_ext) {
  return codes(isa_ext, false);
}

int64_t any_alu_code(int64_t isa_ext, RandomSource& random) {
  return pick(legal_alu_codes_of(isa_ext), random);
}

std::optional<int64_t> code_with_parameters(int64_t isa_ext, int64_t most_vectors,
                                            RandomSource& random) {
  std::vector<int64_t> found;
  for (const AluOperation& operation : kAluOperations)
    if (operation.form == AluForm::Parameters && operation.vectors <= most_vectors &&
        has_extension(isa_ext, operation.extension))
      found.push_back(static_cast<int64_t>(operation.op));
  return found.empty() ? std::nullopt : std::optional(pick(found, random));
}

void make_legal_alu(Insn& n, int64_t isa_ext, RandomSource& random) {
  if (n.op() != Opcode::Alu)
    return;
  make_encodable_alu(n, isa_ext);
  const AluOperation& operation = *alu_operation(n.alu_opcode);
  if (operation.form == AluForm::Immediate)
    n.use_imm = 1;
  if (operation.form != AluForm::Parameters)
    return;
  n.use_imm = 0;
  do {
    n.imm = as_field(random.below(int64_t{1} << 16) & operation.parameters.bits);
  } while (!alu_form_problem(operation, n.use_imm, n.imm).empty());
}

void make_illegal_form(Insn& n, int64_t isa_ext, RandomSource& random) {
  std::vector<int64_t> strict;
  for (const AluOperation& operation : kAluOperations)
    if (operation.form != AluForm::Any && has_extension(isa_ext, operation.extension))
      strict.push_back(static_cast<int64_t>(operation.op));
  n.alu_opcode = pick(strict, random);
  make_encodable_alu(n, isa_ext);
  const AluOperation& operation = *alu_operation(n.alu_opcode);
  n.use_imm = 0;
  if (operation.form == AluForm::Immediate)
    return;
  n.imm = as_field(random.below(int64_t{1} << 16));
  if (alu_form_problem(operation, n.use_imm, n.imm).empty())
    n.use_imm = 1;
}

void make_encodable_alu(Insn& n, int64_t isa_ext) {
  if (n.op() == Opcode::Alu && has_wide_alu_opcode(isa_ext))
    n.reset = 0;
}

}  // namespace vta::cosim
