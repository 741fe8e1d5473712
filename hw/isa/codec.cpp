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

}  // namespace

InsnCodec::InsnCodec(const VtaConfig& config)
    : wide_alu_opcode_(has_wide_alu_opcode(config.isa_ext)),
      uop_bytes_(config.element_bytes(MemoryType::Uop)) {
  // A codec is made for every kernel of a run, and names are looked up once.
  static const std::vector<int64_t Insn::*> members = [] {
    std::vector<int64_t Insn::*> all;
    for (const FieldSpec& spec : field_table())
      all.push_back(insn_member(spec.name));
    return all;
  }();
  for (size_t opcode = 0; opcode < fields_.size(); ++opcode) {
    fields_[opcode].reserve(members.size());
    places_[opcode].reserve(members.size());
    Placer placer;
    for (size_t k = 0; k < members.size(); ++k) {
      const FieldSpec& spec = field_table()[k];
      if ((spec.opcodes >> opcode & 1u) == 0)
        continue;
      const int64_t width = spec.width.of(config);
      const PlacedField field{spec.name, members[k], placer.place(width), width, spec.is_signed};
      VTA_CHECK(width > 0, "field {} has {} bits", field.name, width);
      fields_[opcode].push_back(field);
      // No field straddles bit 64, so each lies in one of the two words.
      const int64_t end = field.lsb % 64 + width;
      places_[opcode].push_back({field.member, static_cast<uint8_t>(field.lsb / 64),
                                 static_cast<uint8_t>(64 - end), static_cast<uint8_t>(64 - width),
                                 field.is_signed});
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
  if (!wide_alu_opcode_ || insn.op() != Opcode::Alu)
    return encode_fields(insn);
  check_fits("alu_opcode", insn.alu_opcode, 4, false);
  VTA_CHECK(insn.reset == 0, "reset {} of an ALU instruction is a bit of its alu_opcode here",
            insn.reset);
  Insn split = insn;
  split.alu_opcode &= 7;
  split.reset = insn.alu_opcode >> 3;
  return encode_fields(split);
}

InsnBits InsnCodec::encode_fields(const Insn& insn) const {
  const std::span<const PlacedField> placed = fields(insn.opcode);
  const std::vector<Place>& places = places_[static_cast<size_t>(insn.opcode)];
  std::array<uint64_t, 2> words{};
  for (size_t k = 0; k < places.size(); ++k) {
    const Place& place = places[k];
    const int64_t value = insn.*place.member;
    const uint64_t high = static_cast<uint64_t>(value) << place.right;
    if (place.value(high) != value)
      check_fits(placed[k].name, value, placed[k].width, placed[k].is_signed);
    words[place.word] |= high >> place.left;
  }
  return {words[0], words[1]};
}

Insn InsnCodec::decode(const InsnBits& bits) const {
  const std::array<uint64_t, 2> words{bits.lo, bits.hi};
  Insn insn;
  for (const Place& place : places_[static_cast<size_t>(opcode(bits))])
    insn.*place.member = place.value(words[place.word] << place.left);
  if (wide_alu_opcode_ && insn.op() == Opcode::Alu) {
    insn.alu_opcode |= insn.reset << 3;
    insn.reset = 0;
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
