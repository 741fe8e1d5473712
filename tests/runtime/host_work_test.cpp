// The kinds of the host's steps and their bytes, counted by hand.
#include "runtime/host_work.h"

#include <gmock/gmock.h>

#include <limits>

#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using test::make_add_program;
using ::testing::ElementsAre;
using ::testing::Optional;

constexpr auto kQuantize = HostStepKind::Quantize, kDequantize = HostStepKind::Dequantize,
               kOther = HostStepKind::Other;

// Steps of operators on values of 8 elements, one after the other.
class HostWorkTest : public ::testing::Test {
 protected:
  HostWorkTest() { at_ = value(DType::F32); }

  int64_t value(DType dtype, const Shape& shape = {1, 8}, Tensor constant = {}) {
    p_.values.push_back({"v", dtype, shape, std::move(constant)});
    return static_cast<int64_t>(p_.values.size()) - 1;
  }
  int64_t constant(const Shape& shape) {
    return value(DType::F32, shape, Tensor::zeros(DType::F32, shape));
  }
  // An operator on what the one before made, and its result.
  int64_t then(const std::string& op, DType result = DType::F32, std::vector<int64_t> more = {}) {
    std::vector<int64_t> inputs = {at_};
    inputs.insert(inputs.end(), more.begin(), more.end());
    at_ = value(result);
    p_.steps.emplace_back(HostOpStep{op, {}, std::move(inputs), {at_}});
    return at_;
  }
  std::vector<HostStepKind> kinds() const {
    std::vector<HostStepKind> out;
    for (const auto& kind : host_step_kinds(p_))
      out.push_back(kind.value());
    return out;
  }

  Program p_;
  int64_t at_ = -1;
};

TEST_F(HostWorkTest, ACastToInt8TakesScaleRoundAndClipBeforeIt) {
  then("nn.relu");
  then("multiply", DType::F32, {constant({})});
  then("round");
  then("clip");
  then("cast", DType::I8);
  EXPECT_THAT(kinds(), ElementsAre(kOther, kQuantize, kQuantize, kQuantize, kQuantize));
}

TEST_F(HostWorkTest, WhatANetworkMultipliesBeforeIsItsOwn) {
  then("multiply", DType::F32, {constant({})});
  then("multiply", DType::F32, {constant({})});
  then("cast", DType::I8);
  EXPECT_THAT(kinds(), ElementsAre(kOther, kQuantize, kQuantize));
}

TEST_F(HostWorkTest, AScaleIsOneNumber) {
  then("multiply", DType::F32, {constant({1, 8})});
  then("cast", DType::I8);
  EXPECT_THAT(kinds(), ElementsAre(kOther, kQuantize));
}

TEST_F(HostWorkTest, AScaleMayStandOnTheLeft) {
  const int64_t scale = constant({});
  then("cast", DType::I8);
  at_ = value(DType::F32);
  p_.steps.emplace_back(HostOpStep{"cast", {}, {at_ - 1}, {at_}});
  const int64_t real = at_;
  at_ = scale;
  then("multiply", DType::F32, {real});
  EXPECT_THAT(kinds(), ElementsAre(kQuantize, kDequantize, kDequantize));
}

TEST_F(HostWorkTest, WhatAnotherOperatorReadsTooIsNoPartOfAQuantization) {
  const int64_t scaled = then("multiply", DType::F32, {constant({})});
  then("cast", DType::I8);
  at_ = scaled;
  then("nn.relu");
  EXPECT_THAT(kinds(), ElementsAre(kOther, kQuantize, kOther));
}

TEST_F(HostWorkTest, AValueThatIsWrittenAgainHasTheReadersOfItsLastStep) {
  const int64_t scaled = then("multiply", DType::F32, {constant({})});
  then("cast", DType::I8);
  p_.steps.emplace_back(HostOpStep{"nn.relu", {}, {0}, {scaled}});
  at_ = scaled;
  then("nn.relu");
  EXPECT_THAT(kinds(), ElementsAre(kQuantize, kQuantize, kOther, kOther));
}

TEST_F(HostWorkTest, OnlyTheFirstScaleBehindACastToFloatIsADequantization) {
  at_ = value(DType::I8);
  const int64_t real = then("cast");
  then("multiply", DType::F32, {constant({})});
  then("multiply", DType::F32, {constant({})});
  EXPECT_THAT(kinds(), ElementsAre(kDequantize, kDequantize, kOther));
  at_ = real;
  then("nn.relu");  // now the cast is a value of its own
  EXPECT_THAT(kinds(), ElementsAre(kDequantize, kOther, kOther, kOther));
}

