#include "hw/isa/disassembler.h"

#include <fmt/format.h>

#include "config/field_table.h"
#include "hw/isa/field_members.h"
#include "hw/isa/mnemonics.h"

namespace vta {

namespace {

// A value outside the encoding (an instruction assembled by hand) still has to be readable.
std::string word_or_number(std::span<const Mnemonic> words, int64_t value) {
  const std::string_view word = mnemonic_of(words, value);
  return word.empty() ? fmt::format("?{}", value) : std::string(word);
}

std::string field_text(const FieldSpec& field, int64_t value) {
  if (value == 0)
    return {};
  if (is_flag(field) && value == 1)
    return fmt::format(" {}", field.name);
  return fmt::format(" {}={}", field.name, value);
}

}  // namespace

std::string disassemble(const Insn& insn) {
  std::string text = word_or_number(opcode_mnemonics(), insn.opcode);
  const SecondWord second = second_word(insn.opcode);
  if (!second.field.empty())
    text += ' ' + word_or_number(second.words, insn.*insn_member(second.field));
  const unsigned opcode_bit = insn.opcode >= 0 && insn.opcode < 8 ? 1u << insn.opcode : 0u;
  for (const bool token_fields : {false, true}) {
    for (const FieldSpec& field : field_table()) {
      const bool shown = (field.opcodes & opcode_bit) != 0 && field.name != "opcode" &&
                         field.name != second.field && is_common(field) == token_fields;
      if (shown)
        text += field_text(field, insn.*insn_member(field.name));
    }
  }
  return text;
}

std::string disassemble(const Uop& uop) {
  return fmt::format("uop dst={} src={} wgt={}", uop.dst, uop.src, uop.wgt);
}

}  // namespace vta
