// ISA sections 4 to 7, by hand-checked cases on the reference.
#include <gmock/gmock.h>

#include <limits>

#include "base/error.h"
#include "sim/semantics/execute.h"
#include "sim/touched_bytes.h"
#include "tests/sim/sim_fixture.h"

namespace vta::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int32_t kLow = std::numeric_limits<int32_t>::min();
constexpr int32_t kHigh = std::numeric_limits<int32_t>::max();

TEST(AluLane, MinMaxAndAreSigned) {
  EXPECT_EQ(alu_lane(AluOp::Min, -1, 1), -1);
  EXPECT_EQ(alu_lane(AluOp::Max, -1, 1), 1);
}

TEST(AluLane, AddAndMulWrap) {
  EXPECT_EQ(alu_lane(AluOp::Add, kHigh, 1), kLow);
  EXPECT_EQ(alu_lane(AluOp::Mul, 1 << 20, 1 << 13), 0);
  EXPECT_EQ(alu_lane(AluOp::Mul, kLow, -1), kLow);
}

TEST(AluLane, ShrIsArithmeticAndStopsAt31) {
  EXPECT_EQ(alu_lane(AluOp::Shr, -5, 1), -3);
  EXPECT_EQ(alu_lane(AluOp::Shr, -5, 31), -1);
  EXPECT_EQ(alu_lane(AluOp::Shr, -5, 1000), -1);
  EXPECT_EQ(alu_lane(AluOp::Shr, 5, 1000), 0);
}

TEST(AluLane, NegativeShrShiftsLeftAndWraps) {
  EXPECT_EQ(alu_lane(AluOp::Shr, 3, -2), 12);
  EXPECT_EQ(alu_lane(AluOp::Shr, 3, -31), kLow);
  EXPECT_EQ(alu_lane(AluOp::Shr, 3, -32768), kLow);
  EXPECT_EQ(alu_lane(AluOp::Shr, 3, kLow), kLow);
}

TEST(AluLane, ClipIsSymmetricOrFromZero) {
  EXPECT_EQ(alu_lane(AluOp::Clip, 200, 127), 127);
  EXPECT_EQ(alu_lane(AluOp::Clip, -200, 127), -127);
  EXPECT_EQ(alu_lane(AluOp::Clip, -200, -127), 0);
  EXPECT_EQ(alu_lane(AluOp::Clip, 200, -127), 127);
  EXPECT_EQ(alu_lane(AluOp::Clip, 5, 0), 0);
  EXPECT_EQ(alu_lane(AluOp::Clip, 40000, -32768), 32768);
}

TEST(AluLane, RshrRoundsHalfUpAndItsSumWraps) {
  EXPECT_EQ(alu_lane(AluOp::Rshr, 3, 1), 2);
  EXPECT_EQ(alu_lane(AluOp::Rshr, -3, 1), -1);
  EXPECT_EQ(alu_lane(AluOp::Rshr, 5, 0), 5);
  EXPECT_EQ(alu_lane(AluOp::Rshr, 5, -1), 10);
  EXPECT_EQ(alu_lane(AluOp::Rshr, kHigh, 1), kLow / 2);
  EXPECT_EQ(alu_lane(AluOp::Rshr, kHigh, 99), -1);
}

TEST(AluLane, MovTakesTheOperand) {
  EXPECT_EQ(alu_lane(AluOp::Mov, 7, -9), -9);
}

// The tiny configuration: 1x4, so an ACC element has four lanes.
class Semantics : public ::testing::Test {
 protected:
  // ACC elements 0.. hold 1, 2, 3, ... in all four lanes.
  Semantics() : b("tiny") {
    std::vector<int8_t> ramp;
    for (int k = 0; k < 16; ++k)
      ramp.insert(ramp.end(), 4, static_cast<int8_t>(k + 1));
    b.poke<int8_t>(0, ramp);
    load_ramp = load(MemoryType::Acc8, 0, 0, 1, 16);
    load_uops = load(MemoryType::Uop, 0, 256, 1, 4);  // byte 1024
  }
  int32_t acc_at(int64_t element) const { return b.acc(element, 1)[0]; }

  Bench b;
  Insn load_ramp, load_uops;
};

TEST_F(Semantics, Load_PadsAreZerosAroundTheRows) {
  Insn i = load(MemoryType::Acc8, 0, 0, 2, 2);
  i.x_stride = 4;
  i.y_pad_0 = i.y_pad_1 = i.x_pad_0 = 1;
  i.x_pad_1 = 2;
  load_ramp.x_size = 20;  // under the pads as well
  b.run({load_ramp, i, finish()});
  std::vector<int32_t> got;
  for (int k = 0; k < 20; ++k)
    got.push_back(acc_at(k));
  EXPECT_THAT(got, ElementsAre(0, 0, 0, 0, 0,  //
                               0, 1, 2, 0, 0,  //
                               0, 5, 6, 0, 0,  //
                               0, 0, 0, 0, 0));
}

