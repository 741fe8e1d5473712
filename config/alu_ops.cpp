#include "config/alu_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace vta {

namespace {

constexpr std::string_view kNone = "none";

int64_t bit_of(std::string_view name) {
  for (const ExtensionName& e : kExtensions)
    if (e.name == name)
      return static_cast<int64_t>(e.extension);
  return 0;
}

std::string upper(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

}  // namespace

std::string extensions_text(int64_t isa_ext) {
  std::vector<std::string_view> names;
  for (const ExtensionName& e : kExtensions)
    if (has_extension(isa_ext, e.extension))
      names.push_back(e.name);
  return names.empty() ? std::string(kNone) : fmt::format("{}", fmt::join(names, "+"));
}

std::optional<int64_t> parse_extensions(std::string_view text) {
  if (text == kNone)
    return 0;
  int64_t isa_ext = 0;
  while (true) {
    const size_t end = text.find('+');
    const int64_t bit = bit_of(text.substr(0, end));
    if (bit == 0 || (isa_ext & bit) != 0)
      return std::nullopt;
    isa_ext |= bit;
    if (end == std::string_view::npos)
      return isa_ext;
    text.remove_prefix(end + 1);
  }
}

std::string known_extensions() {
  std::vector<std::string_view> names{kNone};
  for (const ExtensionName& e : kExtensions)
    names.push_back(e.name);
  return fmt::format("{}, or several like {}", fmt::join(names, ", "),
                     extensions_text(all_extensions()));
}

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
