#include "compiler/schedule/epilogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "compiler/kernels/step_bounds.h"

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
      case AluOp::Clip:
        x = y < 0 ? std::clamp(x, 0, -y) : std::clamp(x, -y, y);
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

bool same(const std::vector<AluStep>& a, const std::vector<AluStep>& b) {
  return std::ranges::equal(a, b, [](const AluStep& x, const AluStep& y) {
    return x.op == y.op && x.operand == y.operand && x.imm == y.imm &&
           x.channel.valid() == y.channel.valid();
  });
}

constexpr EpilogueInput kExtended{1, kLargestSum, true, true, true};

TEST(ExtendedEpilogue, TwoLimitsAreOneClip) {
  const auto clip = [](int64_t max, int64_t min) {
    const std::vector<AluStep> steps = {imm(AluOp::Max, max), imm(AluOp::Min, min)};
    const std::vector<AluStep> reversed = {steps[1], steps[0]};
    const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, kExtended);
    const auto other = rewrite_epilogue(reversed, EpilogueStyle::Short, kExtended);
    const bool one = out.size() == 1 && out[0].op == AluOp::Clip;
    EXPECT_TRUE(one ? same(out, other) : same(other, reversed));
    return one ? out[0].imm : 0;
  };
  EXPECT_EQ(clip(0, 127), -127);
  EXPECT_EQ(clip(-127, 127), 127);
  EXPECT_EQ(clip(0, 1), -1);
  EXPECT_EQ(clip(-32767, 32767), 32767);
  EXPECT_EQ(clip(-128, 127), 0);
  EXPECT_EQ(clip(1, 127), 0);
  EXPECT_EQ(clip(0, 0), 0);
  EXPECT_EQ(clip(-127, 126), 0);
}

TEST(ExtendedEpilogue, TheFirstAddSetsTheSums) {
  const auto out = rewrite_epilogue(with_relu(10, 7), EpilogueStyle::Short, kExtended);
  ASSERT_EQ(out.size(), 3u);
  EXPECT_EQ(out[0].op, AluOp::Mov);
  EXPECT_EQ(out[0].channel.data<int32_t>()[0], 74) << "not lifted";
  EXPECT_EQ(out[2].op, AluOp::Clip);
  const std::vector<AluStep> no_bias = {imm(AluOp::Add, 64), imm(AluOp::Shr, 7)};
  EXPECT_EQ(rewrite_epilogue(no_bias, EpilogueStyle::Short, kExtended)[0].op, AluOp::Mov);
  const std::vector<AluStep> no_add = {imm(AluOp::Shr, 7), imm(AluOp::Add, 64)};
  EXPECT_TRUE(same(rewrite_epilogue(no_add, EpilogueStyle::Short, kExtended), no_add));
  AluStep residual = imm(AluOp::Add, 0);
  residual.operand = AluStep::Operand::Tensor;
  const std::vector<AluStep> tensor = {residual, imm(AluOp::Shr, 7)};
  EXPECT_TRUE(same(rewrite_epilogue(tensor, EpilogueStyle::Short, kExtended), tensor));
}

TEST(ExtendedEpilogue, AConstantBeyondAnImmediateIsAVectorThatSetsThem) {
  const std::vector<AluStep> steps = {imm(AluOp::Add, 32768), imm(AluOp::Shr, 16)};
  const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, kExtended);
  EXPECT_EQ(out[0].op, AluOp::Mov);
  ASSERT_EQ(out[0].operand, AluStep::Operand::Channel);
  EXPECT_EQ(out[0].channel.data<int32_t>()[0], 32768);
}

TEST(ExtendedEpilogue, OnlyWhereTheAcceleratorHasItAndTheStyleIsShort) {
  const auto steps = with_relu(10, 7);
  const auto has = [](const std::vector<AluStep>& out, AluOp op) {
    return std::ranges::any_of(out, [&](const AluStep& s) { return s.op == op; });
  };
  EpilogueInput input = kExtended;
  input.move = false;
  EXPECT_FALSE(has(rewrite_epilogue(steps, EpilogueStyle::Short, input), AluOp::Mov));
  input = kExtended;
  input.sums = false;
  EXPECT_FALSE(has(rewrite_epilogue(steps, EpilogueStyle::Short, input), AluOp::Mov));
  input = kExtended;
  input.clip = false;
  EXPECT_FALSE(has(rewrite_epilogue(steps, EpilogueStyle::Short, input), AluOp::Clip));
  const auto published = rewrite_epilogue(steps, EpilogueStyle::Published, kExtended);
  EXPECT_TRUE(same(published, rewrite_epilogue(steps, EpilogueStyle::Published, {1, kLargestSum})));
}

