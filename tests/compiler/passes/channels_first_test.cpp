#include <gmock/gmock.h>

#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;

Graph turned(const std::string& text, int64_t seed = -1) {
  PassContext context;
  return run_on_text(text, {"channels_first"}, context, seed);
}

// What the pass makes of a text, and that it computes the same.
void expect_turned(const std::string& text, const std::string& expected) {
  expect_listing(turned(text), expected);
  PassContext context;
  expect_same_values(run_on_text(text, {}, context, 4), turned(text, 4), 1e-5);
}

TEST(ChannelsFirst, AConvolutionTurnsWithItsWeightsAndBias) {
  expect_turned(R"(
def @main(%x: Tensor[(2, 5, 6, 3), float32]) {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 3, 3, 4), float32] */, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO");
  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(4), float32] */);
  nn.relu(%1)
})",
                R"(
def @main(%x: Tensor[(2, 5, 6, 3), float32]) {
  %0 = transpose(%x, axes=[0, 3, 1, 2]);
  %1 = nn.conv2d(%0, meta[relay.Constant][0] /* ty=Tensor[(4, 3, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3], data_layout="NCHW", kernel_layout="OIHW");
  %2 = add(%1, meta[relay.Constant][1] /* ty=Tensor[(4, 1, 1), float32] */);
  %3 = nn.relu(%2);
  transpose(%3, axes=[0, 2, 3, 1])
})");
}

TEST(ChannelsFirst, TransposesToAndFroGo) {
  expect_turned(R"(
def @main(%x: Tensor[(1, 3, 5, 6), float32]) {
  %0 = nn.relu(%x);
  %1 = transpose(%0, axes=[0, 2, 3, 1]);
  %2 = multiply(%1, meta[relay.Constant][0] /* ty=Tensor[(1, 1, 3), float32] */);
  %3 = nn.pad(%2, 0f, pad_width=[[0, 0], [1, 2], [3, 4], [0, 1]]);
  %4 = transpose(%3, axes=[0, 3, 1, 2]);
  exp(%4)
})",
                R"(
def @main(%x: Tensor[(1, 3, 5, 6), float32]) {
  %0 = nn.relu(%x);
  %1 = multiply(%0, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */);
  %2 = nn.pad(%1, 0f /* ty=float32 */, pad_width=[[0, 0], [0, 1], [1, 2], [3, 4]]);
  exp(%2)
})");
}

TEST(ChannelsFirst, PoolsConcatenationsAndNormsTurn) {
  expect_turned(R"(
def @main(%x: Tensor[(1, 4, 4, 3), float32]) {
  %0 = nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], layout="NHWC");
  %1 = nn.bias_add(%0, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */, axis=-1);
  %2 = concatenate((%0, %1), axis=3);
  %3 = nn.global_avg_pool2d(%2, layout="NHWC");
  nn.batch_flatten(%3)
})",
                R"(
def @main(%x: Tensor[(1, 4, 4, 3), float32]) {
  %0 = transpose(%x, axes=[0, 3, 1, 2]);
  %1 = nn.max_pool2d(%0, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], layout="NCHW");
  %2 = nn.bias_add(%1, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */, axis=1);
  %3 = concatenate((%1, %2), axis=1);
  %4 = nn.global_avg_pool2d(%3, layout="NCHW");
  nn.batch_flatten(%4)
})");
}

TEST(ChannelsFirst, AMeanWithoutAxesStaysOneOfAll) {
  expect_turned(R"(
def @main(%x: Tensor[(1, 4, 5, 3), float32]) {
  %0 = nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], layout="NHWC");
  %1 = mean(%0, keepdims=True);
  reshape(%1, newshape=[1])
})",
                R"(
def @main(%x: Tensor[(1, 4, 5, 3), float32]) {
  %0 = transpose(%x, axes=[0, 3, 1, 2]);
  %1 = nn.max_pool2d(%0, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], layout="NCHW");
  %2 = mean(%1, keepdims=True);
  %3 = transpose(%2, axes=[0, 2, 3, 1]);
  reshape(%3, newshape=[1])
})");
}

// Elements in the order of the old graph.
TEST(ChannelsFirst, WhatKeepsTheOrderOfElementsGetsIt) {
  for (const char* reader :
       {"nn.batch_flatten(%0)", "reshape(%0, newshape=[2, 12])", "nn.softmax(%0, axis=-1)",
        "mean(%0, axis=[1, 2])", "mean(%0, axis=[1, 2], keepdims=True)",
        "strided_slice(%0, begin=[0, 0, 0, 0], end=[1, 2, 2, 2], strides=[1, 1, 1, 1])"}) {
    SCOPED_TRACE(reader);
    const std::string text = fmt::format(R"(
def @main(%x: Tensor[(2, 4, 4, 3), float32]) {{
  %0 = nn.avg_pool2d(%x, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], layout="NHWC");
  {}
}})",
                                         reader);
    PassContext context;
    expect_same_values(run_on_text(text, {}, context, 4), turned(text, 4), 1e-6);
    EXPECT_THAT(print_graph(turned(text)), Not(HasSubstr("NHWC")));
  }
}

TEST(ChannelsFirst, BatchNormsAreTuples) {
  const std::string text = R"(
def @main(%x: Tensor[(2, 4, 4, 3), float32]) {
  %0 = nn.avg_pool2d(%x, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], layout="NHWC");
  %1 = nn.batch_norm(%0, meta[relay.Constant][0] /* ty=Tensor[(3), float32] */, meta[relay.Constant][1] /* ty=Tensor[(3), float32] */, meta[relay.Constant][2] /* ty=Tensor[(3), float32] */, meta[relay.Constant][3] /* ty=Tensor[(3), float32] */, axis=3);
  %2 = %1.0;
  nn.relu(%2)
})";
  PassContext context;
  expect_same_values(run_on_text(text, {}, context, 4), turned(text, 4), 1e-5);
  EXPECT_THAT(print_graph(turned(text)), HasSubstr("axis=1"));
}

TEST(ChannelsFirst, NetworksWithoutChannelsLastStayAsTheyAre) {
  const std::string text = R"(
def @main(%x: Tensor[(1, 3, 4, 4), float32]) {
  %0 = transpose(%x, axes=[0, 3, 1, 2]);
  %1 = exp(%0);
  nn.relu(%1)
})";
  expect_listing(turned(text), text);
}

}  // namespace
}  // namespace vta
