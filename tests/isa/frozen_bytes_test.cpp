// The codec's bytes against structs that a C compiler lays out: an independent statement of the
// placing rule, written out by hand for four configurations (bit-fields of uint64_t fill from the
// lowest bit and never straddle a 64-bit unit, on every platform this project supports).
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "hw/isa/codec.h"
#include "tests/isa/random_insn.h"

namespace vta {
namespace {

struct MemBits {
  uint64_t opcode : 3;
  uint64_t pop_prev : 1;
  uint64_t pop_next : 1;
  uint64_t push_prev : 1;
  uint64_t push_next : 1;
  uint64_t memory_type : 3;
  uint64_t sram_base : 16;
  uint64_t dram_base : 32;
  uint64_t : 0;
  uint64_t y_size : 16;
  uint64_t x_size : 16;
  uint64_t x_stride : 16;
  uint64_t y_pad_0 : 4;
  uint64_t y_pad_1 : 4;
  uint64_t x_pad_0 : 4;
  uint64_t x_pad_1 : 4;
};

// U, I, W, A: log2 depths.
template <int U, int I, int W, int A>
struct GemmBits {
  uint64_t opcode : 3;
  uint64_t pop_prev : 1;
  uint64_t pop_next : 1;
  uint64_t push_prev : 1;
  uint64_t push_next : 1;
  uint64_t reset : 1;
  uint64_t uop_bgn : U;
  uint64_t uop_end : U + 1;
  uint64_t iter_out : 14;
  uint64_t iter_in : 14;
  uint64_t dst_out : A;
  uint64_t dst_in : A;
  uint64_t src_out : I;
  uint64_t src_in : I;
  uint64_t wgt_out : W;
  uint64_t wgt_in : W;
};

template <int U, int A>
struct AluBits {
  uint64_t opcode : 3;
  uint64_t pop_prev : 1;
  uint64_t pop_next : 1;
  uint64_t push_prev : 1;
  uint64_t push_next : 1;
  uint64_t reset : 1;
  uint64_t uop_bgn : U;
  uint64_t uop_end : U + 1;
  uint64_t iter_out : 14;
  uint64_t iter_in : 14;
  uint64_t dst_out : A;
  uint64_t dst_in : A;
  uint64_t src_out : A;
  uint64_t src_in : A;
  uint64_t alu_opcode : 3;
  uint64_t use_imm : 1;
  int64_t imm : 16;
};

template <typename Word, int Dst, int Src, int Wgt>
struct UopBits {
  Word dst : Dst;
  Word src : Src;
  Word wgt : Wgt;
};

// Padding bits too: they are compared.
template <typename Bits>
Bits zeroed() {
  Bits bits;
  std::memset(&bits, 0, sizeof(bits));
  return bits;
}

template <typename Bits>
void set_common(Bits& bits, const Insn& insn) {
  bits.opcode = static_cast<uint64_t>(insn.opcode) & 7;
  bits.pop_prev = static_cast<uint64_t>(insn.pop_prev) & 1;
  bits.pop_next = static_cast<uint64_t>(insn.pop_next) & 1;
  bits.push_prev = static_cast<uint64_t>(insn.push_prev) & 1;
  bits.push_next = static_cast<uint64_t>(insn.push_next) & 1;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // every assignment below narrows on purpose
template <typename Bits>
void set_compute(Bits& bits, const Insn& insn) {
  set_common(bits, insn);
  bits.reset = insn.reset;
  bits.uop_bgn = insn.uop_bgn;
  bits.uop_end = insn.uop_end;
  bits.iter_out = insn.iter_out;
  bits.iter_in = insn.iter_in;
  bits.dst_out = insn.dst_out;
  bits.dst_in = insn.dst_in;
  bits.src_out = insn.src_out;
  bits.src_in = insn.src_in;
}

MemBits mem_bits(const Insn& insn) {
  MemBits bits = zeroed<MemBits>();
  set_common(bits, insn);
  bits.memory_type = insn.memory_type;
  bits.sram_base = insn.sram_base;
  bits.dram_base = insn.dram_base;
  bits.y_size = insn.y_size;
  bits.x_size = insn.x_size;
  bits.x_stride = insn.x_stride;
  bits.y_pad_0 = insn.y_pad_0;
  bits.y_pad_1 = insn.y_pad_1;
  bits.x_pad_0 = insn.x_pad_0;
  bits.x_pad_1 = insn.x_pad_1;
  return bits;
}

template <typename Bits>
Bits gemm_bits(const Insn& insn) {
  Bits bits = zeroed<Bits>();
  set_compute(bits, insn);
  bits.wgt_out = insn.wgt_out;
  bits.wgt_in = insn.wgt_in;
  return bits;
}

template <typename Bits>
Bits alu_bits(const Insn& insn) {
  Bits bits = zeroed<Bits>();
  set_compute(bits, insn);
  bits.alu_opcode = insn.alu_opcode;
  bits.use_imm = insn.use_imm;
  bits.imm = insn.imm;
  return bits;
}

template <typename Bits>
uint64_t uop_bits(const Uop& uop) {
  Bits bits = zeroed<Bits>();
  bits.dst = uop.dst;
  bits.src = uop.src;
  bits.wgt = uop.wgt;
  uint64_t raw = 0;
  std::memcpy(&raw, &bits, sizeof(bits));
  return raw;
}
#pragma GCC diagnostic pop

template <typename Bits>
InsnBits raw(const Bits& bits) {
  static_assert(sizeof(Bits) == 16);
  return std::bit_cast<InsnBits>(bits);
}

constexpr int kRounds = 2000;

template <typename Gemm, typename Alu, typename UopWord>
void expect_same_bytes(std::string_view name) {
  const InsnCodec codec(named_config(name));
  RandomInsns random(codec, 20240607);
  for (int i = 0; i < kRounds; ++i) {
    for (const int64_t opcode : {0, 1}) {
      const Insn insn = random.next(opcode);
      ASSERT_EQ(codec.encode(insn), raw(mem_bits(insn)));
    }
    const Insn gemm = random.next(2);
    ASSERT_EQ(codec.encode(gemm), raw(gemm_bits<Gemm>(gemm)));
    const Insn alu = random.next(4);
    ASSERT_EQ(codec.encode(alu), raw(alu_bits<Alu>(alu)));
    const Uop uop = random.next_uop();
    ASSERT_EQ(codec.encode_uop(uop), uop_bits<UopWord>(uop));
  }
}

TEST(FrozenBytes, Default) {
  expect_same_bytes<GemmBits<13, 11, 10, 11>, AluBits<13, 11>, UopBits<uint32_t, 11, 11, 10>>(
      "default");
}
TEST(FrozenBytes, OneByEight) {
  expect_same_bytes<GemmBits<13, 11, 10, 11>, AluBits<13, 11>, UopBits<uint32_t, 11, 11, 10>>(
      "1x8");
}
TEST(FrozenBytes, OneByThirtyTwo) {
  expect_same_bytes<GemmBits<13, 10, 8, 10>, AluBits<13, 10>, UopBits<uint32_t, 10, 10, 8>>("1x32");
}
TEST(FrozenBytes, Uop64) {
  expect_same_bytes<GemmBits<12, 10, 11, 11>, AluBits<12, 11>, UopBits<uint64_t, 11, 11, 11>>(
      "uop64");
}
TEST(FrozenBytes, UnequalBlocks) {
  expect_same_bytes<GemmBits<13, 11, 9, 10>, AluBits<13, 10>, UopBits<uint32_t, 10, 11, 9>>(
      "1x16.32");
}

// Bytes that never change, each worked out by hand from the default positions.
TEST(FrozenBytes, KnownWords) {
  const InsnCodec codec(named_config("default"));
  Insn finish;
  finish.opcode = 3;
  EXPECT_EQ(codec.encode(finish), (InsnBits{3, 0}));
  Insn load;
  load.memory_type = 2;
  load.push_next = 1;
  load.sram_base = 5;
  load.dram_base = 0x80;
  load.y_size = 1;
  load.x_size = 2;
  load.x_stride = 3;
  load.x_pad_1 = 0xf;
  EXPECT_EQ(codec.encode(load), (InsnBits{0x40 | 2u << 7 | 5u << 10 | uint64_t{0x80} << 26,
                                          1 | 2u << 16 | uint64_t{3} << 32 | uint64_t{0xf} << 60}));
  Insn alu;
  alu.opcode = 4;
  alu.alu_opcode = 3;
  alu.use_imm = 1;
  alu.imm = -1;
  EXPECT_EQ(codec.encode(alu),
            (InsnBits{4, uint64_t{0xffff} << 48 | uint64_t{1} << 47 | uint64_t{3} << 44}));
}

}  // namespace
}  // namespace vta