TEST_F(Semantics, Load_StrideBelowTheRowReadsAgainAndCountsAgain) {
  Insn i = load(MemoryType::Acc8, 0, 0, 3, 2);
  i.x_stride = 1;
  const auto r = b.run({i, finish()});
  EXPECT_EQ(acc_at(0), 1);
  EXPECT_EQ(acc_at(1), 2);
  EXPECT_EQ(acc_at(2), 2);
  EXPECT_EQ(acc_at(3), 3);
  EXPECT_EQ(acc_at(5), 4);
  EXPECT_EQ(r.counters.acc_load_nbytes, 24);
  EXPECT_EQ(r.counters.acc_load_nbytes_vta, 96);
}

TEST_F(Semantics, Load_StrideZeroRepeatsOneRow) {
  Insn i = load(MemoryType::Acc8, 0, 5, 3, 1);
  i.x_stride = 0;
  b.run({i, finish()});
  EXPECT_EQ(acc_at(0), 6);
  EXPECT_EQ(acc_at(2), 6);
}

TEST_F(Semantics, Load_Acc8ExtendsTheSign) {
  b.poke<int8_t>(0, {-1, -128, 127, 0});
  b.run({load(MemoryType::Acc8, 0, 0, 1, 1), finish()});
  EXPECT_THAT(b.acc(0, 1), ElementsAre(-1, -128, 127, 0));
}

TEST_F(Semantics, Load_BasesAreAddedInBytes) {
  b.device->write_register(Register::AccBase, 16);
  b.run({load(MemoryType::Acc8, 0, 1, 1, 1), finish()});
  EXPECT_EQ(acc_at(0), 6);
}

TEST_F(Semantics, Load_UopsIn2D) {
  b.poke_uops(256, {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}});
  Insn i = load(MemoryType::Uop, 0, 256, 2, 1);
  i.x_stride = 2;
  Insn reset = gemm(0, 2);
  reset.reset = 1;
  b.run({load_ramp, i, reset, finish()});
  EXPECT_EQ(acc_at(1), 0);
  EXPECT_EQ(acc_at(2), 3);
  EXPECT_EQ(acc_at(3), 0);
}

TEST_F(Semantics, Store_WritesLowBytesWithoutSaturation) {
  b.poke<int32_t>(2048, {0x1ff, -1, 128, -129});
  b.run({load(MemoryType::Acc, 0, 128, 1, 1), with(gemm(0, 0), PushNext),
         with(store(0, 1024, 1, 1), PopPrev), finish()});
  EXPECT_THAT(b.peek<uint8_t>(4096, 4), ElementsAre(0xff, 0xff, 0x80, 0x7f));
}

TEST_F(Semantics, Store_LastRowWinsWhereRowsOverlap) {
  Insn s = with(store(0, 1024, 2, 2), PopPrev);
  s.x_stride = 1;
  b.run({load_ramp, with(gemm(0, 0), PushNext), s, finish()});
  EXPECT_THAT(b.peek<int8_t>(4096, 12), ElementsAre(1, 1, 1, 1, 3, 3, 3, 3, 4, 4, 4, 4));
}

