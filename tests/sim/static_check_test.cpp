// Every static error of ISA section 3, its precedence, and what is not an error.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/sim/sim_fixture.h"

namespace vta::test {
namespace {

using ::testing::HasSubstr;

// The error of a stream of one instruction and FINISH.
RunReport run_one(const Insn& insn, const std::string& config = "default") {
  Bench b(config);
  return b.run({insn, finish()});
}

void expect_error(const RunReport& r, IsaError error, const std::string& words) {
  EXPECT_EQ(r.error, error) << r.error_text;
  EXPECT_EQ(r.error_insn, 0);
  EXPECT_THAT(r.error_text, HasSubstr(words));
  EXPECT_THAT(r.error_text, HasSubstr(std::string(isa_error_name(error)) + ": instruction 0: "));
}

TEST(StaticCheck, Opcode5To7IsAnOpcodeError) {
  for (int64_t op = 5; op <= 7; ++op) {
    Insn i;
    i.opcode = op;
    expect_error(run_one(i), IsaError::Opcode, fmt::format("opcode {}: legal are 0..4", op));
  }
}

TEST(StaticCheck, AluExtensionsAreOpcodeErrorsWithoutIsaExt) {
  for (int64_t op = 5; op <= 7; ++op)
    expect_error(run_one(alu_imm(static_cast<AluOp>(op), 1)), IsaError::Opcode,
                 fmt::format("alu_opcode {} is an extension", op));
}

TEST(StaticCheck, AluExtensionsAreLegalWithIsaExt) {
  VtaConfig config = named_config("tiny");
  config.isa_ext = 1;
  for (int64_t op = 5; op <= 7; ++op) {
    Bench b(config);
    EXPECT_EQ(b.run({alu_imm(static_cast<AluOp>(op), 1), finish()}).error, IsaError::None);
  }
}

TEST(StaticCheck, LoadOfOutOrUnknownTypeIsAMemoryTypeError) {
  for (int64_t type : {4, 6, 7})
    expect_error(run_one(load(static_cast<MemoryType>(type), 0, 0, 1, 1)), IsaError::MemoryType,
                 fmt::format("memory_type {} of a LOAD", type));
}

TEST(StaticCheck, StoreOfAnythingButOutIsAMemoryTypeError) {
  for (int64_t type : {0, 1, 2, 3, 5, 6, 7}) {
    Insn i = store(0, 0, 1, 1);
    i.memory_type = type;
    expect_error(run_one(i), IsaError::MemoryType, fmt::format("memory_type {} of a STORE", type));
  }
}

TEST(StaticCheck, LoadUnitMustNotUseItsMissingNeighbour) {
  expect_error(run_one(with(load(MemoryType::Inp, 0, 0, 1, 1), PopPrev)), IsaError::TokenBits,
               "pop_prev 1 push_prev 0");
  expect_error(run_one(with(load(MemoryType::Wgt, 0, 0, 1, 1), PushPrev)), IsaError::TokenBits,
               "pop_prev 0 push_prev 1");
}

TEST(StaticCheck, StoreUnitMustNotUseItsMissingNeighbour) {
  expect_error(run_one(with(store(0, 0, 1, 1), PopNext)), IsaError::TokenBits, "pop_next 1");
  expect_error(run_one(with(store(0, 0, 1, 1), PushNext)), IsaError::TokenBits, "push_next 1");
}

TEST(StaticCheck, PadsOfStoreAndUopLoadAreFieldErrors) {
  for (int64_t Insn::*pad : {&Insn::y_pad_0, &Insn::y_pad_1, &Insn::x_pad_0, &Insn::x_pad_1}) {
    Insn s = store(0, 0, 1, 1);
    s.*pad = 1;
    expect_error(run_one(s), IsaError::Field, "pads");
    Insn u = load(MemoryType::Uop, 0, 0, 1, 1);
    u.*pad = 2;
    expect_error(run_one(u), IsaError::Field, "pads");
  }
}

TEST(StaticCheck, ClipWithoutImmediateIsAFieldError) {
  VtaConfig config = named_config("default");
  config.isa_ext = 1;
  Bench b(config);
  expect_error(b.run({alu(AluOp::Clip, 0, 1), finish()}), IsaError::Field, "CLIP");
}

TEST(StaticCheck, EachExtensionHasItsOperations) {
  constexpr int64_t kOfNone = all_extensions() + 1;
  for (int64_t isa_ext = 0; isa_ext <= all_extensions(); ++isa_ext) {
    VtaConfig config = named_config("tiny");
    config.isa_ext = isa_ext;
    for (int64_t op = 0; op < (has_wide_alu_opcode(isa_ext) ? 16 : 8); ++op) {
      const int64_t extension = op <= 4 ? 0 : op <= 7 ? 1 : op == 8 ? 2 : op == 9 ? 4 : kOfNone;
      const bool legal = (isa_ext & extension) == extension;
      const auto code = static_cast<AluOp>(op);
      const AluOperation* operation = alu_operation(op);
      const bool vector = operation != nullptr && operation->form == AluForm::Parameters;
      Bench b(config);
      const RunReport report = b.run({vector ? alu(code, 0, 1) : alu_imm(code, 1), finish()});
      EXPECT_EQ(report.error, legal ? IsaError::None : IsaError::Opcode) << isa_ext << " " << op;
    }
  }
}

TEST(StaticCheck, RqWithAnImmediateOrUnknownParametersIsAFieldError) {
  VtaConfig config = named_config("default");
  config.isa_ext = 2;
  const auto with_imm = [&](int64_t use_imm, int64_t imm) {
    Bench b(config);
    Insn n = alu(AluOp::Rq, 0, 1);
    n.use_imm = use_imm;
    n.imm = imm;
    return b.run({n, finish()});
  };
  EXPECT_EQ(with_imm(0, 0xeff).error, IsaError::None);
  expect_error(with_imm(1, 0), IsaError::Field, "RQ with use_imm 1");
  expect_error(with_imm(0, 0x300), IsaError::Field, "RQ with imm 768: legal are bits 0-7");
  expect_error(with_imm(0, 0x1000), IsaError::Field, "RQ with imm 4096");
  expect_error(with_imm(0, -32768), IsaError::Field, "RQ with imm -32768");
}

TEST(StaticCheck, Exp2WithAnImmediateOrAFractionPast15IsAFieldError) {
  VtaConfig config = named_config("default");
  config.isa_ext = 4;
  const auto with_imm = [&](int64_t use_imm, int64_t imm) {
    Bench b(config);
    Insn n = alu(AluOp::Exp2, 0, 1);
    n.use_imm = use_imm;
    n.imm = imm;
    return b.run({n, finish()});
  };
  for (int64_t fraction = 0; fraction <= 15; ++fraction)
    EXPECT_EQ(with_imm(0, fraction).error, IsaError::None) << fraction;
  expect_error(with_imm(1, 3), IsaError::Field, "EXP2 with use_imm 1");
  for (const int64_t imm : {16, 31, 1024, 32767, -1, -16, -32768})
    expect_error(with_imm(0, imm), IsaError::Field, "EXP2 with imm " + std::to_string(imm));
}

TEST(StaticCheck, UopEndPastTheScratchpadIsAUopRangeError) {
  EXPECT_EQ(run_one(gemm(0, 8192, 0, 0)).error, IsaError::None);
  expect_error(run_one(gemm(0, 8193, 0, 0)), IsaError::UopRange,
               "uop_end 8193: the scratchpad holds 8192");
  expect_error(run_one(alu(AluOp::Add, 0, 8193, 0, 0)), IsaError::UopRange, "uop_end 8193");
}

TEST(StaticCheck, LoadPastTheScratchpadIsASramRangeError) {
  EXPECT_EQ(run_one(load(MemoryType::Inp, 2047, 0, 1, 1)).error, IsaError::None);
  expect_error(run_one(load(MemoryType::Inp, 2047, 0, 1, 2)), IsaError::SramRange,
               "elements [2047, 2049): it holds 2048");
  expect_error(run_one(load(MemoryType::Wgt, 1024, 0, 1, 1)), IsaError::SramRange, "holds 1024");
  expect_error(run_one(load(MemoryType::Uop, 8192, 0, 1, 1)), IsaError::SramRange, "holds 8192");
  expect_error(run_one(store(2048, 0, 1, 1)), IsaError::SramRange, "holds 2048");
}

TEST(StaticCheck, PadsCountForTheScratchpadRange) {
  Insn i = load(MemoryType::Inp, 2040, 0, 2, 2);
  i.x_pad_0 = i.x_pad_1 = 1;
  EXPECT_EQ(run_one(i).error, IsaError::None);
  i.y_pad_1 = 1;
  expect_error(run_one(i), IsaError::SramRange, "[2040, 2052)");
}

TEST(StaticCheck, DramOutsideTheWindowIsADramRangeError) {
  const int64_t elements = Bench::kDataBytes / 16;
  EXPECT_EQ(run_one(load(MemoryType::Inp, 0, elements - 1, 1, 1)).error, IsaError::None);
  expect_error(run_one(load(MemoryType::Inp, 0, elements - 1, 1, 2)), IsaError::DramRange,
               "DRAM bytes [0xffff0, 0x100010)");
  expect_error(run_one(store(0, elements, 1, 1)), IsaError::DramRange, "legal are [0x0, 0x100000)");
  expect_error(run_one(load(MemoryType::Wgt, 0, 0xffffffff, 1, 1)), IsaError::DramRange,
               "base 0x0");
}

TEST(StaticCheck, LastRowDecidesTheDramRange) {
  Insn i = load(MemoryType::Inp, 0, 0, 3, 1);
  i.x_stride = Bench::kDataBytes / 16 / 2;
  expect_error(run_one(i), IsaError::DramRange, "DRAM bytes");
  i.x_stride -= 1;
  EXPECT_EQ(run_one(i).error, IsaError::None);
}

TEST(StaticCheck, DramBelowTheWindowIsADramRangeError) {
  Bench b;
  b.device->write_register(Register::MemLo, 0x1000);
  EXPECT_EQ(b.run({load(MemoryType::Inp, 0, 0x100, 1, 1), finish()}).error, IsaError::None);
  EXPECT_EQ(b.run({load(MemoryType::Inp, 0, 0xff, 1, 1), finish()}).error, IsaError::DramRange);
}

TEST(StaticCheck, AddressesDoNotWrapAt64Bits) {
  Bench b;
  b.device->write_register(Register::InpBase, ~uint64_t{15});
  EXPECT_EQ(b.run({load(MemoryType::Inp, 0, 1, 1, 1), finish()}).error, IsaError::DramRange);
}

TEST(StaticCheck, LoadOfPadsOnlyReadsNoDram) {
  Insn i = load(MemoryType::Inp, 0, 0xffffffff, 0, 0);
  i.y_pad_0 = 2;
  i.x_pad_0 = 3;
  EXPECT_EQ(run_one(i).error, IsaError::None);
}

TEST(StaticCheck, NopIsNotCheckedForItsAddresses) {
  Insn i = load(MemoryType::Inp, 65535, 0xffffffff, 0, 65535);
  EXPECT_EQ(run_one(i).error, IsaError::None);
  i.memory_type = 6;
  EXPECT_EQ(run_one(i).error, IsaError::MemoryType);
  i.memory_type = 2;
  i.push_prev = 1;
  EXPECT_EQ(run_one(i).error, IsaError::TokenBits);
}

TEST(StaticCheck, LowerCodesComeFirst) {
  Insn i = with(store(4000, 0xffffffff, 1, 1), PopNext);
  i.x_pad_0 = 1;
  i.memory_type = 0;
  EXPECT_EQ(run_one(i).error, IsaError::MemoryType);
  i.memory_type = 4;
  EXPECT_EQ(run_one(i).error, IsaError::TokenBits);
  i.pop_next = 0;
  EXPECT_EQ(run_one(i).error, IsaError::Field);
  i.x_pad_0 = 0;
  EXPECT_EQ(run_one(i).error, IsaError::SramRange);
  i.sram_base = 0;
  EXPECT_EQ(run_one(i).error, IsaError::DramRange);
}

TEST(StaticCheck, StreamWithoutFinishIsChargedToTheMissingInstruction) {
  Bench b("tiny");
  b.poke<int8_t>(0, {1, 2, 3, 4});
  const RunReport& r = b.run({load(MemoryType::Acc8, 0, 0, 1, 1), with(gemm(0, 0), PushNext),
                              with(store(0, 64, 1, 1), PopPrev)});
  EXPECT_EQ(r.error, IsaError::NoFinish);
  EXPECT_EQ(r.error_insn, 3);
  EXPECT_THAT(r.error_text, HasSubstr("ends without FINISH"));
  EXPECT_THAT(b.peek<int8_t>(256, 4), ::testing::ElementsAre(1, 2, 3, 4));
}

TEST(StaticCheck, EmptyStreamHasNoFinish) {
  Bench b("tiny");
  EXPECT_EQ(b.run({}).error, IsaError::NoFinish);
  EXPECT_EQ(b.device->report().error_insn, 0);
}

TEST(StaticCheck, FinishBeforeTheEndIsFinishNotLast) {
  Bench b("tiny");
  const RunReport& r = b.run({gemm(0, 0), finish(), gemm(0, 0), finish()});
  EXPECT_EQ(r.error, IsaError::FinishNotLast);
  EXPECT_EQ(r.error_insn, 1);
  EXPECT_EQ(r.counters.insn_count[2], 1);
}

TEST(StaticCheck, NothingFromTheFaultyInstructionOnIsExecuted) {
  Bench b("tiny");
  b.poke<int8_t>(0, {1, 2, 3, 4});
  const RunReport& r =
      b.run({load(MemoryType::Acc8, 0, 0, 1, 1), load(MemoryType::Inp, 0, 1 << 20, 1, 1),
             load(MemoryType::Acc8, 0, 1, 1, 1), finish()});
  EXPECT_EQ(r.error, IsaError::DramRange);
  EXPECT_EQ(r.error_insn, 1);
  EXPECT_THAT(b.acc(0, 1), ::testing::ElementsAre(1, 2, 3, 4));
}

TEST(StaticCheck, EarlierIndexErrorComesFirst) {
  Bench b("tiny");
  Insn bad = gemm(0, 1, 2, 1);
  bad.dst_out = 127;
  bad.reset = 1;
  b.poke_uops(0, {{127, 0, 0}});
  const RunReport& r =
      b.run({load(MemoryType::Uop, 0, 0, 1, 1), bad, load(MemoryType::Inp, 0, 1 << 20, 1, 1)});
  EXPECT_EQ(r.error, IsaError::IndexRange);
  EXPECT_EQ(r.error_insn, 1);
}

TEST(StaticCheck, IsReportedWhenEarlierInstructionsAreBlocked) {
  Bench b("tiny");
  const RunReport& r =
      b.run({with(gemm(0, 0), PopPrev), load(MemoryType::Inp, 0, 1 << 20, 1, 1), finish()});
  EXPECT_EQ(r.error, IsaError::DramRange);
  EXPECT_EQ(r.error_insn, 1);
}

TEST(StaticCheck, ReportShowsTheInstruction) {
  expect_error(run_one(store(2048, 0, 1, 1)), IsaError::SramRange, "\n  store out sram_base=2048");
}

}  // namespace
}  // namespace vta::test
