// Every error of the instruction set, in race-free programs: the same code and the same instruction
// in every backend, and the run ends.
#include <gmock/gmock.h>

#include <optional>
#include <ostream>
#include <tuple>

#include "config/memory_preset.h"
#include "tests/sim/backend_bench.h"

namespace vta {
namespace {

using test::BackendBench;

struct ErrorCase {
  const char* name;
  IsaError error;
  int64_t insn;
  const char* assembly;
};

void PrintTo(const ErrorCase& c, std::ostream* out) {
  *out << c.name;
}

// Scratchpads of the default configuration hold UOP 8192, INP 2048, WGT 1024, ACC 2048 elements;
// legal DRAM is 128 KiB from the base registers on. All micro-ops that are used are 0.
const ErrorCase kCases[] = {
    {"Opcode", IsaError::Opcode, 1, "load inp\nop5\nfinish\n"},
    {"OpcodeOfTheLast", IsaError::Opcode, 1, "load inp\nop7\n"},
    {"OpcodeOfAnExtension", IsaError::Opcode, 0, "alu clip use_imm imm=3\nfinish\n"},
    {"OpcodeComesBeforeTheOthersOfItsInstruction", IsaError::Opcode, 0,
     "alu mov uop_end=9000\nfinish\n"},
    {"MemoryTypeOfALoad", IsaError::MemoryType, 1, "gemm\nload out x_size=1\nfinish\n"},
    {"MemoryTypeUnknown", IsaError::MemoryType, 0, "load mem7\nfinish\n"},
    {"MemoryTypeOfAStore", IsaError::MemoryType, 0, "store acc\nfinish\n"},
    {"TokenBitsOfLoad", IsaError::TokenBits, 0, "load wgt push_prev\nfinish\n"},
    {"TokenBitsOfStore", IsaError::TokenBits, 2, "load inp\ngemm\nstore out pop_next\nfinish\n"},
    {"TokenBitsComeBeforeRanges", IsaError::TokenBits, 0,
     "load inp pop_prev sram_base=9000 y_size=1 x_size=1\nfinish\n"},
    {"FieldPadsOfAStore", IsaError::Field, 0, "store out y_size=1 x_size=1 x_pad_1=1\nfinish\n"},
    {"FieldPadsOfMicroOps", IsaError::Field, 0, "load uop y_size=1 x_size=1 y_pad_0=1\nfinish\n"},
    {"UopRangeOfGemm", IsaError::UopRange, 1, "load inp\ngemm uop_end=8193\nfinish\n"},
    {"UopRangeOfAluWithoutSteps", IsaError::UopRange, 0,
     "alu add uop_end=8193 iter_out=0 iter_in=0\nfinish\n"},
    {"SramRangeOfInputs", IsaError::SramRange, 0,
     "load inp sram_base=2047 y_size=1 x_size=2\nfinish\n"},
    {"SramRangeByPads", IsaError::SramRange, 0,
     "load inp sram_base=2046 y_size=1 x_size=1 x_pad_0=1 x_pad_1=1\nfinish\n"},
    {"SramRangeOfWeights", IsaError::SramRange, 0,
     "load wgt sram_base=1024 y_size=1 x_size=1\nfinish\n"},
    {"SramRangeOfMicroOps", IsaError::SramRange, 0,
     "load uop sram_base=8000 y_size=1 x_size=193\nfinish\n"},
    {"SramRangeOfAccumulators", IsaError::SramRange, 0,
     "load acc8 sram_base=2048 y_size=1 x_size=1\nfinish\n"},
    {"SramRangeOfAStore", IsaError::SramRange, 1,
     "load acc y_size=1 x_size=1\nstore out sram_base=2000 y_size=7 x_size=7 x_stride=7\nfinish\n"},
    {"SramRangeComesBeforeDramRange", IsaError::SramRange, 0,
     "load inp sram_base=2048 dram_base=0xffffffff y_size=1 x_size=1\nfinish\n"},
    {"DramRangeOfALoad", IsaError::DramRange, 0,
     "load inp dram_base=8191 y_size=1 x_size=2\nfinish\n"},
    {"DramRangeOfALaterRow", IsaError::DramRange, 0,
     "load wgt y_size=3 x_size=1 x_stride=256\nfinish\n"},
    {"DramRangeOfAStore", IsaError::DramRange, 1,
     "gemm\nstore out dram_base=0xffffffff y_size=1 x_size=1\nfinish\n"},
    {"IndexRangeOfDestination", IsaError::IndexRange, 1,
     "load uop y_size=1 x_size=1\n"
     "gemm reset uop_end=1 iter_out=3 iter_in=1 dst_out=1024\nfinish\n"},
    {"IndexRangeOfInputs", IsaError::IndexRange, 1,
     "load uop y_size=1 x_size=1\n"
     "gemm uop_end=1 iter_out=1 iter_in=4 src_in=700\nfinish\n"},
    {"IndexRangeOfWeights", IsaError::IndexRange, 1,
     "load uop y_size=1 x_size=1\n"
     "gemm uop_end=1 iter_out=5 iter_in=1 wgt_out=256\nfinish\n"},
    {"IndexRangeOfVectorOperand", IsaError::IndexRange, 1,
     "load uop y_size=1 x_size=1\n"
     "alu max uop_end=1 iter_out=2 iter_in=3 src_out=1000 src_in=600\nfinish\n"},
    {"IndexRangeOfAnImmediatesDestination", IsaError::IndexRange, 1,
     "load uop y_size=1 x_size=1\n"
     "alu add use_imm imm=1 uop_end=1 iter_out=2 iter_in=3 dst_out=1000 dst_in=600\nfinish\n"},
    {"IndexRangeWithATokenLeft", IsaError::IndexRange, 1,
     "load inp y_size=1 x_size=1 push_next\n"
     "gemm reset uop_end=1 iter_out=3 iter_in=1 dst_out=2047\nfinish\n"},
    {"IndexRangeWithATokenTaken", IsaError::IndexRange, 2,
     "load inp push_next\nload inp push_next\n"
     "gemm reset uop_end=1 iter_out=3 iter_in=1 dst_out=2047 pop_prev push_next\nfinish\n"},
    {"IndexRangeInTheInnerLoop", IsaError::IndexRange, 0,
     "alu add uop_end=1 iter_out=3 iter_in=4 dst_out=1 src_in=700\nfinish\n"},
    {"StaticErrorWithTokensLeft", IsaError::MemoryType, 2,
     "load inp push_next\ngemm push_prev push_next\nload mem7\nfinish\n"},
    {"DeadlockWithTokensLeft", IsaError::Deadlock, 1,
     "gemm push_next push_prev\ngemm pop_prev\nfinish\n"},
    {"NoFinishWithTokensLeft", IsaError::NoFinish, 2,
     "load inp y_size=1 x_size=3 push_next\nalu add uop_end=1 iter_out=2 iter_in=2 push_next\n"},
    {"IndexRangeComesBeforeALaterStaticError", IsaError::IndexRange, 1,
     "load uop y_size=1 x_size=1\n"
     "gemm reset uop_end=1 iter_out=3 iter_in=1 dst_out=1024\n"
     "load mem7\nfinish\n"},
    {"IndexRangeComesBeforeAMissingFinish", IsaError::IndexRange, 1,
     "load uop y_size=1 x_size=1\n"
     "gemm reset uop_end=1 iter_out=3 iter_in=1 dst_out=1024\n"},
    {"DeadlockOfCompute", IsaError::Deadlock, 1, "load inp\ngemm pop_prev\nfinish\n"},
    {"DeadlockOfLoad", IsaError::Deadlock, 0, "load inp pop_next\nfinish\n"},
    {"DeadlockOfStore", IsaError::Deadlock, 1, "gemm\nstore out pop_prev\nfinish\n"},
    {"DeadlockOfFinish", IsaError::Deadlock, 1, "gemm\nfinish pop_next\n"},
    {"DeadlockIsOfTheLowestWaiting", IsaError::Deadlock, 1,
     "load inp\nstore out pop_prev\nload wgt pop_next\nfinish pop_prev\n"},
    {"DeadlockByWaitingForEachOther", IsaError::Deadlock, 0,
     "load inp pop_next push_next\ngemm pop_prev push_prev\nfinish\n"},
    {"AStaticErrorComesBeforeADeadlock", IsaError::MemoryType, 2,
     "load inp\ngemm pop_prev\nload mem6\nfinish\n"},
    {"NoFinish", IsaError::NoFinish, 2, "load inp\ngemm\n"},
    {"NoFinishComesBeforeADeadlock", IsaError::NoFinish, 1, "gemm pop_prev\n"},
    {"FinishNotLast", IsaError::FinishNotLast, 1, "load inp\nfinish\ngemm\nfinish\n"},
    {"FinishNotLastBeforeNoFinish", IsaError::FinishNotLast, 0, "finish\ngemm\n"},
};

class ErrorEquality : public ::testing::TestWithParam<std::tuple<std::string, ErrorCase>> {};

TEST_P(ErrorEquality, CodeAndInstructionAreTheSameAndTheRunEnds) {
  const auto& [backend, c] = GetParam();
  for (const char* memory : {"ideal8", "delay16"}) {
    BackendBench bench(backend, apply_memory(named_config("default"), memory));
    const RunReport& report = bench.run(c.assembly);
    ASSERT_TRUE(bench.ended) << memory;
    EXPECT_EQ(isa_error_name(report.error), isa_error_name(c.error)) << report.error_text;
    EXPECT_EQ(report.error_insn, c.insn) << memory << "\n" << report.error_text;
    EXPECT_EQ(bench.device->read_register(Register::ErrorCode), static_cast<uint64_t>(c.error));
    EXPECT_EQ(bench.device->read_register(Register::ErrorInsn), static_cast<uint64_t>(c.insn));
    EXPECT_EQ(bench.device->read_register(Register::Status) & 3, 3u);
    // Nothing of it is carried into the next run.
    EXPECT_EQ(bench.run("load inp\nfinish\n").error, IsaError::None);
    EXPECT_TRUE(bench.ended);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ErrorEquality,
                         testing::Combine(testing::ValuesIn(backend_names()),
                                          testing::ValuesIn(kCases)),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::get<1>(test.param).name;
                         });

// What a run with an error leaves in the registers: of an error that depends on time, counters are
// compared where time is modelled.
class ErrorState : public ::testing::TestWithParam<ErrorCase> {};

TEST_P(ErrorState, TokensStatusAndCountersAreTheSame) {
  const ErrorCase& c = GetParam();
  const bool by_time = stops_at_once(c.error);
  std::optional<RunReport> first, first_timed;
  for (const std::string& backend : backend_names()) {
    SCOPED_TRACE(backend);
    BackendBench bench(backend, named_config("default"));
    const RunReport& report = bench.run(c.assembly);
    ASSERT_TRUE(bench.ended);
    if (!first)
      first = report;
    EXPECT_EQ(report.tokens_left, first->tokens_left);
    const int64_t left = report.total_tokens_left();
    if (by_time) {
      EXPECT_EQ(left, 0);
    }
    EXPECT_EQ(bench.device->read_register(Register::TokensLeft), static_cast<uint64_t>(left));
    EXPECT_EQ(bench.device->read_register(Register::Status), left > 0 ? 7u : 3u);
    if (report.cycles && !first_timed)
      first_timed = report;
    if (!by_time || report.cycles) {
      EXPECT_EQ(report.counters, (by_time ? first_timed : first)->counters);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, ErrorState, testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

class ErrorEnd : public ::testing::TestWithParam<std::string> {
 protected:
  BackendBench bench_{GetParam(), named_config("default")};
};

// A queue that is full, and fetch that can go no further.
TEST_P(ErrorEnd, AFullQueueCanBeTheDeadlock) {
  std::string stream = "load inp pop_next\n";
  for (int i = 0; i < 600; ++i)
    stream += "load inp\n";
  // What is behind it is never seen: the token that would help, and errors.
  for (const char* behind : {"gemm push_prev\nfinish\n", "load mem6\nfinish\n", "gemm\n"}) {
    const RunReport& report = bench_.run(stream + behind);
    ASSERT_TRUE(bench_.ended);
    EXPECT_EQ(isa_error_name(report.error), "DEADLOCK") << behind;
    EXPECT_EQ(report.error_insn, 0);
  }
}

TEST_P(ErrorEnd, StoresBeforeAnErrorStand) {
  const auto memory = bench_.device->memory().at(BackendBench::kDataBegin, 64);
  for (size_t i = 0; i < 64; ++i)
    memory[i] = static_cast<std::byte>(i % 4 == 0 ? 3 + i : 0);
  const RunReport& report = bench_.run(
      "load acc y_size=1 x_size=1 push_next\n"
      "store out dram_base=64 y_size=1 x_size=1 pop_prev\n"
      "load mem6\nfinish\n");
  ASSERT_EQ(report.error, IsaError::MemoryType);
  const auto stored = bench_.device->memory().at(BackendBench::kDataBegin + 64 * 16, 16);
  for (size_t i = 0; i < 16; ++i)
    EXPECT_EQ(stored[i], static_cast<std::byte>(3 + 4 * i));
}

TEST_P(ErrorEnd, ARunThatEndsWellAfterAnErrorReportsNone) {
  bench_.run("op5\n");
  const RunReport& report = bench_.run(
      "load acc y_size=1 x_size=1 push_next\n"
      "store out y_size=1 x_size=1 pop_prev\nfinish\n");
  EXPECT_EQ(report.error, IsaError::None);
  EXPECT_EQ(report.error_insn, -1);
  EXPECT_EQ(bench_.device->read_register(Register::Status), 1u);
  EXPECT_EQ(bench_.device->read_register(Register::ErrorCode), 0u);
}

INSTANTIATE_TEST_SUITE_P(Backends, ErrorEnd, testing::ValuesIn(backend_names()),
                         [](const auto& test) { return test.param; });

// CLIP without an immediate is FIELD where CLIP exists.
TEST(ErrorEqualityWithExtensions, ClipNeedsAnImmediate) {
  const VtaConfig config = load_config(VTA_SOURCE_DIR "/tests/data/configs/extended.json");
  ASSERT_EQ(config.isa_ext, 1);
  for (const std::string& backend : backend_names()) {
    BackendBench bench(backend, config);
    const RunReport& report = bench.run("load inp\nalu clip\nfinish\n");
    ASSERT_TRUE(bench.ended) << backend;
    EXPECT_EQ(report.error, IsaError::Field) << backend;
    EXPECT_EQ(report.error_insn, 1) << backend;
  }
}

}  // namespace
}  // namespace vta
