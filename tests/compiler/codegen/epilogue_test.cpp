#include "compiler/schedule/epilogue.h"

#include <gtest/gtest.h>

#include <random>

namespace vta {
namespace {

constexpr int64_t kLargestSum = int64_t{4608} * 128 * 128;

AluStep imm(AluOp op, int64_t value) {
  AluStep s;
  s.op = op;
  s.imm = value;
  return s;
}

AluStep channel(AluOp op, std::vector<int32_t> values) {
  AluStep s;
  s.op = op;
  s.operand = AluStep::Operand::Channel;
  s.channel = Tensor::from_span<int32_t>({static_cast<int64_t>(values.size())}, values);
  return s;
}

// What the steps compute for channel 0, in 32-bit wrap-around arithmetic.
int32_t run_steps(std::span<const AluStep> steps, int32_t x) {
  for (const AluStep& s : steps) {
    const int32_t y = s.operand == AluStep::Operand::Channel ? s.channel.data<int32_t>()[0]
                                                             : static_cast<int32_t>(s.imm);
    switch (s.op) {
      case AluOp::Min:
        x = std::min(x, y);
        break;
      case AluOp::Max:
        x = std::max(x, y);
        break;
      case AluOp::Add:
        x = static_cast<int32_t>(static_cast<uint32_t>(x) + static_cast<uint32_t>(y));
        break;
      case AluOp::Shr:
        x >>= y;
        break;
      default:
        ADD_FAILURE();
        break;
    }
  }
  return x;
}

std::vector<AluStep> with_relu(int32_t bias, int64_t shift) {
  return {
      channel(AluOp::Add, {bias}), imm(AluOp::Max, 0),   imm(AluOp::Add, int64_t{1} << (shift - 1)),
      imm(AluOp::Shr, shift),      imm(AluOp::Min, 127), imm(AluOp::Max, -127)};
}

TEST(Epilogue, PublishedKeepsSixStepsWithRelu) {
  const auto steps = with_relu(10, 7);
  EXPECT_EQ(rewrite_epilogue(steps, EpilogueStyle::Published, {1, kLargestSum}).size(), 6u);
}

TEST(Epilogue, PublishedMergesBiasAndRoundingWithoutRelu) {
  const std::vector<AluStep> steps = {channel(AluOp::Add, {10}), imm(AluOp::Add, 64),
                                      imm(AluOp::Shr, 7), imm(AluOp::Min, 127),
                                      imm(AluOp::Max, -127)};
  const auto out = rewrite_epilogue(steps, EpilogueStyle::Published, {1, kLargestSum});
  ASSERT_EQ(out.size(), 4u);
  EXPECT_EQ(out[0].channel.data<int32_t>()[0], 74);
}

TEST(Epilogue, ShortTakesFourStepsWithRelu) {
  const auto out = rewrite_epilogue(with_relu(10, 7), EpilogueStyle::Short, {1, kLargestSum});
  ASSERT_EQ(out.size(), 4u);
  EXPECT_EQ(out[0].channel.data<int32_t>()[0], 74);
  EXPECT_EQ(out[1].op, AluOp::Shr);
  EXPECT_EQ(out[2].op, AluOp::Max);
  EXPECT_EQ(out[2].imm, 0);
  EXPECT_EQ(out[3].op, AluOp::Min);
}

TEST(Epilogue, ShortLeavesOutTheLowerClipOfAResidualAdd) {
  AluStep add;
  add.op = AluOp::Add;
  add.operand = AluStep::Operand::Tensor;
  const std::vector<AluStep> steps = {add, imm(AluOp::Max, 0), imm(AluOp::Min, 127),
                                      imm(AluOp::Max, -127)};
  EXPECT_EQ(rewrite_epilogue(steps, EpilogueStyle::Published, {1, kLargestSum}).size(), 4u);
  EXPECT_EQ(rewrite_epilogue(steps, EpilogueStyle::Short, {1, kLargestSum}).size(), 3u);
}

TEST(Epilogue, ZeroAddsAndShiftsVanish) {
  const std::vector<AluStep> steps = {imm(AluOp::Add, 0), imm(AluOp::Shr, 0), imm(AluOp::Min, 127)};
  EXPECT_EQ(rewrite_epilogue(steps, EpilogueStyle::Published, {1, kLargestSum}).size(), 1u);
}

TEST(Epilogue, LargeImmediatesBecomeVectors) {
  const std::vector<AluStep> steps = {imm(AluOp::Max, 0), imm(AluOp::Add, 65536),
                                      imm(AluOp::Shr, 17)};
  const auto out = rewrite_epilogue(steps, EpilogueStyle::Published, {3, kLargestSum});
  ASSERT_EQ(out.size(), 3u);
  ASSERT_EQ(out[1].operand, AluStep::Operand::Channel);
  EXPECT_EQ(out[1].channel.shape(), Shape{3});
  EXPECT_EQ(out[1].channel.data<int32_t>()[2], 65536);
}

TEST(Epilogue, AnUnsymmetricRoundingConstantIsNotMovedAcrossRelu) {
  std::vector<AluStep> steps = with_relu(10, 7);
  steps[2].imm = 63;
  const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, {1, kLargestSum});
  EXPECT_EQ(out[1].op, AluOp::Max);
}

TEST(Epilogue, BothStylesComputeTheSameForRandomSums) {
  constexpr uint64_t kSeed = 20;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto shift = static_cast<int64_t>(1 + random() % 14);
    const auto steps = with_relu(static_cast<int32_t>(random() % 2001) - 1000, shift);
    const auto published = rewrite_epilogue(steps, EpilogueStyle::Published, {1, kLargestSum});
    const auto shorter = rewrite_epilogue(steps, EpilogueStyle::Short, {1, kLargestSum});
    const auto x =
        static_cast<int32_t>(static_cast<int64_t>(random() % (2 * kLargestSum)) - kLargestSum);
    ASSERT_EQ(run_steps(steps, x), run_steps(published, x)) << x;
    ASSERT_EQ(run_steps(steps, x), run_steps(shorter, x)) << x;
  }
}

TEST(Epilogue, ReluStaysWhereTheSumCouldWrap) {
  const auto out = rewrite_epilogue(with_relu(10, 7), EpilogueStyle::Short, {1, int64_t{1} << 31});
  EXPECT_EQ(out[1].op, AluOp::Max);
}

}  // namespace
}  // namespace vta