TEST_F(HostWorkTest, CastsBetweenOtherTypesAreOther) {
  at_ = value(DType::I8);
  then("cast", DType::I32);
  then("cast", DType::F32);
  EXPECT_THAT(kinds(), ElementsAre(kOther, kOther));
}

TEST(HostWork, EveryKindOfStepHasItsBytes) {
  Program p = make_add_program(1, 2);  // 64 elements
  p.device_tensors.push_back({"wide", 256, p.device_tensors[0].layout});
  p.device_tensors.back().layout.dtype = DType::I32;
  p.steps.emplace_back(ConvertStep{0, 3});
  p.values.push_back({"columns", DType::I8, {1, 32, 1, 4}, {}});
  p.steps.emplace_back(HostOpStep{"nn.im2col", {}, {0}, {5}});
  p.steps.emplace_back(HostOpStep{"nn.relu", {}, {4}, {4}});
  const auto kinds = host_step_kinds(p);
  ASSERT_EQ(kinds.size(), 8u);
  EXPECT_EQ(kinds[0], HostStepKind::Pack);
  EXPECT_EQ(kinds[1], std::nullopt);
  const std::vector<double> seconds = {1, 50, 2, 4, 8, 16, 32, 64};
  const auto work = host_work(p, seconds);
  const auto expect = [&](HostStepKind kind, int64_t steps, int64_t read, int64_t written,
                          double s) {
    const HostWork& sum = work[static_cast<size_t>(kind)];
    EXPECT_EQ(sum.steps, steps) << host_step_kind_name(kind);
    EXPECT_EQ(sum.read_bytes, read) << host_step_kind_name(kind);
    EXPECT_EQ(sum.written_bytes, written) << host_step_kind_name(kind);
    EXPECT_THAT(sum.seconds, Optional(s)) << host_step_kind_name(kind);
  };
  expect(HostStepKind::Quantize, 0, 0, 0, 0);
  expect(HostStepKind::Im2col, 1, 64, 128, 32);
  expect(HostStepKind::Pack, 1, 64, 64, 1);
  expect(HostStepKind::Convert, 1, 64, 256, 16);
  expect(HostStepKind::Unpack, 1, 64, 64, 2);
  expect(HostStepKind::Dequantize, 2, 64 + 256 + 4, 256 + 256, 4 + 8);
  expect(HostStepKind::Other, 1, 256, 256, 64);
  const HostWork all = total(work);
  EXPECT_EQ(all.steps, 7);
  EXPECT_EQ(all.read_bytes, 64 + 64 + 64 + 64 + 324 + 256);
  EXPECT_EQ(all.written_bytes, 128 + 64 + 256 + 64 + 512 + 256);
  EXPECT_THAT(all.seconds, Optional(127.0));
}

TEST(HostWork, BlocksThatAreNotFullMoveToo) {
  Program p = make_add_program(1, 2);
  p.values[0].shape = {1, 3, 1, 4};
  p.device_tensors[0].layout.c = 3;
  const HostWork pack = host_work(p, {})[static_cast<size_t>(HostStepKind::Pack)];
  EXPECT_EQ(pack.read_bytes, 12);
  EXPECT_EQ(pack.written_bytes, 64);
}

TEST(HostWork, StepsThatWereLeftOutHaveNoSeconds) {
  const auto work = host_work(make_add_program(1, 2), {});
  for (const HostWork& sum : work)
    EXPECT_EQ(sum.seconds, std::nullopt);
  EXPECT_EQ(total(work).steps, 4);
  EXPECT_EQ(total(work).seconds, std::nullopt);
}

TEST(HostWork, SumsBeyondTheLargestNumberAreIt) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  HostWork sum{.steps = 1, .read_bytes = kMost - 1, .written_bytes = 5};
  sum += {.steps = 1, .read_bytes = 2, .written_bytes = 6};
  EXPECT_EQ(sum.read_bytes, kMost);
  EXPECT_EQ(sum.written_bytes, 11);
}

TEST(HostWork, NamesAreApart) {
  std::vector<std::string_view> names;
  for (const HostStepKind kind : kHostStepKinds)
    names.push_back(host_step_kind_name(kind));
  EXPECT_THAT(
      names, ElementsAre("quantize", "im2col", "pack", "convert", "unpack", "dequantize", "other"));
}

}  // namespace
}  // namespace vta
