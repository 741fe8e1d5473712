#include "hw/isa/assembler.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.h"
#include "hw/isa/disassembler.h"
#include "tests/isa/random_insn.h"

namespace vta {
namespace {

using testing::HasSubstr;

const InsnCodec& codec() {
  static const InsnCodec kCodec(named_config("default"));
  return kCodec;
}

Insn one(std::string_view text) {
  const AssemblyUnit unit = assemble(text, "x.s", codec());
  EXPECT_EQ(unit.insns.size(), 1u);
  return unit.insns.empty() ? Insn{} : unit.insns[0];
}

std::string error_of(std::string_view text) {
  try {
    assemble(text, "x.s", codec());
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Assembler, Load) {
  const Insn i =
      one("load inp sram_base=0 dram_base=64 y_size=8 x_size=14 x_stride=16 y_pad_0=1 pop_next "
          "push_next");
  EXPECT_EQ(i.op(), Opcode::Load);
  EXPECT_EQ(i.memory(), MemoryType::Inp);
  EXPECT_EQ(i.dram_base, 64);
  EXPECT_EQ(i.y_size, 8);
  EXPECT_EQ(i.x_size, 14);
  EXPECT_EQ(i.x_stride, 16);
  EXPECT_EQ(i.y_pad_0, 1);
  EXPECT_EQ(i.pop_next, 1);
  EXPECT_EQ(i.push_next, 1);
  EXPECT_EQ(i.pop_prev, 0);
}

TEST(Assembler, AStreamIsItsInstructionsInMemory) {
  const VtaConfig config;
  const char* text = "load acc y_size=1 x_size=1\nuop dst=3\nfinish push_prev\n";
  const InsnCodec codec(config);
  const std::vector<InsnBits> stream = assemble_stream(text, "text", config);
  ASSERT_EQ(stream.size(), 2u);
  for (size_t i = 0; i < stream.size(); ++i)
    EXPECT_EQ(codec.decode(stream[i]), assemble(text, "text", codec).insns[i]) << i;
}

TEST(Assembler, EveryMemoryTypeWord) {
  const char* const words[] = {"uop", "wgt", "inp", "acc", "out", "acc8", "mem6", "mem7"};
  for (int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(one(std::string("load ") + words[i]).memory_type, i);
}

TEST(Assembler, EveryAluWord) {
  const char* const words[] = {"min", "max", "add", "shr", "mul", "clip", "rshr", "mov"};
  for (int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(one(std::string("alu ") + words[i]).alu_opcode, i);
}

TEST(Assembler, NegativeAndHexadecimalValues) {
  EXPECT_EQ(one("alu add use_imm imm=-32768").imm, -32768);
  EXPECT_EQ(one("load inp dram_base=0xffffFFFF").dram_base, 0xffffffff);
  EXPECT_EQ(one("alu add use_imm=1 imm=-0x10").imm, -16);
}

TEST(Assembler, CommentsAndBlankLines) {
  const AssemblyUnit unit = assemble(
      "# a comment\n\n  finish # the end\r\n\tuop dst=1 src=2 wgt=3\nfinish#x", "x.s", codec());
  EXPECT_EQ(unit.insns.size(), 2u);
  ASSERT_EQ(unit.uops.size(), 1u);
  EXPECT_EQ(unit.uops[0], (Uop{1, 2, 3}));
}

TEST(Assembler, EmptyTextIsEmpty) {
  EXPECT_TRUE(assemble("", "x.s", codec()).insns.empty());
  EXPECT_TRUE(assemble("\n\n", "x.s", codec()).insns.empty());
}

TEST(Assembler, UnknownInstruction) {
  EXPECT_THAT(error_of("finish\n  gem reset"),
              AllOf(HasSubstr("x.s:2:3:"), HasSubstr("unknown instruction 'gem'"),
                    HasSubstr("nearest is gemm"), HasSubstr("finish, alu")));
}

TEST(Assembler, UnknownField) {
  EXPECT_THAT(error_of("gemm uop_begin=0"),
              AllOf(HasSubstr("x.s:1:6:"), HasSubstr("'gemm' has no field 'uop_begin'"),
                    HasSubstr("nearest is uop_bgn"), HasSubstr("wgt_in")));
  EXPECT_THAT(error_of("finish x_size=3"), HasSubstr("'finish' has no field 'x_size'"));
  EXPECT_THAT(error_of("uop dst=0 srcc=1"), HasSubstr("nearest is src"));
  EXPECT_THAT(error_of("load inp memory_type=3"), HasSubstr("has no field 'memory_type'"));
  EXPECT_THAT(error_of("load inp opcode=3"), HasSubstr("has no field 'opcode'"));
}

TEST(Assembler, MissingSecondWord) {
  EXPECT_THAT(error_of("load"),
              AllOf(HasSubstr("x.s:1:1:"), HasSubstr("'load' must be followed by its memory_type"),
                    HasSubstr("uop, wgt, inp")));
  EXPECT_THAT(error_of("alu imm=3"),
              AllOf(HasSubstr("x.s:1:5:"), HasSubstr("'imm=3' is not a alu_opcode")));
}

TEST(Assembler, OutOfRangeValue) {
  EXPECT_THAT(error_of("gemm uop_bgn=8192"),
              AllOf(HasSubstr("x.s:1:14:"), HasSubstr("uop_bgn = 8192 is out of range"),
                    HasSubstr("legal: 0..8191")));
  EXPECT_EQ(one("gemm uop_end=16383").uop_end, 16383);
  EXPECT_THAT(error_of("alu add imm=32768"), HasSubstr("legal: -32768..32767"));
  EXPECT_THAT(error_of("load inp y_pad_0=-1"), HasSubstr("legal: 0..15"));
  EXPECT_THAT(error_of("uop wgt=1024"), HasSubstr("wgt = 1024 is out of range (legal: 0..1023)"));
  EXPECT_THAT(error_of("load inp dram_base=99999999999999999999"), HasSubstr("out of range"));
  EXPECT_THAT(error_of("load inp push_next=2"), HasSubstr("legal: 0..1"));
}

TEST(Assembler, RangesFollowTheConfiguration) {
  const InsnCodec tiny(named_config("tiny"));
  EXPECT_THROW(assemble("uop dst=128", "x.s", tiny), InputError);
  EXPECT_NO_THROW(assemble("uop dst=127", "x.s", tiny));
}

TEST(Assembler, NotANumber) {
  for (const char* const value : {"", "x", "1x", "0x", "-", "1.5", "--1", "+1", "0xg"})
    EXPECT_THAT(error_of(std::string("load inp x_size=") + value),
                AllOf(HasSubstr("is not an integer"), HasSubstr("legal: 0..65535")));
}

TEST(Assembler, RepeatedField) {
  EXPECT_THAT(error_of("load inp x_size=1 x_size=1"),
              AllOf(HasSubstr("x.s:1:19:"), HasSubstr("field 'x_size' is given twice")));
}

TEST(Assembler, BareNameOnlyForOneBitFields) {
  EXPECT_THAT(error_of("load inp x_size"), HasSubstr("field 'x_size' needs a value"));
  EXPECT_EQ(one("gemm reset").reset, 1);
}

TEST(Disassembler, LeavesOutZerosAndEndsWithTokens) {
  Insn i;
  i.memory_type = 2;
  i.dram_base = 64;
  i.x_size = 14;
  i.pop_next = i.push_next = 1;
  EXPECT_EQ(disassemble(i), "load inp dram_base=64 x_size=14 pop_next push_next");
}

TEST(Disassembler, EachInstruction) {
  Insn i;
  i.opcode = 1;
  i.memory_type = 4;
  EXPECT_EQ(disassemble(i), "store out");
  i.opcode = 2;
  i.reset = 1;
  EXPECT_EQ(disassemble(i), "gemm reset");
  i.opcode = 3;
  EXPECT_EQ(disassemble(i), "finish");
  i.opcode = 4;
  i.reset = 0;
  i.alu_opcode = 3;
  i.use_imm = 1;
  i.imm = -8;
  EXPECT_EQ(disassemble(i), "alu shr use_imm imm=-8");
  i.opcode = 5;
  EXPECT_EQ(disassemble(i), "op5");
}

TEST(Disassembler, MicroOp) {
  EXPECT_EQ(disassemble(Uop{4, 0, 12}), "uop dst=4 src=0 wgt=12");
}

TEST(Disassembler, ImpossibleOpcodeIsStillText) {
  Insn i;
  i.opcode = 9;
  EXPECT_EQ(disassemble(i), "?9");
}

class RoundTrip : public testing::TestWithParam<std::string_view> {};

TEST_P(RoundTrip, AssemblerInvertsDisassembler) {
  const InsnCodec c(named_config(GetParam()));
  RandomInsns random(c, 7);
  std::string text;
  std::vector<Insn> insns;
  std::vector<Uop> uops;
  for (int i = 0; i < 500; ++i) {
    insns.push_back(random.next(i % 8));
    uops.push_back(random.next_uop());
    text += disassemble(insns.back()) + "\n" + disassemble(uops.back()) + "\n";
  }
  const AssemblyUnit unit = assemble(text, "x.s", c);
  EXPECT_EQ(unit.insns, insns);
  EXPECT_EQ(unit.uops, uops);
}

TEST_P(RoundTrip, DecodeInvertsEncode) {
  const InsnCodec c(named_config(GetParam()));
  RandomInsns random(c, 11);
  for (int i = 0; i < 4000; ++i) {
    const Insn insn = random.next(i % 8);
    ASSERT_EQ(c.decode(c.encode(insn)), insn) << disassemble(insn);
    const Uop uop = random.next_uop();
    ASSERT_EQ(c.decode_uop(c.encode_uop(uop)), uop) << disassemble(uop);
  }
}

TEST_P(RoundTrip, UnusedBitsAreIgnored) {
  const InsnCodec c(named_config(GetParam()));
  std::mt19937_64 random(13);
  for (int i = 0; i < 2000; ++i) {
    const InsnBits bits{random(), random()};
    const Insn insn = c.decode(bits);
    ASSERT_EQ(c.decode(c.encode(insn)), insn) << disassemble(insn);
  }
}

INSTANTIATE_TEST_SUITE_P(AllNamed, RoundTrip,
                         testing::Values("default", "tiny", "1x8", "1x32", "1x64", "2x16", "4x16",
                                         "1x32.16", "1x16.32", "uop64", "pynq"),
                         [](const auto& param_info) {
                           std::string name = "c" + std::string(param_info.param);
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace vta
