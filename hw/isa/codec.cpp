#include "hw/isa/codec.h"

#include "base/error.h"
#include "config/field_table.h"
#include "hw/isa/field_members.h"

namespace vta {

namespace {

uint64_t low_mask(int64_t width) {
  return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}

// Two's complement: a signed field of n bits holds -2^(n-1) .. 2^(n-1)-1.
void check_fits(std::string_view name, int64_t value, int64_t width, bool is_signed) {
  const int64_t min = is_signed ? -(int64_t{1} << (width - 1)) : 0;
  const int64_t max = (int64_t{1} << (is_signed ? width - 1 : width)) - 1;
  VTA_CHECK(value >= min && value <= max, "field {} = {} does not fit {} bits (legal: {}..{})",
            name, value, width, min, max);
}

int64_t sign_extend(uint64_t value, int64_t width) {
  const uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>((value ^ sign) - sign);
}

// No field straddles bit 64, so each lies in one of the two words.
uint64_t& word_of(InsnBits& bits, int64_t lsb) {
  return lsb < 64 ? bits.lo : bits.hi;
}
uint64_t word_of(const InsnBits& bits, int64_t lsb) {
  return lsb < 64 ? bits.lo : bits.hi;
}

}  // namespace

InsnCodec::InsnCodec(const VtaConfig& config) : uop_bytes_(config.element_bytes(MemoryType::Uop)) {
  for (size_t opcode = 0; opcode < fields_.size(); ++opcode) {
    Placer placer;
    for (const FieldSpec& spec : field_table()) {
      if ((spec.opcodes >> opcode & 1u) == 0)
        continue;
      const int64_t width = spec.width.of(config);
      fields_[opcode].push_back(
          {spec.name, insn_member(spec.name), placer.place(width), width, spec.is_signed});
    }
    VTA_CHECK(placer.end() <= kInsnBits, "opcode {} needs {} bits", opcode, placer.end());
  }
  Placer placer;
  for (const UopFieldSpec& spec : uop_field_table()) {
    const int64_t width = spec.width.of(config);
    uop_fields_.push_back({spec.name, uop_member(spec.name), placer.place(width), width});
  }
  VTA_CHECK(placer.end() <= uop_bytes_ * 8, "a micro-op needs {} bits", placer.end());
}

std::span<const PlacedField> InsnCodec::fields(int64_t opcode) const {
  VTA_CHECK(opcode >= 0 && opcode < 8, "opcode {} (legal: 0..7)", opcode);
  return fields_[static_cast<size_t>(opcode)];
}

InsnBits InsnCodec::encode(const Insn& insn) const {
  InsnBits bits;
  for (const PlacedField& field : fields(insn.opcode)) {
    const int64_t value = insn.*field.member;
    check_fits(field.name, value, field.width, field.is_signed);
    word_of(bits, field.lsb) |= (static_cast<uint64_t>(value) & low_mask(field.width))
                                << (field.lsb % 64);
  }
  return bits;
}

Insn InsnCodec::decode(const InsnBits& bits) const {
  Insn insn;
  for (const PlacedField& field : fields_[bits.lo & 7]) {
    const uint64_t raw = word_of(bits, field.lsb) >> (field.lsb % 64) & low_mask(field.width);
    insn.*field.member =
        field.is_signed ? sign_extend(raw, field.width) : static_cast<int64_t>(raw);
  }
  return insn;
}

uint64_t InsnCodec::encode_uop(const Uop& uop) const {
  uint64_t bits = 0;
  for (const PlacedUopField& field : uop_fields_) {
    check_fits(field.name, uop.*field.member, field.width, false);
    bits |= static_cast<uint64_t>(uop.*field.member) << field.lsb;
  }
  return bits;
}

Uop InsnCodec::decode_uop(uint64_t bits) const {
  Uop uop;
  for (const PlacedUopField& field : uop_fields_)
    uop.*field.member = static_cast<int64_t>(bits >> field.lsb & low_mask(field.width));
  return uop;
}

}  // namespace vta
