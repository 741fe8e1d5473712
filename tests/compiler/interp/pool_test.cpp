#include <gmock/gmock.h>

#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Attrs pool(int64_t size, int64_t stride, IntList padding = {0, 0, 0, 0}) {
  return {{"pool_size", IntList{size, size}},
          {"strides", IntList{stride, stride}},
          {"padding", std::move(padding)}};
}

Tensor grid() {
  return make<float>({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
}

TEST(Pool, MaxTakesTheLargestOfEachWindow) {
  EXPECT_THAT(values<float>(eval("nn.max_pool2d", {grid()}, pool(2, 1))), ElementsAre(5, 6, 8, 9));
}

TEST(Pool, MaxIgnoresPads) {
  const Tensor x = make<int8_t>({1, 1, 2, 2}, {-5, -6, -7, -8});
  EXPECT_THAT(values<int8_t>(eval("nn.max_pool2d", {x}, pool(2, 2, {1, 1, 1, 1}))),
              ElementsAre(-5, -6, -7, -8));
}

TEST(Pool, MaxOnAPackedTensorPoolsAxes2And3) {
  const Tensor x = make<int8_t>({1, 1, 2, 2, 1, 2}, {1, 8, 2, 7, 3, 6, 4, 5});
  EXPECT_THAT(values<int8_t>(eval("nn.max_pool2d", {x}, pool(2, 2))), ElementsAre(4, 8));
}

TEST(Pool, ChannelsLastPoolsAxes1And2) {
  Attrs attrs = pool(2, 2);
  attrs.set("layout", std::string("NHWC"));
  const Tensor x = make<float>({1, 2, 2, 2}, {1, 8, 2, 7, 3, 6, 4, 5});
  EXPECT_THAT(values<float>(eval("nn.max_pool2d", {x}, attrs)), ElementsAre(4, 8));
}

TEST(Pool, DilationSkipsValues) {
  Attrs attrs = pool(2, 1);
  attrs.set("dilation", IntList{2, 2});
  const Tensor x = make<float>({1, 1, 3, 3}, {1, 99, 3, 99, 99, 99, 7, 99, 5});
  EXPECT_THAT(values<float>(eval("nn.max_pool2d", {x}, attrs)), ElementsAre(7));
}

TEST(Pool, SumAddsWhatLiesInside) {
  const Tensor x = make<int32_t>({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_THAT(values<int32_t>(eval("nn.sum_pool2d", {x}, pool(2, 2, {1, 1, 0, 0}))),
              ElementsAre(1, 5, 11, 28));
}

TEST(Pool, AverageCountsOnlyTheInsideByDefault) {
  EXPECT_THAT(values<float>(eval("nn.avg_pool2d", {grid()}, pool(2, 2, {1, 1, 0, 0}))),
              ElementsAre(1, 2.5f, 5.5f, 7));
}

TEST(Pool, AverageCanCountPads) {
  Attrs attrs = pool(2, 2, {1, 1, 0, 0});
  attrs.set("count_include_pad", true);
  EXPECT_THAT(values<float>(eval("nn.avg_pool2d", {grid()}, attrs)),
              ElementsAre(0.25f, 1.25f, 2.75f, 7));
}

TEST(Pool, CeilModeKeepsTheLastPartialWindow) {
  Attrs attrs = pool(2, 2);
  attrs.set("ceil_mode", true);
  EXPECT_THAT(values<float>(eval("nn.max_pool2d", {grid()}, attrs)), ElementsAre(5, 6, 8, 9));
  attrs.set("count_include_pad", true);
  EXPECT_THAT(values<float>(eval("nn.avg_pool2d", {grid()}, attrs)), ElementsAre(3, 4.5f, 7.5f, 9));
}

TEST(Pool, GlobalReducesEachPlane) {
  const Tensor x = make<float>({1, 2, 1, 2}, {1, 3, -5, -7});
  EXPECT_THAT(values<float>(eval("nn.global_avg_pool2d", {x})), ElementsAre(2, -6));
  EXPECT_THAT(values<float>(eval("nn.global_max_pool2d", {x})), ElementsAre(3, -5));
}

TEST(Pool, IntegerAverageGoesTowardsZero) {
  const Tensor x = make<int32_t>({1, 2, 1, 2}, {3, 4, -3, -4});
  EXPECT_THAT(values<int32_t>(eval("nn.global_avg_pool2d", {x})), ElementsAre(3, -3));
}

TEST(Pool, Int8AverageDoesNotOverflow) {
  const Tensor x = make<int8_t>({1, 1, 2, 2}, {127, 127, 127, 126});
  EXPECT_THAT(values<int8_t>(eval("nn.global_avg_pool2d", {x})), ElementsAre(126));
}

TEST(Pool, AnUnusualLayoutIsRefused) {
  Attrs attrs = pool(1, 1);
  attrs.set("layout", std::string("NHCW"));
  const auto call = [&] { eval("nn.max_pool2d", {grid()}, attrs); };
  EXPECT_THAT(error_of<CompileError>(call), HasSubstr("W must follow H"));
}

}  // namespace
}  // namespace vta
