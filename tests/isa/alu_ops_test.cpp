#include "config/alu_ops.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "config/alu_ops.h"
#include "hw/isa/assembler.h"
#include "hw/isa/codec.h"
#include "hw/isa/disassembler.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

VtaConfig with_extensions(int64_t isa_ext) {
  VtaConfig config = named_config("default");
  config.isa_ext = isa_ext;
  config.validate();
  return config;
}

Insn alu(int64_t code, int64_t use_imm = 0, int64_t imm = 0) {
  Insn n;
  n.opcode = static_cast<int64_t>(Opcode::Alu);
  n.alu_opcode = code;
  n.use_imm = use_imm;
  n.imm = imm;
  return n;
}

constexpr uint64_t kReset = uint64_t{1} << 7;

TEST(AluOps, ResetIsTheFourthBitOfTheOpcodeBehindTheFirstExtension) {
  for (int64_t isa_ext = 2; isa_ext <= all_extensions(); ++isa_ext) {
    const InsnCodec codec(with_extensions(isa_ext));
    for (int64_t code = 0; code < kAluCodes; ++code) {
      const InsnBits bits = codec.encode(alu(code));
      EXPECT_EQ((bits.lo & kReset) != 0, code >= 8);
      EXPECT_EQ(codec.decode(bits), alu(code));
    }
    EXPECT_THROW(codec.encode(alu(16)), InternalError);
    Insn reset = alu(0);
    reset.reset = 1;
    EXPECT_THROW(codec.encode(reset), InternalError);
  }
}

TEST(AluOps, ResetStaysIgnoredWithoutSuchAnExtension) {
  for (const int64_t isa_ext : {0, 1}) {
    const InsnCodec codec(with_extensions(isa_ext));
    for (int64_t code = 0; code < 8; ++code) {
      InsnBits bits = codec.encode(alu(code));
      EXPECT_EQ(bits, InsnCodec(named_config("default")).encode(alu(code)));
      bits.lo |= kReset;
      const Insn read = codec.decode(bits);
      EXPECT_EQ(read.alu_opcode, code);
      EXPECT_EQ(read.reset, 1);
      EXPECT_EQ(codec.encode(read), bits);
    }
    EXPECT_THROW(codec.encode(alu(8)), InternalError);
  }
}

// A GEMM's reset is its own, whatever the extensions.
TEST(AluOps, ResetOfAGemmIsNoBitOfAnOpcode) {
  const InsnCodec codec(with_extensions(3));
  Insn n;
  n.opcode = static_cast<int64_t>(Opcode::Gemm);
  n.reset = 1;
  EXPECT_EQ(codec.decode(codec.encode(n)), n);
}

TEST(AluOps, LegalCodesFollowTheExtensions) {
  EXPECT_EQ(legal_alu_codes(0), "0..4");
  EXPECT_EQ(legal_alu_codes(1), "0..7");
  EXPECT_EQ(legal_alu_codes(2), "0..4 and 8");
  EXPECT_EQ(legal_alu_codes(3), "0..8");
  EXPECT_EQ(legal_alu_codes(4), "0..4 and 9");
  EXPECT_EQ(legal_alu_codes(7), "0..9");
}

TEST(AluOps, FormsAreRefusedByName) {
  const AluOperation &clip = *alu_operation(5), &rq = *alu_operation(8);
  EXPECT_THAT(alu_form_problem(clip, 0, 1), HasSubstr("CLIP with use_imm 0"));
  EXPECT_EQ(alu_form_problem(clip, 1, -1), "");
  EXPECT_THAT(alu_form_problem(rq, 1, 0), HasSubstr("RQ with use_imm 1"));
  EXPECT_THAT(alu_form_problem(rq, 0, 0x300), HasSubstr("RQ with imm 768"));
  for (int bit = 12; bit < 16; ++bit)
    EXPECT_NE(alu_form_problem(rq, 0, static_cast<int16_t>(1 << bit)), "") << bit;
  for (int bit = 0; bit < 12; ++bit)
    EXPECT_EQ(alu_form_problem(rq, 0, 1 << bit), "") << bit;

  const AluOperation& exp2 = *alu_operation(9);
  EXPECT_THAT(alu_form_problem(exp2, 1, 0), HasSubstr("EXP2 with use_imm 1"));
  EXPECT_THAT(alu_form_problem(exp2, 0, 16), HasSubstr("EXP2 with imm 16: legal are 0..15"));
  for (int64_t imm = -32768; imm < 32768; ++imm)
    ASSERT_EQ(alu_form_problem(exp2, 0, imm).empty(), imm >= 0 && imm <= 15) << imm;
}

std::string upper(std::string_view word) {
  std::string text(word);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

// The page has each operation in its tables, with its extension.
TEST(AluOps, ThePageHasEveryRow) {
  const std::string page = read_text_file(std::string(VTA_SOURCE_DIR) + "/docs/isa.md");
  std::string codes = "| alu_opcode |", names = "| |";
  for (const AluOperation& operation : kAluOperations) {
    const std::string word = upper(operation.word);
    codes += fmt::format(" {} |", static_cast<int>(operation.op));
    names += fmt::format(" {}{} |", word, operation.extension == Extension::None ? "" : " *");
    if (operation.extension != Extension::None) {
      EXPECT_THAT(page, HasSubstr(fmt::format("| {} {}", static_cast<int>(operation.op), word)));
    }
  }
  EXPECT_THAT(page, HasSubstr(codes));
  EXPECT_THAT(page, HasSubstr(names));
  for (const ExtensionName& e : kExtensions) {
    const auto bit = static_cast<int64_t>(e.extension);
    std::vector<std::string> words;
    for (const AluOperation& operation : kAluOperations)
      if (operation.extension == e.extension)
        words.push_back(upper(operation.word));
    EXPECT_THAT(page, HasSubstr(fmt::format("| `{}` | {} | {} | {} |", e.name,
                                            std::countr_zero(static_cast<uint64_t>(bit)), bit,
                                            fmt::join(words, ", "))));
  }
}

TEST(AluOps, TextIsReadBack) {
  const InsnCodec codec(with_extensions(all_extensions()));
  for (int64_t code = 0; code < kAluCodes; ++code) {
    const Insn n = alu(code, 0, 5);
    const std::string text = disassemble(n);
    EXPECT_EQ(assemble(text, "t", codec).insns.at(0), n) << text;
  }
  EXPECT_THAT(disassemble(alu(8)), HasSubstr("alu rq"));
  EXPECT_EQ(disassemble(alu(9, 0, 7)), "alu exp2 imm=7");
  const auto none = static_cast<int64_t>(kAluOperations.size());
  EXPECT_THAT(disassemble(alu(none)), HasSubstr(fmt::format("alu alu{}", none)));
}

}  // namespace
}  // namespace vta
