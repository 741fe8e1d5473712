// Encoding of instructions and micro-ops for one configuration, from the one field table.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/insn.h"

namespace vta {

// 128 bits, little-endian: `lo` holds bits 0..63, `hi` bits 64..127. This is also the memory image.
struct InsnBits {
  uint64_t lo = 0, hi = 0;
  bool operator==(const InsnBits&) const = default;
};
static_assert(sizeof(InsnBits) == kInsnBytes);

// One placed field: which member of Insn, at which bit, how wide.
struct PlacedField {
  std::string_view name;
  int64_t Insn::*member = nullptr;
  int64_t lsb = 0;
  int64_t width = 0;
  bool is_signed = false;
};

struct PlacedUopField {
  std::string_view name;
  int64_t Uop::*member = nullptr;
  int64_t lsb = 0;
  int64_t width = 0;
};

// Field positions for one configuration under the placing rule of ISA section 2.
class InsnCodec {
 public:
  explicit InsnCodec(const VtaConfig& config);

  // Fields of an opcode in table order, the common first five included. Opcodes 5..7 have only
  // the common ones.
  std::span<const PlacedField> fields(int64_t opcode) const;
  std::span<const PlacedUopField> uop_fields() const { return uop_fields_; }
  int64_t uop_bytes() const { return uop_bytes_; }

  // If a value does not fit, InternalError names the field, its value and the range.
  InsnBits encode(const Insn& insn) const;  // alu_opcode's fourth bit in the place of reset
  Insn decode(const InsnBits& bits) const;  // total: any bits can be decoded
  static int64_t opcode(const InsnBits& bits) { return static_cast<int64_t>(bits.lo & 7); }
  uint64_t encode_uop(const Uop& uop) const;
  Uop decode_uop(uint64_t bits) const;

 private:
  // A placed field as shifts: its value is a word moved to the left, then to the right.
  struct Place {
    int64_t Insn::*member = nullptr;
    uint8_t word = 0, left = 0, right = 0;
    bool is_signed = false;
    int64_t value(uint64_t high) const {
      return is_signed ? static_cast<int64_t>(high) >> right : static_cast<int64_t>(high >> right);
    }
  };

  InsnBits encode_fields(const Insn& insn) const;

  bool wide_alu_opcode_;
  std::array<std::vector<PlacedField>, 8> fields_;
  std::array<std::vector<Place>, 8> places_;  // of these
  std::vector<PlacedUopField> uop_fields_;
  int64_t uop_bytes_ = 4;
};

}  // namespace vta
