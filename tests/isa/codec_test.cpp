#include "hw/isa/codec.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "base/file.h"
#include "config/validate.h"
#include "hw/isa/registers.h"
#include "tests/isa/random_insn.h"

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

TEST(Codec, ValueThatDoesNotFitNamesFieldValueAndRange) {
  const InsnCodec codec(named_config("default"));
  Insn insn;
  insn.x_size = 65536;
  EXPECT_THAT([&] { codec.encode(insn); },
              testing::ThrowsMessage<InternalError>(
                  AllOf(testing::HasSubstr("x_size = 65536"), testing::HasSubstr("0..65535"))));
  insn.x_size = -1;
  EXPECT_THROW(codec.encode(insn), InternalError);
  EXPECT_THROW(codec.encode_uop({.dst = 2048}), InternalError);
  Insn alu;
  alu.opcode = static_cast<int64_t>(Opcode::Alu);
  for (const int64_t imm : {-32768, 32767}) {
    alu.imm = imm;
    EXPECT_EQ(codec.decode(codec.encode(alu)), alu);
    alu.imm += imm < 0 ? -1 : 1;
    EXPECT_THROW(codec.encode(alu), InternalError);
  }
}

TEST(Codec, FieldsOfOtherInstructionsAreNotEncoded) {
  const InsnCodec codec(named_config("default"));
  Insn insn;
  insn.opcode = 3;
  insn.x_size = 7;
  insn.imm = 9;
  EXPECT_EQ(codec.encode(insn), (InsnBits{3, 0}));
}

TEST(Codec, ReservedOpcodesHaveOnlyTheCommonFields) {
  const InsnCodec codec(named_config("default"));
  for (const int64_t opcode : {3, 5, 6, 7})
    EXPECT_EQ(codec.fields(opcode).size(), 5u);
  EXPECT_EQ(codec.decode({0x7f, ~uint64_t{0}}).opcode, 7);
}

TEST(Codec, WideUopBufferMovesIterInPastBit64) {
  VtaConfig config = named_config("tiny");
  config.log_uop_buff_size = 16;
  config.validate();
  const InsnCodec codec(config);
  expect_at(codec, 2, "iter_out", 37, 50);
  expect_at(codec, 2, "iter_in", 64, 77);
  expect_at(codec, 2, "dst_out", 78, 84);
}

TEST(Codec, NoFieldStraddlesBit64) {
  for (const NamedConfig& named : named_configs()) {
    const InsnCodec codec(named_config(named.name));
    for (int64_t opcode = 0; opcode < 8; ++opcode) {
      for (const PlacedField& f : codec.fields(opcode))
        EXPECT_EQ(f.lsb / 64, (f.lsb + f.width - 1) / 64) << named.name << " " << f.name;
    }
  }
}

TEST(IsaError, NamesOfTheIsaDocument) {
  EXPECT_EQ(isa_error_name(IsaError::None), "NONE");
  EXPECT_EQ(isa_error_name(IsaError::Opcode), "OPCODE");
  EXPECT_EQ(isa_error_name(IsaError::MemoryType), "MEMORY_TYPE");
  EXPECT_EQ(isa_error_name(IsaError::TokenBits), "TOKEN_BITS");
  EXPECT_EQ(isa_error_name(IsaError::Field), "FIELD");
  EXPECT_EQ(isa_error_name(IsaError::UopRange), "UOP_RANGE");
  EXPECT_EQ(isa_error_name(IsaError::SramRange), "SRAM_RANGE");
  EXPECT_EQ(isa_error_name(IsaError::DramRange), "DRAM_RANGE");
  EXPECT_EQ(isa_error_name(IsaError::IndexRange), "INDEX_RANGE");
  EXPECT_EQ(isa_error_name(IsaError::Deadlock), "DEADLOCK");
  EXPECT_EQ(isa_error_name(IsaError::NoFinish), "NO_FINISH");
  EXPECT_EQ(isa_error_name(IsaError::FinishNotLast), "FINISH_NOT_LAST");
  EXPECT_EQ(isa_error_name(IsaError::BusError), "BUS_ERROR");
  EXPECT_EQ(isa_error_name(IsaError::Timeout), "TIMEOUT");
  EXPECT_EQ(isa_error_name(IsaError::Aborted), "ABORTED");
  EXPECT_EQ(static_cast<int>(IsaError::Timeout), 13);
  EXPECT_EQ(kLastError, IsaError::Aborted);
  for (int code = 0; code <= static_cast<int>(kLastError); ++code)
    EXPECT_EQ(stops_at_once(static_cast<IsaError>(code)), code == 8 || code >= 12) << code;
}

