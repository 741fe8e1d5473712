#include "runtime/position_launch.h"

#include <algorithm>
#include <cstring>

#include "hw/isa/codec.h"

namespace vta {
namespace {

void add_to_field(InsnBits& bits, const MovedField& field, int64_t more) {
  uint64_t& word = field.lsb < 64 ? bits.lo : bits.hi;
  const int64_t lsb = field.lsb % 64;
  const uint64_t mask = ((uint64_t{1} << field.width) - 1) << lsb;
  word = (word & ~mask) | ((word + (static_cast<uint64_t>(more) << lsb)) & mask);
}

}  // namespace

void move_to(const Positions& positions, int64_t position, int64_t first_insn,
             std::span<std::byte> insns) {
  const int64_t count = std::ssize(insns) / kInsnBytes, block = position / positions.block;
  const auto first = std::ranges::lower_bound(positions.fields, first_insn, {}, &MovedField::insn);
  for (auto field = first; field != positions.fields.end() && field->insn < first_insn + count;
       ++field) {
    std::byte* const at = insns.data() + (field->insn - first_insn) * kInsnBytes;
    InsnBits bits;
    std::memcpy(&bits, at, sizeof(bits));
    add_to_field(bits, *field, field->per_position * position + field->per_block * block);
    std::memcpy(at, &bits, sizeof(bits));
  }
}

}  // namespace vta
