#include "base/resource_policy.h"

#include <gmock/gmock.h>

#include <thread>

#include "base/resource_step.h"
#include "base/tensor.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

ResourcePolicy policy_of(int64_t bytes) {
  ResourcePolicy policy;
  policy.max_bytes = bytes;
  return policy;
}

TEST(CheckedProduct, ZeroNegativeAndOverflow) {
  EXPECT_EQ(checked_product(Shape{}), 1);
  EXPECT_EQ(checked_product(Shape{2, 3, 4}), 24);
  EXPECT_EQ(checked_product(Shape{2, 0, 4}), 0);
  EXPECT_EQ(checked_product(Shape{2, -1}), std::nullopt);
  EXPECT_EQ(checked_product(Shape{int64_t{1} << 32, int64_t{1} << 31}), std::nullopt);
  EXPECT_EQ(checked_bytes(Shape{int64_t{1} << 60}, 8), std::nullopt);
  EXPECT_EQ(checked_bytes(Shape{int64_t{1} << 59}, 8), int64_t{1} << 62);
}

// Parts of a shape are multiplied too (the rows before an axis): they must fit where the whole is
// 0.
TEST(CheckedProduct, AZeroHidesNoOverflow) {
  const int64_t large = int64_t{1} << 40;
  EXPECT_EQ(checked_product(Shape{large, large, 0}), std::nullopt);
  EXPECT_EQ(checked_product(Shape{0, large, large}), std::nullopt);
}

TEST(CheckedProduct, AnImpossibleShapeIsNamed) {
  EXPECT_THAT([] { num_elements({4, -2}); }, ThrowsMessage<InputError>(HasSubstr("(4, -2)")));
  EXPECT_THAT(
      [] {
        Tensor::zeros(DType::F32, {int64_t{1} << 40, int64_t{1} << 40});
      },
      ThrowsMessage<InputError>(HasSubstr("a float32 tensor of shape (1099511627776, ")));
}

TEST(ShapeText, LongShapesAreCut) {
  EXPECT_THAT(shape_text(Shape(1000, 1)), HasSubstr("1, ... 984 more)"));
}

TEST(ResourceScope, ATensorBeyondTheLimitIsNamedWithBoth) {
  const ResourceScope scope(policy_of(1 << 20));
  Tensor::zeros(DType::I8, {1 << 20});
  EXPECT_THAT([] { Tensor::zeros(DType::F32, {1 << 20}); },
              ThrowsMessage<ResourceError>(AllOf(HasSubstr("float32 tensor of shape (1048576)"),
                                                 HasSubstr("4.0 MiB"), HasSubstr("1.0 MiB"),
                                                 HasSubstr("--max-memory"))));
}

TEST(ResourceScope, TensorsCountWhileTheyLive) {
  const ResourceScope scope(policy_of(1000));
  {
    const Tensor a = Tensor::zeros(DType::I8, {600});
    const Tensor shared = a.reshaped({6, 100});
    EXPECT_EQ(scope.meter()->live_bytes(), 600);
    EXPECT_THAT([] { Tensor::zeros(DType::I8, {600}); },
                ThrowsMessage<ResourceError>(HasSubstr("beside the 600 bytes in use")));
  }
  EXPECT_EQ(scope.meter()->live_bytes(), 0);
  Tensor::zeros(DType::I8, {600});
}

TEST(ResourceScope, TensorsMayOutliveTheirScope) {
  Tensor kept;
  {
    const ResourceScope scope(policy_of(1000));
    kept = Tensor::zeros(DType::I8, {600});
  }
  EXPECT_EQ(scoped_meter(), nullptr);
  EXPECT_EQ(kept.size(), 600);
}

TEST(ResourceScope, TheInnermostCounts) {
  const ResourceScope outer(policy_of(1000));
  {
    const ResourceScope inner(policy_of(10));
    EXPECT_THROW(Tensor::zeros(DType::I8, {11}), ResourceError);
  }
  Tensor::zeros(DType::I8, {11});
}

TEST(ResourceScope, AThreadJoinsAnothersScope) {
  const ResourceScope scope(policy_of(1000));
  const Tensor mine = Tensor::zeros(DType::I8, {600});
  bool refused = false;
  std::thread([&] {
    const ResourceScope joined(scope.meter());
    try {
      Tensor::zeros(DType::I8, {600});
    } catch (const ResourceError&) {
      refused = true;
    }
  }).join();
  EXPECT_TRUE(refused);
}

TEST(ResourceMeter, StepsAndTimeAreBounded) {
  ResourcePolicy policy;
  policy.max_steps = 1000;
  policy.max_seconds = 0;
  ResourceMeter meter(policy);
  meter.require_steps(1000, "a pool");
  EXPECT_THAT([&] { meter.require_steps(1001, "a pool"); },
              ThrowsMessage<ResourceError>(HasSubstr("a pool takes about")));
  EXPECT_THAT([&] { meter.check_time("node 'x'"); },
              ThrowsMessage<ResourceError>(
                  AllOf(HasSubstr("--max-seconds 0"), HasSubstr("was reached at node 'x'"))));
}

TEST(ResourceMeter, SaysWhatIsBeingDone) {
  ResourceMeter meter{ResourcePolicy{}};
  meter.check_time("pass quantize");
  EXPECT_EQ(meter.doing(), "pass quantize");
}

TEST(ResourceMeter, WhatIsOverIsNotBeingDone) {
  const ResourceScope scope(ResourcePolicy{});
  {
    const ResourceStep outer("making the model of tiny");
    {
      const ResourceStep inner("pass quantize");
      EXPECT_EQ(resources().doing(), "pass quantize");
    }
    EXPECT_EQ(resources().doing(), "making the model of tiny");
  }
  EXPECT_EQ(resources().doing(), "");
  ResourcePolicy none;
  none.max_seconds = 0;
  const ResourceScope over(none);
  EXPECT_THROW(ResourceStep("pass pack"), ResourceError);
}

TEST(Bytes, AreReadAndWritten) {
  EXPECT_EQ(parse_bytes("1000", "--m"), 1000);
  EXPECT_EQ(parse_bytes("1K", "--m"), 1024);
  EXPECT_EQ(parse_bytes("512M", "--m"), int64_t{512} << 20);
  EXPECT_EQ(parse_bytes("1G", "--m"), int64_t{1} << 30);
  EXPECT_EQ(binary_bytes_text(1023), "1023 bytes");
  EXPECT_EQ(binary_bytes_text(int64_t{3} << 29), "1.5 GiB");
  for (const char* bad : {"", "G", "-1", "0", "1.5G", "1g", "1GB", "9999999999G", "1 G"})
    EXPECT_THAT([&] { parse_bytes(bad, "--max-memory"); },
                ThrowsMessage<UsageError>(HasSubstr("--max-memory is '")))
        << bad;
}

}  // namespace
}  // namespace vta