TEST(ExtendedEpilogue, ComputesTheSameForRandomSums) {
  constexpr uint64_t kSeed = 21;
  std::mt19937_64 random(kSeed);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto shift = static_cast<int64_t>(1 + random() % 14);
    const auto bias = static_cast<int32_t>(random() % 2001) - 1000;
    auto steps = with_relu(bias, shift);
    if (trial % 2 == 0)
      steps.erase(steps.begin() + 1);
    const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, kExtended);
    const auto x =
        static_cast<int32_t>(static_cast<int64_t>(random() % (2 * kLargestSum)) - kLargestSum);
    ASSERT_EQ(out[0].op, AluOp::Mov);
    const int32_t moved = x + out[0].channel.data<int32_t>()[0];
    ASSERT_EQ(run_steps(steps, x), run_steps(std::span(out).subspan(1), moved)) << x;
  }
}

std::vector<AluStep> biased(std::vector<int32_t> bias, int64_t shift, bool relu) {
  std::vector<AluStep> steps = {channel(AluOp::Add, std::move(bias)), imm(AluOp::Shr, shift)};
  if (relu)
    steps.push_back(imm(AluOp::Max, 0));
  steps.push_back(imm(AluOp::Min, 127));
  if (!relu)
    steps.push_back(imm(AluOp::Max, -127));
  return steps;
}

// 0 where the steps stay as they are.
int64_t lift(const std::vector<AluStep>& steps, int64_t magnitude) {
  const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, {1, magnitude, true});
  EXPECT_EQ(out.size(), steps.size());
  const int64_t clips = out.back().imm - steps.back().imm;
  EXPECT_EQ(out[0].imm, clips << steps[1].imm) << "what padded channels get";
  return clips;
}

TEST(Epilogue, SumsAreLiftedAboveWhatAnyClipLeaves) {
  EXPECT_EQ(lift(biased({74}, 7, true), kLargestSum), 256);  // 74 + 256 * 2^7 >= 32767
  EXPECT_EQ(lift(biased({0}, 7, true), kLargestSum), 256);
  EXPECT_EQ(lift(biased({0}, 6, true), kLargestSum), 512);
  EXPECT_EQ(lift(biased({-1}, 7, true), kLargestSum), 256);  // 32767
  EXPECT_EQ(lift(biased({-2}, 7, true), kLargestSum), 512);
  EXPECT_EQ(lift(biased({0}, 1, false), kLargestSum), 16384);
}

TEST(Epilogue, ARoundingConstantWithoutABiasBecomesAVectorToBeLifted) {
  const std::vector<AluStep> steps = {imm(AluOp::Add, 64), imm(AluOp::Shr, 7), imm(AluOp::Min, 127),
                                      imm(AluOp::Max, -127)};
  EXPECT_EQ(lift(steps, kLargestSum), 256);
  const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, {3, kLargestSum, true});
  ASSERT_EQ(out[0].operand, AluStep::Operand::Channel);
  EXPECT_EQ(out[0].channel.shape(), Shape{3});
  EXPECT_EQ(out[0].channel.data<int32_t>()[2], 64 + 256 * 128);
  const auto wide = rewrite_epilogue(steps, EpilogueStyle::Short, {3, int64_t{1} << 31, true});
  EXPECT_EQ(wide[0].operand, AluStep::Operand::Imm);
}

TEST(Epilogue, LiftedAboveItsOwnResultWhereNoMoreIsPossible) {
  // k = 1: vector + 2 * lift >= lift + 127, and lift + 127 <= 32767: lift <= 127 * 256.
  EXPECT_EQ(lift(biased({127 - 127 * 256}, 1, false), kLargestSum), 127 * 256);
  EXPECT_EQ(lift(biased({126 - 127 * 256}, 1, false), kLargestSum), 0);
}

TEST(Epilogue, OnlySumsThatStayWithin32BitsAreLifted) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  EXPECT_EQ(lift(biased({0}, 8, true), kMost - 65536), 256);
  EXPECT_EQ(lift(biased({0}, 8, true), kMost - 65535), 0);
  EXPECT_EQ(lift(biased({0, 5}, 8, true), kMost - 65541), 256);
  EXPECT_EQ(lift(biased({0, 5}, 8, true), kMost - 65540), 0);
  EXPECT_EQ(lift(biased({0}, 22, true), 1000), 256);  // 2^30
  EXPECT_EQ(lift(biased({0}, 23, true), 1000), 0);    // 2^31
  EXPECT_EQ(lift(biased({0}, 30, true), 1000), 0);
}

