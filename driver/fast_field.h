// A field of an encoded instruction as a shift and a mask: streams are looked at before every
// launch, so they are not decoded in full.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "hw/isa/codec.h"

namespace vta {

struct FastField {
  bool high = false;
  int shift = 0;
  uint64_t mask = 0;

  int64_t get(const InsnBits& bits) const {
    return static_cast<int64_t>(((high ? bits.hi : bits.lo) >> shift) & mask);
  }
};

// Its position, from the field table. InternalError where instructions of the opcode lack it.
inline FastField fast_field(const InsnCodec& codec, int64_t opcode, int64_t Insn::*member) {
  for (const PlacedField& field : codec.fields(opcode))
    if (field.member == member)
      return {field.lsb >= 64, static_cast<int>(field.lsb % 64), (uint64_t{1} << field.width) - 1};
  check_failed(__FILE__, __LINE__, "field", "the field table lacks a field");
}

inline int64_t opcode_of(const InsnBits& bits) {
  return static_cast<int64_t>(bits.lo & 7);
}

}  // namespace vta
