#include "hw/isa/codec.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace vta {
namespace {

const PlacedField& field(const InsnCodec& codec, int64_t opcode, std::string_view name) {
  for (const PlacedField& f : codec.fields(opcode)) {
    if (f.name == name)
      return f;
  }
  throw InternalError("no such field");
}

void expect_at(const InsnCodec& codec, int64_t opcode, std::string_view name, int64_t lsb,
               int64_t msb) {
  const PlacedField& f = field(codec, opcode, name);
  EXPECT_EQ(f.lsb, lsb) << name;
  EXPECT_EQ(f.lsb + f.width - 1, msb) << name;
}

TEST(Codec_Placing, DefaultLoadAndStore) {
  const InsnCodec codec(named_config("default"));
  for (const int64_t opcode : {0, 1}) {
    expect_at(codec, opcode, "memory_type", 7, 9);
    expect_at(codec, opcode, "sram_base", 10, 25);
    expect_at(codec, opcode, "dram_base", 26, 57);
    expect_at(codec, opcode, "y_size", 64, 79);
    expect_at(codec, opcode, "x_size", 80, 95);
    expect_at(codec, opcode, "x_stride", 96, 111);
    expect_at(codec, opcode, "y_pad_0", 112, 115);
    expect_at(codec, opcode, "y_pad_1", 116, 119);
    expect_at(codec, opcode, "x_pad_0", 120, 123);
    expect_at(codec, opcode, "x_pad_1", 124, 127);
  }
}

TEST(Codec_Placing, DefaultGemm) {
  const InsnCodec codec(named_config("default"));
  expect_at(codec, 2, "reset", 7, 7);
  expect_at(codec, 2, "uop_bgn", 8, 20);
  expect_at(codec, 2, "uop_end", 21, 34);
  expect_at(codec, 2, "iter_out", 35, 48);
  expect_at(codec, 2, "iter_in", 49, 62);
  expect_at(codec, 2, "dst_out", 64, 74);
  expect_at(codec, 2, "dst_in", 75, 85);
  expect_at(codec, 2, "src_out", 86, 96);
  expect_at(codec, 2, "src_in", 97, 107);
  expect_at(codec, 2, "wgt_out", 108, 117);
  expect_at(codec, 2, "wgt_in", 118, 127);
}

TEST(Codec_Placing, DefaultAlu) {
  const InsnCodec codec(named_config("default"));
  expect_at(codec, 4, "src_in", 97, 107);
  expect_at(codec, 4, "alu_opcode", 108, 110);
  expect_at(codec, 4, "use_imm", 111, 111);
  expect_at(codec, 4, "imm", 112, 127);
}

TEST(Codec_Placing, DefaultMicroOp) {
  const InsnCodec codec(named_config("default"));
  ASSERT_EQ(codec.uop_fields().size(), 3u);
  EXPECT_EQ(codec.uop_fields()[0].lsb, 0);
  EXPECT_EQ(codec.uop_fields()[1].lsb, 11);
  EXPECT_EQ(codec.uop_fields()[2].lsb, 22);
  EXPECT_EQ(codec.encode_uop({.dst = 1, .src = 2, .wgt = 3}), 1u | 2u << 11 | 3u << 22);
}

TEST(Codec, NegativeImmediateRoundTrips) {
  const InsnCodec codec(named_config("default"));
  Insn insn;
  insn.opcode = 4;
  insn.use_imm = 1;
  insn.imm = -5;
  EXPECT_EQ(codec.decode(codec.encode(insn)), insn);
}

}  // namespace
}  // namespace vta
