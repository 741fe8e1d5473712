#include "driver/dram_check.h"

#include "driver_fixture.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

// Two allocations with a free page between: [0x1000, 0x2000) and [0x3000, 0x4000). Streams are
// placed behind them. INP elements have 16 bytes: element 256 is 0x1000.
class DramCheckTest : public DriverTest {
 protected:
  DramCheckTest() : low_(driver_.alloc_at(0x1000, 4096)), high_(driver_.alloc_at(0x3000, 4096)) {
    insns_ = driver_.alloc_at(0x8000, 4096);
  }

  RunReport launch(const std::string& assembly, DramBases bases = {}) {
    LaunchRequest request;
    request.insn_addr = 0x8000;
    request.insn_count = place(driver_, 0x8000, assembly);
    request.bases = bases;
    return driver_.launch(request);
  }
  void expect(const RunReport& report, IsaError error, int64_t insn, const std::string& text = "") {
    EXPECT_EQ(report.error, error) << report.error_text;
    EXPECT_EQ(report.error_insn, insn);
    EXPECT_THAT(report.error_text, HasSubstr(text));
  }

  DeviceBuffer low_, high_, insns_;
};

TEST_F(DramCheckTest, RowsInsideOneAllocation_AreLegal) {
  expect(launch("load inp dram_base=256 y_size=4 x_size=64 x_stride=64\nfinish\n"), IsaError::None,
         -1);
}

TEST_F(DramCheckTest, RowPastItsAllocation_IsDramRange) {
  expect(launch("load inp dram_base=508 y_size=1 x_size=5 x_stride=5\nfinish\n"),
         IsaError::DramRange, 0, "row 0, bytes [0x1fc0, 0x2010)");
}

TEST_F(DramCheckTest, RowsInDifferentAllocations_AreLegal) {
  expect(launch("load inp dram_base=256 y_size=2 x_size=1 x_stride=512\nfinish\n"), IsaError::None,
         -1);
}

TEST_F(DramCheckTest, RowInAHoleBetweenAllocations_IsDramRange) {
  expect(launch("load inp dram_base=256 y_size=3 x_size=1 x_stride=256\nfinish\n"),
         IsaError::DramRange, 0, "row 1");
}

// The default INP scratchpad holds 2048 elements: exactly full is no fault of its own.
TEST_F(DramCheckTest, ALoadThatFillsItsScratchpad_IsCheckedLikeAnyOther) {
  expect(launch("load inp dram_base=508 y_size=32 x_size=64 x_stride=0\nfinish\n"),
         IsaError::DramRange, 0, "row 0");
}

TEST_F(DramCheckTest, ErrorTextShowsTheInstruction) {
  expect(launch("load wgt dram_base=1000 y_size=1 x_size=1\nfinish\n"), IsaError::DramRange, 0,
         "DRAM_RANGE: instruction 0: ");
  expect(launch("load wgt dram_base=1000 y_size=1 x_size=1\nfinish\n"), IsaError::DramRange, 0,
         "load wgt");
}

TEST_F(DramCheckTest, StrideZero_RereadsOneRow) {
  expect(launch("load inp dram_base=511 y_size=8 x_size=1 x_stride=0\nfinish\n"), IsaError::None,
         -1);
}

TEST_F(DramCheckTest, NopAddresses_AreNotChecked) {
  expect(launch("load inp dram_base=99999999 y_size=0 x_size=4\n"
                "store out dram_base=99999999 y_size=4 x_size=0\nfinish\n"),
         IsaError::None, -1);
}

TEST_F(DramCheckTest, PadsAlone_ReadNothing) {
  expect(launch("load inp dram_base=99999999 y_pad_0=2 x_size=4\nfinish\n"), IsaError::None, -1);
}

TEST_F(DramCheckTest, BasesCount) {
  const std::string stream = "load inp dram_base=0 y_size=1 x_size=1\nfinish\n";
  expect(launch(stream), IsaError::DramRange, 0);
  expect(launch(stream, {.inp = 0x3000}), IsaError::None, -1);
  expect(launch(stream, {.inp = 0x4000}), IsaError::DramRange, 0);
}

TEST_F(DramCheckTest, AddressPast64Bits_DoesNotWrap) {
  const DramBases bases{.inp = ~uint64_t{0} - 0xfff};  // 0x1000 below 2^64
  expect(launch("load inp dram_base=512 y_size=1 x_size=1\nfinish\n", bases), IsaError::DramRange,
         0, "wraps past 64 bits");
}

TEST_F(DramCheckTest, StoreOntoInstructions_IsDramRange) {
  expect(launch("store out dram_base=2048 y_size=1 x_size=1\nfinish\n"), IsaError::DramRange, 0,
         "overlaps the instruction stream");
}