TEST(Epilogue, WhatIsNoBiasedShiftedSumOf8BitsIsNotLifted) {
  const auto unchanged = [](std::vector<AluStep> steps, bool sums = true) {
    const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, {1, kLargestSum, sums});
    return out.size() == steps.size() && out.back().imm == steps.back().imm && out[0].imm == 0;
  };
  const std::vector<AluStep> good = biased({10}, 7, false);
  EXPECT_FALSE(unchanged(good));
  EXPECT_TRUE(unchanged(good, false));
  std::vector<AluStep> steps = good;
  steps[0].channel = {};  // no data
  EXPECT_TRUE(unchanged(steps));
  steps = {good[0], good[2], good[3]};  // no shift
  EXPECT_TRUE(unchanged(steps));
  steps = {good[0], good[1]};  // no clip
  EXPECT_TRUE(unchanged(steps));
  steps = good;
  steps[2].imm = 128;  // nine bits
  EXPECT_TRUE(unchanged(steps));
  steps = good;
  steps.insert(steps.begin() + 2, imm(AluOp::Add, 3));
  EXPECT_TRUE(unchanged(steps));
  const auto published = rewrite_epilogue(good, EpilogueStyle::Published, {1, kLargestSum, true});
  EXPECT_EQ(published.back().imm, -127);
}

TEST(Epilogue, LiftedSumsHaveTheSameLow8Bits) {
  constexpr uint64_t kSeed = 21;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  int lifted = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const auto shift = static_cast<int64_t>(1 + random() % 16);
    const auto bias = static_cast<int32_t>(random() % 200001) - 100000;
    const auto steps = biased({bias}, shift, random() % 2 == 0);
    const auto out = rewrite_epilogue(steps, EpilogueStyle::Short, {1, kLargestSum, true});
    lifted += out.back().imm != steps.back().imm;
    int64_t x = static_cast<int64_t>(random() % (2 * kLargestSum + 1)) - kLargestSum;
    if (trial % 3 == 0)  // where nothing is clipped
      x = static_cast<int64_t>(random() % (uint64_t{512} << shift)) - (int64_t{256} << shift) -
          bias;
    x = std::clamp(x, -kLargestSum, kLargestSum);
    ASSERT_EQ(static_cast<int8_t>(run_steps(steps, static_cast<int32_t>(x))),
              static_cast<int8_t>(run_steps(out, static_cast<int32_t>(x))))
        << x << " + " << bias << " >> " << shift;
  }
  EXPECT_GT(lifted, 4000);
}

// ---- two results ---------------------------------------------------------------------------

std::vector<AluStep> limited(int32_t addend, int32_t low, int32_t high) {
  return {channel(AluOp::Add, {addend}), channel(AluOp::Max, {low}), channel(AluOp::Min, {high})};
}

TEST(EpilogueOfTwo, TheLiftOfTheFirstIsOneOfTheSecond) {
  const auto out = rewrite_epilogue(biased({74}, 7, false), limited(-3, -5, 9),
                                    EpilogueStyle::Short, {1, kLargestSum, true});
  ASSERT_EQ(out.steps.size(), 7u);
  EXPECT_EQ(out.of_first, 4u);
  EXPECT_EQ(out.steps[2].imm, 127 + 256);
  EXPECT_EQ(out.steps[4].channel.data<int32_t>()[0], -3);
  EXPECT_EQ(out.steps[4].imm, 0);
  EXPECT_EQ(out.steps[5].channel.data<int32_t>()[0], -5 + 256);
  EXPECT_EQ(out.steps[6].channel.data<int32_t>()[0], 9 + 256);
  // Padded channels are 0 in both results.
  EXPECT_EQ(out.steps[5].imm, 256);
  EXPECT_EQ(out.steps[6].imm, 256);
}

TEST(EpilogueOfTwo, PublishedStepsStayAsTheyAre) {
  const auto first = biased({74}, 7, false);
  const auto out =
      rewrite_epilogue(first, limited(-3, -5, 9), EpilogueStyle::Published, {1, kLargestSum, true});
  EXPECT_EQ(out.of_first, first.size());
  EXPECT_EQ(out.steps.size(), first.size() + 3);
  EXPECT_EQ(out.steps[2].imm, 127);
  EXPECT_EQ(out.steps[5].channel.data<int32_t>()[0], -5);
}