TEST_F(Semantics, Gemm_ResetClearsOnlyAddressedRows) {
  b.poke_uops(256, {{2, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  Insn reset = gemm(0, 1, 2, 1);
  reset.reset = 1;
  reset.dst_out = 3;
  reset.src_out = 31;  // not accessed, so not checked
  const auto r = b.run({load_ramp, load_uops, reset, finish()});
  EXPECT_EQ(r.error, IsaError::None) << r.error_text;
  EXPECT_EQ(acc_at(1), 2);
  EXPECT_EQ(acc_at(2), 0);
  EXPECT_EQ(acc_at(5), 0);
  EXPECT_EQ(acc_at(6), 7);
  EXPECT_EQ(r.counters.gemm_counter, 0);
}

TEST_F(Semantics, Gemm_EmptyAndReversedRangesDoNothing) {
  b.poke_uops(256, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  const auto r = b.run({load_ramp, load_uops, gemm(2, 2), gemm(3, 1), gemm(0, 1, 0, 5),
                        gemm(0, 1, 5, 0), alu_imm(AluOp::Add, 1, 3, 2), finish()});
  EXPECT_EQ(acc_at(0), 1);
  EXPECT_EQ(r.counters.gemm_counter, 0);
  EXPECT_EQ(r.counters.alu_counter, 0);
  EXPECT_EQ(r.counters.insn_count[2], 4);
}

TEST_F(Semantics, Alu_StepsSeeEarlierSteps) {
  b.poke_uops(256, {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  Insn i = alu(AluOp::Add, 0, 1, 1, 4);  // acc[k+1] += acc[k]
  i.dst_in = i.src_in = 1;
  const auto r = b.run({load_ramp, load_uops, i, finish()});
  EXPECT_EQ(acc_at(1), 3);
  EXPECT_EQ(acc_at(2), 6);
  EXPECT_EQ(acc_at(4), 15);
  EXPECT_EQ(r.counters.alu_counter, 4);
}

TEST_F(Semantics, Alu_VectorShiftsArePerLane) {
  b.poke<int32_t>(2048, {16, 16, 16, 16, 1, -1, 0, 40});
  b.poke_uops(256, {{0, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  b.run({load(MemoryType::Acc, 0, 128, 1, 2), load_uops, alu(AluOp::Shr, 0, 1), finish()});
  EXPECT_THAT(b.acc(0, 1), ElementsAre(8, 32, 16, 0));
}

TEST_F(Semantics, Alu_ImmediateDoesNotCheckItsSource) {
  b.poke_uops(256, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  Insn i = alu_imm(AluOp::Add, -3);
  i.iter_in = 1;
  i.iter_out = 3;
  i.src_out = 127;
  EXPECT_EQ(b.run({load_ramp, load_uops, i, finish()}).error, IsaError::None);
  EXPECT_EQ(acc_at(0), 1 - 9);
}

TEST_F(Semantics, IndexRange_NamesOperandReachAndDepth) {
  b.poke_uops(256, {{0, 0, 0}, {1, 2, 3}, {0, 0, 0}, {0, 0, 0}});
  Insn i = gemm(0, 2, 3, 1);
  i.dst_out = 100;
  const auto r = b.run({load_uops, i, finish()});
  EXPECT_EQ(r.error, IsaError::IndexRange);
  EXPECT_EQ(r.error_insn, 1);
  const int64_t depth = b.device->config().depth(MemoryType::Acc);
  EXPECT_THAT(
      r.error_text,
      HasSubstr(fmt::format("dst reaches 200 with micro-op 0: the scratchpad holds {}", depth)));
}

TEST_F(Semantics, IndexRange_ChecksSourceAndWeights) {
  b.poke_uops(256, {{0, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  Insn src = gemm(0, 1, 2, 1);
  src.src_out = b.device->config().depth(MemoryType::Inp) - 1;
  EXPECT_THAT(b.run({load_uops, src, finish()}).error_text, HasSubstr("src reaches"));
  Insn wgt = gemm(0, 1, 2, 1);
  wgt.wgt_out = b.device->config().depth(MemoryType::Wgt) - 1;
  EXPECT_THAT(b.run({load_uops, wgt, finish()}).error_text, HasSubstr("wgt reaches"));
  Insn alu_src = alu(AluOp::Add, 0, 1, 2, 1);
  alu_src.src_out = b.device->config().depth(MemoryType::Acc) - 1;
  EXPECT_THAT(b.run({load_uops, alu_src, finish()}).error_text, HasSubstr("src reaches"));
}

TEST(Counters, AddUpFieldByField) {
  Counters a;
  a.inp_load_nbytes = 1;
  a.out_store_nbytes = 2;
  a.insn_count[3] = 4;
  Counters sum = a;
  sum += a;
  EXPECT_EQ(sum.inp_load_nbytes, 2);
  EXPECT_EQ(sum.insn_count[3], 8);
  EXPECT_EQ(sum.total_bytes(), 6);
}

TEST(DeviceMemory, OutsideIsADeviceErrorThatNamesAddressAndSize) {
  DeviceMemory memory(4096);
  EXPECT_TRUE(memory.contains(4096, 0));
  EXPECT_FALSE(memory.contains(4095, 2));
  EXPECT_FALSE(memory.contains(~uint64_t{0}, 1));
  EXPECT_FALSE(memory.contains(0, -1));
  EXPECT_THAT([&] { memory.at(4090, 16); },
              ::testing::ThrowsMessage<DeviceError>(HasSubstr("0xffa")));
  EXPECT_THROW(DeviceMemory(0), DeviceError);
}

TEST(DeviceMemory, StartsZero) {
  DeviceMemory memory(1 << 16);
  EXPECT_THAT(memory.at(0, 1 << 16), Each(std::byte{0}));
}

TEST(TouchedBytes, HoldAllThatWasWritten) {
  DeviceMemory memory((int64_t{1} << 33) + 100);
  const std::vector<uint64_t> places = {5, 1 << 20, (uint64_t{1} << 32) - 1,
                                        (uint64_t{1} << 33) + 99};
  for (const uint64_t at : places)
    memory.at(at, 1)[0] = std::byte{1};
  const std::vector<ByteRange> touched = touched_bytes(memory, memory.size_bytes());
  uint64_t end = 0;
  for (const ByteRange& range : touched) {
    EXPECT_GE(range.begin, end);
    EXPECT_LT(range.begin, range.end);
    EXPECT_LE(range.end, static_cast<uint64_t>(memory.size_bytes()));
    end = range.end;
  }
  for (const uint64_t at : places)
    EXPECT_TRUE(std::ranges::any_of(touched, [&](const ByteRange& r) {
      return r.begin <= at && at < r.end;
    })) << at;
}

}  // namespace
}  // namespace vta::test