TEST_F(DramCheckTest, StoreBehindInstructions_IsLegal) {
  expect(launch("store out dram_base=2050 y_size=1 x_size=1\nfinish\n"), IsaError::None, -1);
  expect(launch("store out dram_base=2049 y_size=1 x_size=1\nfinish\n"), IsaError::DramRange, 0);
}

TEST_F(DramCheckTest, StoreOntoMicroOpsReadLater_IsDramRange) {
  // Micro-ops of 4 bytes from 0x3040 on; the STORE writes [0x3040, 0x3050).
  expect(launch("store out dram_base=772 y_size=1 x_size=1\n"
                "load uop dram_base=3088 y_size=1 x_size=2 x_stride=2\nfinish\n"),
         IsaError::DramRange, 0, "micro-ops");
  expect(launch("store out dram_base=771 y_size=1 x_size=1\n"
                "load uop dram_base=3088 y_size=1 x_size=2 x_stride=2\nfinish\n"),
         IsaError::None, -1);
}

TEST_F(DramCheckTest, StoreBetweenRowsOfMicroOps_IsLegal) {
  const std::string uops = "load uop dram_base=3072 y_size=2 x_size=4 x_stride=16\nfinish\n";
  expect(launch("store out dram_base=769 y_size=1 x_size=3\n" + uops), IsaError::None, -1);
  expect(launch("store out dram_base=769 y_size=1 x_size=4\n" + uops), IsaError::DramRange, 0);
}

TEST_F(DramCheckTest, StridedStoreAroundMicroOps_IsLegal) {
  // Rows at 0x3000 and 0x3020, micro-ops at [0x3010, 0x3020).
  const std::string uops = "load uop dram_base=3076 y_size=1 x_size=4 x_stride=4\nfinish\n";
  expect(launch("store out dram_base=768 y_size=2 x_size=1 x_stride=2\n" + uops), IsaError::None,
         -1);
  expect(launch("store out dram_base=768 y_size=2 x_size=1 x_stride=1\n" + uops),
         IsaError::DramRange, 0, "row 1");
}

const std::string kBadLoad = "load inp dram_base=0 y_size=1 x_size=1\n";

TEST_F(DramCheckTest, EarlierStaticErrorOfAnotherCode_ComesFirst) {
  expect(launch("gemm uop_end=9000\n" + kBadLoad + "finish\n"), IsaError::UopRange, 0);
  expect(launch("op5\n" + kBadLoad + "finish\n"), IsaError::Opcode, 0);
  expect(launch("load mem6\n" + kBadLoad + "finish\n"), IsaError::MemoryType, 0);
  expect(launch("finish\n" + kBadLoad + "finish\n"), IsaError::FinishNotLast, 0);
}

TEST_F(DramCheckTest, LaterStaticErrorOfAnotherCode_ComesSecond) {
  expect(launch(kBadLoad + "gemm uop_end=9000\nfinish\n"), IsaError::DramRange, 0);
  expect(launch("gemm\n" + kBadLoad), IsaError::DramRange, 1);  // before NO_FINISH
}

TEST_F(DramCheckTest, LowerCodeOfTheSameInstruction_ComesFirst) {
  expect(launch("store out y_size=1 x_size=1 x_pad_0=1\nfinish\n"), IsaError::Field, 0);
  expect(launch("load inp y_size=1 x_size=1 sram_base=2048\nfinish\n"), IsaError::SramRange, 0);
  expect(launch("load inp y_size=1 x_size=1 pop_prev\nfinish\n"), IsaError::TokenBits, 0);
  expect(launch("store out y_size=1 x_size=1 push_next\nfinish\n"), IsaError::TokenBits, 0);
  expect(launch("load out y_size=1 x_size=1\nfinish\n"), IsaError::MemoryType, 0);
}

TEST_F(DramCheckTest, DynamicErrorOfAnEarlierInstruction_ComesFirst) {
  // Micro-op 0 is all zero; dst_out drives the second step past the accumulator.
  expect(launch("gemm reset uop_end=1 iter_out=3 iter_in=1 dst_out=2000\n" + kBadLoad + "finish\n"),
         IsaError::IndexRange, 0);
}

TEST_F(DramCheckTest, BlockedInstructionsBefore_DoNotHideTheFault) {
  expect(launch("gemm pop_prev\n" + kBadLoad + "finish\n"), IsaError::DramRange, 1);
}

TEST_F(DramCheckTest, StoresBeforeTheFault_Stand) {
  low_.fill(0, 4096, std::byte{1});
  const RunReport report = launch(
      "load acc8 dram_base=256 y_size=1 x_size=1 push_next\n"
      "store out dram_base=768 y_size=1 x_size=1 pop_prev\n" +
      kBadLoad + "finish\n");
  expect(report, IsaError::DramRange, 2);
  EXPECT_EQ(test::bytes_of(high_)[0], std::byte{1});
}

}  // namespace
}  // namespace vta