void expect_well_formed(const auto& table, int64_t free_from) {
  for (const auto& spec : table) {
    EXPECT_GE(spec.offset, free_from) << spec.name;
    EXPECT_EQ(spec.offset % (spec.bits / 8), 0) << spec.name;
    EXPECT_TRUE(spec.bits == 32 || spec.bits == 64) << spec.name;
    EXPECT_FALSE(spec.name.empty() || spec.description.empty());
    free_from = spec.offset + spec.bits / 8;
  }
}

TEST(RegisterTable, WordsDoNotOverlapAndWideOnesAreAligned) {
  expect_well_formed(register_table(), 0);
  expect_well_formed(shell_register_table(), 0x100);
  EXPECT_EQ(register_table().size(), static_cast<size_t>(kNumRegisters));
  EXPECT_EQ(shell_register_table().size(), static_cast<size_t>(kNumShellRegisters));
}

TEST(RegisterTable, DocumentHasEveryRow) {
  const std::string page = read_text_file(std::string(VTA_SOURCE_DIR) + "/docs/isa.md");
  const auto expect_rows = [&](const auto& table) {
    for (const auto& spec : table)
      EXPECT_THAT(page, testing::HasSubstr(fmt::format(
                            "| 0x{:02x} | `{}` | {} | {} | {} |", spec.offset, spec.name, spec.bits,
                            spec.writable ? "read/write" : "read", spec.description)));
  };
  expect_rows(register_table());
  expect_rows(shell_register_table());
}

// The shell's page says more of its registers; it must not forget one or place it elsewhere.
TEST(RegisterTable, TheShellsPageHasEveryRegister) {
  const std::string page = read_text_file(std::string(VTA_SOURCE_DIR) + "/hw/rtl/axi/README.md");
  for (const ShellRegisterSpec& spec : shell_register_table())
    EXPECT_THAT(page,
                testing::HasSubstr(fmt::format("| 0x{:03x} | {} | {}{} |", spec.offset, spec.name,
                                               spec.writable ? "read/write" : "read",
                                               spec.bits == 64 ? ", 64 bits" : "")));
}

// Any legal configuration, not only the named ones.
TEST(Codec, RoundTripOverRandomLegalConfigurations) {
  constexpr uint64_t kSeed = 20240611;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  const auto between = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  int legal = 0;
  while (legal < 100) {
    VtaConfig config;
    config.log_batch = between(0, 3);
    config.log_block_in = between(2, 7);
    config.log_block_out = between(2, 7);
    config.log_uop_buff_size = between(6, 18);
    config.log_inp_buff_size = between(6, 20);
    config.log_wgt_buff_size = between(8, 22);
    config.log_acc_buff_size = between(8, 22);
    config.log_uop_width = between(5, 6);
    if (!is_legal(config))
      continue;
    ++legal;
    const InsnCodec codec(config);
    RandomInsns insns(codec, random());
    for (int i = 0; i < 40; ++i) {
      const Insn insn = insns.next(i % 8);
      ASSERT_EQ(codec.decode(codec.encode(insn)), insn) << config.to_json();
      const Uop uop = insns.next_uop();
      ASSERT_EQ(codec.decode_uop(codec.encode_uop(uop)), uop) << config.to_json();
    }
  }
}

TEST(RandomInsns, SameSeedSameInstructions) {
  const InsnCodec codec(named_config("default"));
  RandomInsns a(codec, 5), b(codec, 5), c(codec, 6);
  bool differs = false;
  for (int i = 0; i < 50; ++i) {
    const Insn insn = a.next();
    EXPECT_EQ(insn, b.next());
    differs = differs || !(insn == c.next());
  }
  EXPECT_TRUE(differs);
}

TEST(RandomInsns, EveryFieldReachesBothEnds) {
  const InsnCodec codec(named_config("default"));
  RandomInsns random(codec, 3);
  for (int64_t opcode = 0; opcode < 5; ++opcode) {
    std::vector<Insn> sample;
    for (int i = 0; i < 1000; ++i)
      sample.push_back(random.next(opcode));
    for (const PlacedField& f : codec.fields(opcode).subspan(1)) {
      const int64_t max = (int64_t{1} << (f.is_signed ? f.width - 1 : f.width)) - 1;
      const int64_t min = f.is_signed ? -max - 1 : 0;
      const auto has = [&](int64_t v) {
        return std::any_of(sample.begin(), sample.end(),
                           [&](const Insn& i) { return i.*f.member == v; });
      };
      EXPECT_TRUE(has(min) && has(max)) << f.name;
    }
  }
}

}  // namespace
}  // namespace vta