TEST(EpilogueOfTwo, BothKeepTheLiftOrThereIsNone) {
  const auto lifted = [](std::vector<AluStep> second) {
    const auto out = rewrite_epilogue(biased({74}, 7, false), second, EpilogueStyle::Short,
                                      {1, kLargestSum, true});
    return out.steps[2].imm != 127;
  };
  constexpr int32_t kMost = std::numeric_limits<int32_t>::max() - 32767;
  EXPECT_TRUE(lifted(limited(0, 0, 127)));
  EXPECT_TRUE(lifted({imm(AluOp::Add, 3), imm(AluOp::Max, 0), imm(AluOp::Min, 127)}));
  EXPECT_TRUE(lifted(limited(0, 0, 128)));
  EXPECT_FALSE(lifted(limited(1, 0, 128))) << "nine bits";
  EXPECT_TRUE(lifted(limited(kMost - 128, 0, 127)));
  EXPECT_FALSE(lifted(limited(kMost - 127, 0, 127))) << "a sum that could wrap around";
  EXPECT_TRUE(lifted(limited(0, -kMost, 127)));
  EXPECT_FALSE(lifted(limited(0, -kMost - 1, 127))) << "a limit that could wrap around";
  std::vector<AluStep> steps = limited(0, 0, 127);
  steps[0].channel = {};
  EXPECT_FALSE(lifted(steps)) << "no data";
  EXPECT_FALSE(lifted({imm(AluOp::Shr, 1), imm(AluOp::Min, 127)}));
}

TEST(EpilogueOfTwo, HaveTheSameLow8Bits) {
  constexpr uint64_t kSeed = 23;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  int lifted = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const auto number = [&](int32_t most) {
      return static_cast<int32_t>(random() % static_cast<uint64_t>(2 * most + 1)) - most;
    };
    const auto shift = static_cast<int64_t>(1 + random() % 16);
    const auto first = biased({number(100000)}, shift, random() % 2 == 0);
    const auto second = limited(number(300), number(127), number(127));
    const auto out = rewrite_epilogue(first, second, EpilogueStyle::Short, {1, kLargestSum, true});
    lifted += out.steps[out.of_first - 1].imm != first.back().imm;
    const auto x =
        static_cast<int32_t>(std::clamp<int64_t>(number(300) << shift, -kLargestSum, kLargestSum));
    const std::span all(out.steps);
    const int32_t sum = run_steps(first, x);
    ASSERT_EQ(static_cast<int8_t>(sum), static_cast<int8_t>(run_steps(all.first(out.of_first), x)));
    ASSERT_EQ(static_cast<int8_t>(run_steps(second, sum)), static_cast<int8_t>(run_steps(all, x)));
    ASSERT_LE(run_steps(all, x), largest_after(all, std::numeric_limits<int32_t>::max()));
  }
  EXPECT_GT(lifted, 4000);
}

TEST(StepBounds, NoValueExceedsThem) {
  constexpr uint64_t kSeed = 22;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  const AluOp ops[] = {AluOp::Min, AluOp::Max, AluOp::Add, AluOp::Shr};
  int64_t known = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::vector<AluStep> steps;
    for (auto n = random() % 5; n > 0; --n) {
      const AluOp op = ops[random() % 4];
      const int64_t value = static_cast<int32_t>(random()) >> random() % 32;
      steps.push_back(op == AluOp::Shr    ? imm(op, static_cast<int64_t>(random() % 32))
                      : random() % 2 == 0 ? imm(op, value)
                                          : channel(op, {static_cast<int32_t>(value)}));
    }
    const int64_t magnitude = static_cast<int64_t>(random() % (uint64_t{1} << 31)) >> random() % 31;
    const int64_t most = largest_after(steps, magnitude);
    known += most < std::numeric_limits<int32_t>::max();
    for (const int64_t x : {magnitude, -magnitude, int64_t{0}, magnitude / 3})
      ASSERT_LE(run_steps(steps, static_cast<int32_t>(x)), most) << "of " << x;
  }
  EXPECT_GT(known, 5000);
}

TEST(StepBounds, AClipBoundsAnything) {
  const std::vector<AluStep> steps = {imm(AluOp::Min, 127), imm(AluOp::Max, -127)};
  EXPECT_EQ(largest_after(steps, std::numeric_limits<int32_t>::max()), 127);
  EXPECT_EQ(largest_after({}, 5), 5);
  EXPECT_EQ(largest_after({}, int64_t{1} << 31), std::numeric_limits<int32_t>::max());
}

TEST(Epilogue, ReluStaysWhereTheSumCouldWrap) {
  const auto out = rewrite_epilogue(with_relu(10, 7), EpilogueStyle::Short, {1, int64_t{1} << 31});
  EXPECT_EQ(out[1].op, AluOp::Max);
}

}  // namespace
}  // namespace vta
