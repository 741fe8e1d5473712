#include "hw/isa/alu_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace vta {

namespace {

std::string upper(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

}  // namespace

std::string legal_alu_codes(int64_t isa_ext) {
  std::string text;
  for (int64_t code = 0; code < kAluCodes; ++code) {
    if (!is_legal_alu_code(code, isa_ext))
      continue;
    int64_t last = code;
    while (is_legal_alu_code(last + 1, isa_ext))
      ++last;
    text += text.empty() ? "" : " and ";
    text += last > code ? fmt::format("{}..{}", code, last) : fmt::format("{}", code);
    code = last;
  }
  return text;
}

std::string alu_form_problem(const AluOperation& operation, int64_t use_imm, int64_t imm) {
  const std::string name = upper(operation.word);
  switch (operation.form) {
    case AluForm::Any:
      return {};
    case AluForm::Immediate:
      return use_imm != 0 ? "" : name + " with use_imm 0: it takes an immediate only";
    case AluForm::Parameters:
      break;
  }
  if (use_imm != 0)
    return name + " with use_imm 1: its operands are vectors, imm has parameters";
  const ImmParameters& p = operation.parameters;
  if ((imm & ~p.bits & 0xffff) != 0 ||
      (p.illegal_bits != 0 && (imm & p.illegal_bits) == p.illegal_value))
    return fmt::format("{} with imm {}: legal are {}", name, imm, p.legal);
  return {};
}

}  // namespace vta
