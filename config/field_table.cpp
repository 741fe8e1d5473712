#include "config/field_table.h"

#include <algorithm>
#include <array>

namespace vta {

namespace {

constexpr FieldWidth fixed(int64_t bits) {
  return {DepthTerm::None, bits};
}
constexpr FieldWidth kLogU{DepthTerm::Uop, 0};
constexpr FieldWidth kLogUPlus1{DepthTerm::Uop, 1};
constexpr FieldWidth kLogI{DepthTerm::Inp, 0};
constexpr FieldWidth kLogW{DepthTerm::Wgt, 0};
constexpr FieldWidth kLogA{DepthTerm::Acc, 0};
constexpr FieldWidth kLogAOrI{DepthTerm::AccOrInp, 0};

// src_out and src_in index INP in a GEMM and ACC in an ALU instruction: two rows each.
constexpr std::array kFields{
    FieldSpec{"opcode", fixed(3), kAllOpcodes},
    FieldSpec{"pop_prev", fixed(1), kAllOpcodes},
    FieldSpec{"pop_next", fixed(1), kAllOpcodes},
    FieldSpec{"push_prev", fixed(1), kAllOpcodes},
    FieldSpec{"push_next", fixed(1), kAllOpcodes},
    FieldSpec{"memory_type", fixed(3), kMemoryOpcodes},
    FieldSpec{"sram_base", fixed(16), kMemoryOpcodes},
    FieldSpec{"dram_base", fixed(32), kMemoryOpcodes},
    FieldSpec{"y_size", fixed(16), kMemoryOpcodes},
    FieldSpec{"x_size", fixed(16), kMemoryOpcodes},
    FieldSpec{"x_stride", fixed(16), kMemoryOpcodes},
    FieldSpec{"y_pad_0", fixed(4), kMemoryOpcodes},
    FieldSpec{"y_pad_1", fixed(4), kMemoryOpcodes},
    FieldSpec{"x_pad_0", fixed(4), kMemoryOpcodes},
    FieldSpec{"x_pad_1", fixed(4), kMemoryOpcodes},
    FieldSpec{"reset", fixed(1), kComputeOpcodes},
    FieldSpec{"uop_bgn", kLogU, kComputeOpcodes},
    FieldSpec{"uop_end", kLogUPlus1, kComputeOpcodes},
    FieldSpec{"iter_out", fixed(14), kComputeOpcodes},
    FieldSpec{"iter_in", fixed(14), kComputeOpcodes},
    FieldSpec{"dst_out", kLogA, kComputeOpcodes},
    FieldSpec{"dst_in", kLogA, kComputeOpcodes},
    FieldSpec{"src_out", kLogI, kGemmOpcode},
    FieldSpec{"src_in", kLogI, kGemmOpcode},
    FieldSpec{"src_out", kLogA, kAluOpcode},
    FieldSpec{"src_in", kLogA, kAluOpcode},
    FieldSpec{"wgt_out", kLogW, kGemmOpcode},
    FieldSpec{"wgt_in", kLogW, kGemmOpcode},
    FieldSpec{"alu_opcode", fixed(3), kAluOpcode},
    FieldSpec{"use_imm", fixed(1), kAluOpcode},
    FieldSpec{"imm", fixed(16), kAluOpcode, true},
};

constexpr std::array kUopFields{
    UopFieldSpec{"dst", kLogA},
    UopFieldSpec{"src", kLogAOrI},
    UopFieldSpec{"wgt", kLogW},
};

constexpr std::array<std::string_view, 5> kOpcodeNames{"LOAD", "STORE", "GEMM", "FINISH", "ALU"};

}  // namespace

int64_t FieldWidth::of(const VtaConfig& config) const {
  switch (term) {
    case DepthTerm::None:
      return bits;
    case DepthTerm::Uop:
      return bits + config.log_depth(MemoryType::Uop);
    case DepthTerm::Inp:
      return bits + config.log_depth(MemoryType::Inp);
    case DepthTerm::Wgt:
      return bits + config.log_depth(MemoryType::Wgt);
    case DepthTerm::Acc:
      return bits + config.log_depth(MemoryType::Acc);
    case DepthTerm::AccOrInp:
      return bits + std::max(config.log_depth(MemoryType::Acc), config.log_depth(MemoryType::Inp));
  }
  return bits;
}

std::span<const FieldSpec> field_table() {
  return kFields;
}
std::span<const UopFieldSpec> uop_field_table() {
  return kUopFields;
}

int64_t Placer::place(int64_t width) {
  if (next_ < 64 && next_ + width > 64)
    next_ = 64;
  const int64_t lsb = next_;
  next_ += width;
  return lsb;
}

int64_t insn_bits_used(const VtaConfig& config, int64_t opcode) {
  Placer placer;
  for (const FieldSpec& field : kFields) {
    if ((field.opcodes >> opcode & 1u) != 0)
      placer.place(field.width.of(config));
  }
  return placer.end();
}

int64_t uop_bits_used(const VtaConfig& config) {
  int64_t bits = 0;
  for (const UopFieldSpec& field : kUopFields)
    bits += field.width.of(config);
  return bits;
}

std::string_view opcode_name(int64_t opcode) {
  if (opcode < 0 || opcode >= static_cast<int64_t>(kOpcodeNames.size()))
    return "RESERVED";
  return kOpcodeNames[static_cast<size_t>(opcode)];
}

}  // namespace vta
