#include <gmock/gmock.h>

#include "base/error.h"
#include "compiler/graph/op_table.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using testing::HasSubstr;

TensorType f32(Shape shape) {
  return {std::move(shape), DType::F32};
}
TensorType i8(Shape shape) {
  return {std::move(shape), DType::I8};
}
TensorType i32(Shape shape) {
  return {std::move(shape), DType::I32};
}

std::string infer(std::string_view op, std::vector<TensorType> inputs, const Attrs& attrs = {}) {
  std::string text;
  for (const TensorType& type : infer_types(op, inputs, attrs))
    text.append(text.empty() ? "" : " ").append(type_text(type));
  return text;
}

std::string infer_error(std::string_view op, std::vector<TensorType> inputs,
                        const Attrs& attrs = {}) {
  return error_text<CompileError>([&] { infer(op, inputs, attrs); });
}

TEST(Conv2dShape, StridesAndPaddingOfFourValues) {
  EXPECT_EQ(infer("nn.conv2d", {f32({1, 3, 224, 224}), f32({64, 3, 7, 7})},
                  {{"strides", IntList{2, 2}}, {"padding", IntList{3, 3, 3, 3}}}),
            "Tensor[(1, 64, 112, 112), float32]");
}

TEST(Conv2dShape, UnevenPaddingIsTopLeftBottomRight) {
  EXPECT_EQ(infer("nn.conv2d", {f32({1, 1, 5, 5}), f32({1, 1, 3, 3})},
                  {{"padding", IntList{1, 0, 2, 5}}}),
            "Tensor[(1, 1, 6, 8), float32]");
}

TEST(Conv2dShape, PaddingOfTwoValuesIsHeightAndWidth) {
  EXPECT_EQ(
      infer("nn.conv2d", {f32({1, 1, 5, 5}), f32({1, 1, 3, 3})}, {{"padding", IntList{1, 0}}}),
      "Tensor[(1, 1, 5, 3), float32]");
}

TEST(Conv2dShape, DilationWidensTheWindow) {
  EXPECT_EQ(
      infer("nn.conv2d", {f32({1, 1, 9, 9}), f32({1, 1, 3, 3})}, {{"dilation", IntList{4, 2}}}),
      "Tensor[(1, 1, 1, 5), float32]");
}

TEST(Conv2dShape, NhwcWithHwio) {
  EXPECT_EQ(infer("nn.conv2d", {f32({32, 224, 224, 4}), f32({7, 7, 4, 64})},
                  {{"strides", IntList{2, 2}},
                   {"padding", IntList{3}},
                   {"data_layout", std::string("NHWC")},
                   {"kernel_layout", std::string("HWIO")}}),
            "Tensor[(32, 112, 112, 64), float32]");
}

TEST(Conv2dShape, OutDtypeIsTheResultType) {
  EXPECT_EQ(infer("nn.conv2d", {i8({1, 4, 4, 4}), i8({8, 4, 1, 1})},
                  {{"out_dtype", std::string("int32")}}),
            "Tensor[(1, 8, 4, 4), int32]");
}

TEST(Conv2dShape, DepthwiseGroups) {
  EXPECT_EQ(infer("nn.conv2d", {f32({1, 6, 4, 4}), f32({12, 1, 1, 1})}, {{"groups", int64_t{6}}}),
            "Tensor[(1, 12, 4, 4), float32]");
}

Attrs packed(std::string data, std::string kernel, int64_t channels) {
  return {{"channels", channels},
          {"data_layout", std::move(data)},
          {"kernel_layout", std::move(kernel)},
          {"out_dtype", std::string("int32")}};
}

TEST(Conv2dShape, PackedLayoutsKeepTheirBlocks) {
  EXPECT_EQ(infer("nn.conv2d", {i8({1, 4, 56, 56, 1, 16}), i8({8, 4, 1, 1, 16, 16})},
                  packed("NCHW1n16c", "OIHW16o16i", 128)),
            "Tensor[(1, 8, 56, 56, 1, 16), int32]");
}

TEST(Conv2dShape, PackedWithUnequalBlocksRoundsOutputGroupsUp) {
  // block_in 8, block_out 16, 40 output channels in 3 kernel groups: 48 channels, 3 groups of 16.
  EXPECT_EQ(infer("nn.conv2d", {i8({1, 2, 5, 5, 1, 16}), i8({3, 4, 1, 1, 16, 8})},
                  packed("NCHW1n16c", "OIHW16o8i", 40)),
            "Tensor[(1, 3, 5, 5, 1, 16), int32]");
  // block_in 16, block_out 8: 24 channels fill one and a half groups of 16.
  EXPECT_EQ(infer("nn.conv2d", {i8({1, 2, 5, 5, 1, 16}), i8({3, 2, 1, 1, 8, 16})},
                  packed("NCHW1n16c", "OIHW8o16i", 20)),
            "Tensor[(1, 2, 5, 5, 1, 16), int32]");
}

TEST(Conv2dShape, PackedInputMayHoldLessThanABlockMoreThanTheKernelReads) {
  // 8 real input channels: one kernel group of 8, but a whole data group of 16.
  EXPECT_EQ(infer("nn.conv2d", {i8({1, 1, 5, 5, 1, 16}), i8({1, 1, 1, 1, 16, 8})},
                  packed("NCHW1n16c", "OIHW16o8i", 16)),
            "Tensor[(1, 1, 5, 5, 1, 16), int32]");
}

TEST(Conv2dError, ChannelsDisagree) {
  EXPECT_THAT(infer_error("nn.conv2d", {f32({1, 3, 8, 8}), f32({4, 5, 3, 3})}),
              HasSubstr("nn.conv2d: kernel Tensor[(4, 5, 3, 3), float32] takes 5 channels"));
}

TEST(Conv2dError, WindowDoesNotFit) {
  EXPECT_THAT(infer_error("nn.conv2d", {f32({1, 1, 2, 8}), f32({1, 1, 3, 3})}),
              HasSubstr("a window of 3 does not fit height 2"));
}

TEST(Conv2dError, ElementTypesDiffer) {
  EXPECT_THAT(infer_error("nn.conv2d", {f32({1, 1, 8, 8}), i8({1, 1, 3, 3})}),
              HasSubstr("data is float32 but the kernel is int8"));
}

TEST(Conv2dError, DeclaredChannelsAndKernelSizeMustAgree) {
  EXPECT_THAT(
      infer_error("nn.conv2d", {f32({1, 1, 8, 8}), f32({4, 1, 3, 3})}, {{"channels", int64_t{5}}}),
      HasSubstr("channels=5 does not agree"));
  EXPECT_THAT(infer_error("nn.conv2d", {f32({1, 1, 8, 8}), f32({4, 1, 3, 3})},
                          {{"kernel_size", IntList{3, 5}}}),
              HasSubstr("kernel_size=[3, 5] does not agree"));
}

TEST(Conv2dError, GroupsMustDivide) {
  EXPECT_THAT(
      infer_error("nn.conv2d", {f32({1, 6, 8, 8}), f32({4, 2, 3, 3})}, {{"groups", int64_t{3}}}),
      HasSubstr("groups=3 must divide the 6 input and 4 output channels"));
}

// Channels beyond the groups' are the packing's padding, in and out.
TEST(Conv2d, GroupsOnPackedDataHaveAPlainKernel) {
  Attrs attrs{{"groups", int64_t{17}}, {"data_layout", std::string("NCHW1n16c")}};
  EXPECT_EQ(infer("nn.conv2d", {i8({1, 2, 4, 4, 1, 16}), i8({34, 1, 1, 1})}, attrs),
            "Tensor[(1, 3, 4, 4, 1, 16), int8]");
  EXPECT_THAT(infer_error("nn.conv2d", {i8({1, 1, 4, 4, 1, 16}), i8({34, 1, 1, 1})}, attrs),
              HasSubstr("takes 1 channels per group"));
  EXPECT_THAT(infer_error("nn.conv2d", {i8({1, 3, 4, 4, 1, 16}), i8({34, 1, 1, 1})}, attrs),
              HasSubstr("takes 1 channels per group"));
  EXPECT_THAT(infer_error("nn.conv2d", {i8({1, 2, 4, 4, 1, 16}), i8({33, 1, 1, 1})}, attrs),
              HasSubstr("groups=17 must divide"));
}

TEST(Conv2dError, GroupsArePlainOnly) {
  Attrs attrs = packed("NCHW1n16c", "OIHW16o16i", 32);
  attrs.set("groups", int64_t{2});
  EXPECT_THAT(infer_error("nn.conv2d", {i8({1, 2, 4, 4, 1, 16}), i8({2, 1, 1, 1, 16, 16})}, attrs),
              HasSubstr("groups=2 is not supported with the packed kernel_layout 'OIHW16o16i'"));
}

TEST(Conv2dError, RankMustBeTheLayouts) {
  EXPECT_THAT(infer_error("nn.conv2d", {i8({1, 4, 8, 8, 1, 16}), i8({4, 4, 3, 3})}),
              HasSubstr("does not have the rank of data_layout 'NCHW'"));
}

TEST(Conv2dError, BlocksMustBeTheLayouts) {
  EXPECT_THAT(infer_error("nn.conv2d", {i8({1, 4, 8, 8, 1, 8}), i8({4, 4, 1, 1, 16, 16})},
                          packed("NCHW1n16c", "OIHW16o16i", 64)),
              HasSubstr("has 8 where layout 'NCHW1n16c' says 16"));
}

TEST(Conv2dError, StrideOfZero) {
  EXPECT_THAT(infer_error("nn.conv2d", {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})},
                          {{"strides", IntList{0, 1}}}),
              HasSubstr("strides has 0: must be 1..1048576"));
}

TEST(Conv2dError, NegativeAndThreeValuedPadding) {
  EXPECT_THAT(
      infer_error("nn.conv2d", {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})}, {{"padding", IntList{-1}}}),
      HasSubstr("padding has -1"));
  EXPECT_THAT(infer_error("nn.conv2d", {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})},
                          {{"padding", IntList{1, 2, 3}}}),
              HasSubstr("padding has 3 values"));
}

TEST(Conv2dError, HugePaddingIsRefusedNotOverflowed) {
  EXPECT_THAT(infer_error("nn.conv2d", {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})},
                          {{"padding", IntList{int64_t{1} << 62}}}),
              HasSubstr("must be within"));
}

TEST(DenseShape, TakesRowsOfTheWeight) {
  EXPECT_EQ(infer("nn.dense", {f32({2, 512}), f32({10, 512})}, {{"units", int64_t{10}}}),
            "Tensor[(2, 10), float32]");
  EXPECT_EQ(infer("nn.dense", {i8({2, 8}), i8({3, 8})}, {{"out_dtype", std::string("int32")}}),
            "Tensor[(2, 3), int32]");
}

TEST(DenseError, WidthAndUnitsMustAgree) {
  EXPECT_THAT(infer_error("nn.dense", {f32({2, 511}), f32({10, 512})}),
              HasSubstr("takes 512 values per row"));
  EXPECT_THAT(infer_error("nn.dense", {f32({2, 4}), f32({10, 4})}, {{"units", int64_t{9}}}),
              HasSubstr("units=9 does not agree"));
}

TEST(PoolShape, DefaultLayoutOnPackedTensorPoolsAxesTwoAndThree) {
  EXPECT_EQ(infer("nn.max_pool2d", {i8({1, 4, 112, 112, 1, 16})},
                  {{"pool_size", IntList{3, 3}},
                   {"strides", IntList{2, 2}},
                   {"padding", IntList{1, 1, 1, 1}}}),
            "Tensor[(1, 4, 56, 56, 1, 16), int8]");
}

TEST(PoolShape, NhwcAndOneSidedPadding) {
  EXPECT_EQ(infer("nn.max_pool2d", {f32({32, 112, 112, 64})},
                  {{"pool_size", IntList{3, 3}},
                   {"strides", IntList{2, 2}},
                   {"padding", IntList{0, 0, 1, 1}},
                   {"layout", std::string("NHWC")}}),
            "Tensor[(32, 56, 56, 64), float32]");
}

TEST(PoolShape, CeilModeAddsAPartialWindow) {
  const Attrs floor = {{"pool_size", IntList{3}}, {"strides", IntList{2}}};
  Attrs ceil = floor;
  ceil.set("ceil_mode", true);
  EXPECT_EQ(infer("nn.max_pool2d", {f32({1, 1, 54, 55})}, floor),
            "Tensor[(1, 1, 26, 27), float32]");
  EXPECT_EQ(infer("nn.max_pool2d", {f32({1, 1, 54, 55})}, ceil), "Tensor[(1, 1, 27, 27), float32]");
}

TEST(PoolShape, CeilModeDropsAWindowThatBeginsBehindTheData) {
  // Extent 4, kernel 1, stride 3: windows at 0 and 3; a third at 6 would hold nothing.
  EXPECT_EQ(infer("nn.max_pool2d", {f32({1, 1, 4, 5})},
                  {{"pool_size", IntList{1}}, {"strides", IntList{3}}, {"ceil_mode", true}}),
            "Tensor[(1, 1, 2, 2), float32]");
}

TEST(PoolError, PaddingMustBeSmallerThanTheWindow) {
  EXPECT_THAT(infer_error("nn.avg_pool2d", {f32({1, 1, 8, 8})},
                          {{"pool_size", IntList{2, 2}}, {"padding", IntList{2}}}),
              HasSubstr("must be smaller than the window, whose span is"));
}

TEST(PoolError, NeedsPoolSize) {
  EXPECT_THAT(infer_error("nn.max_pool2d", {f32({1, 1, 8, 8})}), HasSubstr("pool_size is missing"));
}

TEST(GlobalPoolShape, KeepsChannels) {
  EXPECT_EQ(infer("nn.global_avg_pool2d", {i32({1, 512, 7, 7})}), "Tensor[(1, 512, 1, 1), int32]");
  EXPECT_EQ(infer("nn.global_max_pool2d", {f32({1, 7, 7, 5})}, {{"layout", std::string("NHWC")}}),
            "Tensor[(1, 1, 1, 5), float32]");
}

TEST(BatchNormShape, IsATupleOfThree) {
  EXPECT_EQ(infer("nn.batch_norm", {f32({1, 3, 4, 4}), f32({3}), f32({3}), f32({3}), f32({3})}),
            "Tensor[(1, 3, 4, 4), float32] Tensor[(3), float32] Tensor[(3), float32]");
}

TEST(BatchNormError, NamesTheWrongOperand) {
  EXPECT_THAT(
      infer_error("nn.batch_norm", {f32({1, 3, 4, 4}), f32({3}), f32({3}), f32({4}), f32({3})}),
      HasSubstr("mean is Tensor[(4), float32]"));
}

TEST(BiasAddError, BiasMustMatchTheAxis) {
  EXPECT_EQ(infer("nn.bias_add", {f32({1, 3, 4, 5}), f32({5})}, {{"axis", int64_t{-1}}}),
            "Tensor[(1, 3, 4, 5), float32]");
  EXPECT_THAT(infer_error("nn.bias_add", {f32({1, 3, 4, 5}), f32({5})}),
              HasSubstr("must have shape (3)"));
}

TEST(BinaryShape, BroadcastsAsNumpyDoes) {
  EXPECT_EQ(infer("add", {i32({1, 4, 2, 2, 1, 16}), i32({4, 1, 1, 1, 16})}),
            "Tensor[(1, 4, 2, 2, 1, 16), int32]");
  EXPECT_EQ(infer("multiply", {f32({}), f32({3, 1})}), "Tensor[(3, 1), float32]");
  EXPECT_EQ(infer("right_shift", {i32({}), i32({})}), "int32");
}

TEST(BinaryError, ShapesOrTypesDiffer) {
  EXPECT_THAT(infer_error("add", {f32({2, 3}), f32({2})}),
              HasSubstr("do not broadcast: 3 against 2"));
  EXPECT_THAT(infer_error("add", {f32({2}), i32({2})}), HasSubstr("element types must be equal"));
  EXPECT_THAT(infer_error("right_shift", {f32({2}), f32({2})}), HasSubstr("integer type"));
}

TEST(ClipError, BoundsAreNeededAndOrdered) {
  EXPECT_THAT(infer_error("clip", {f32({2})}, {{"a_min", 1.0}}), HasSubstr("a_min and a_max"));
  EXPECT_THAT(infer_error("clip", {f32({2})}, {{"a_min", 1.0}, {"a_max", 0.0}}),
              HasSubstr("a_min=1 must not be above a_max=0"));
}

TEST(CastError, UnknownElementType) {
  EXPECT_EQ(infer("cast", {f32({2})}, {{"dtype", std::string("int8")}}), "Tensor[(2), int8]");
  EXPECT_THAT(infer_error("cast", {f32({2})}, {{"dtype", std::string("int7")}}),
              HasSubstr("unknown element type 'int7'"));
}

TEST(CastHintShape, KeepsTheType) {
  EXPECT_EQ(infer("annotation.cast_hint", {f32({2})}, {{"dtype", std::string("int8")}}),
            "Tensor[(2), float32]");
}

TEST(ReshapeShape, ZeroCopiesAndMinusOneInfers) {
  EXPECT_EQ(infer("reshape", {f32({2, 3, 4})}, {{"newshape", IntList{0, -1}}}),
            "Tensor[(2, 12), float32]");
}

TEST(ReshapeError, ElementsMustStay) {
  EXPECT_THAT(infer_error("reshape", {f32({2, 3})}, {{"newshape", IntList{4, -1}}}),
              HasSubstr("newshape [4, -1] does not hold the 6 elements"));
  EXPECT_THAT(infer_error("reshape", {f32({2, 3})}, {{"newshape", IntList{-1, -1}}}),
              HasSubstr("at most one -1"));
  EXPECT_THAT(infer_error("reshape", {f32({2, 3})}, {{"newshape", IntList(9, int64_t{1} << 30)}}),
              HasSubstr("does not hold"));
}

TEST(TransposeShape, PermutesOrReverses) {
  EXPECT_EQ(infer("transpose", {f32({1, 2, 3})}, {{"axes", IntList{0, 2, 1}}}),
            "Tensor[(1, 3, 2), float32]");
  EXPECT_EQ(infer("transpose", {f32({1, 2, 3})}), "Tensor[(3, 2, 1), float32]");
}

TEST(TransposeError, AxesMustBeAPermutation) {
  EXPECT_THAT(infer_error("transpose", {f32({1, 2})}, {{"axes", IntList{0, 0}}}),
              HasSubstr("axis 0 occurs twice"));
  EXPECT_THAT(infer_error("transpose", {f32({1, 2})}, {{"axes", IntList{0, 2}}}),
              HasSubstr("axis 2 is outside a tensor of rank 2"));
}

TEST(SqueezeShape, NamedOrAllUnitAxes) {
  EXPECT_EQ(infer("squeeze", {f32({1, 2, 1})}), "Tensor[(2), float32]");
  EXPECT_EQ(infer("squeeze", {f32({1, 2, 1})}, {{"axis", IntList{-1}}}), "Tensor[(1, 2), float32]");
  EXPECT_THAT(infer_error("squeeze", {f32({1, 2, 1})}, {{"axis", IntList{1}}}),
              HasSubstr("only 1 can be squeezed"));
}

TEST(ExpandDimsShape, InsertsAxes) {
  EXPECT_EQ(infer("expand_dims", {f32({2})}, {{"axis", int64_t{1}}, {"num_newaxis", int64_t{2}}}),
            "Tensor[(2, 1, 1), float32]");
}

TEST(ConcatenateShape, JoinsOneAxis) {
  EXPECT_EQ(infer("concatenate", {f32({1, 2, 4}), f32({1, 3, 4})}, {{"axis", int64_t{1}}}),
            "Tensor[(1, 5, 4), float32]");
  EXPECT_THAT(infer_error("concatenate", {f32({1, 2, 4}), f32({1, 3, 5})}, {{"axis", int64_t{1}}}),
              HasSubstr("does not agree with"));
}

TEST(SplitShape, EqualPartsOrPlaces) {
  EXPECT_EQ(infer("split", {f32({6, 2})}, {{"indices_or_sections", int64_t{2}}}),
            "Tensor[(3, 2), float32] Tensor[(3, 2), float32]");
  EXPECT_EQ(infer("split", {f32({6})}, {{"indices_or_sections", IntList{1, 4}}}),
            "Tensor[(1), float32] Tensor[(3), float32] Tensor[(2), float32]");
  EXPECT_THAT(infer_error("split", {f32({6})}, {{"indices_or_sections", int64_t{4}}}),
              HasSubstr("must divide extent 6"));
}

TEST(StridedSliceShape, NegativeAndClampedEnds) {
  EXPECT_EQ(
      infer("strided_slice", {f32({10, 4})},
            {{"begin", IntList{-5, 1}}, {"end", IntList{100, -1}}, {"strides", IntList{2, 1}}}),
      "Tensor[(3, 2), float32]");
  EXPECT_EQ(infer("strided_slice", {f32({10, 4})},
                  {{"begin", IntList{1}}, {"end", IntList{3}}, {"axes", IntList{1}}}),
            "Tensor[(10, 2), float32]");
  EXPECT_THAT(
      infer_error("strided_slice", {f32({4})}, {{"begin", IntList{3}}, {"end", IntList{3}}}),
      HasSubstr("is empty"));
}

TEST(MeanShape, AxesKeptDroppedOrExcluded) {
  EXPECT_EQ(infer("mean", {f32({2, 3, 4, 5})}, {{"axis", IntList{1, 2}}, {"keepdims", true}}),
            "Tensor[(2, 1, 1, 5), float32]");
  EXPECT_EQ(infer("mean", {f32({2, 3, 4})}, {{"axis", IntList{1}}, {"exclude", true}}),
            "Tensor[(3), float32]");
  EXPECT_EQ(infer("mean", {f32({2, 3})}), "float32");
}

TEST(PadShape, GrowsEachAxis) {
  EXPECT_EQ(infer("nn.pad", {f32({1, 2}), i32({})},
                  {{"pad_width", std::vector<IntList>{{0, 1}, {2, 3}}}}),
            "Tensor[(2, 7), float32]");
  EXPECT_THAT(infer_error("nn.pad", {f32({1, 2})}, {{"pad_width", std::vector<IntList>{{0, 1}}}}),
              HasSubstr("pad_width has 1 pair, data"));
}

TEST(BroadcastToShape, OnlyUnitAxesGrow) {
  EXPECT_EQ(infer("broadcast_to", {f32({4, 1})}, {{"shape", IntList{2, 4, 3}}}),
            "Tensor[(2, 4, 3), float32]");
  EXPECT_THAT(infer_error("broadcast_to", {f32({4, 2})}, {{"shape", IntList{4, 1}}}),
              HasSubstr("cannot be broadcast"));
}

TEST(RecurrentShape, FollowsFromDataAndRecurrence) {
  const auto operands = [](int64_t gates) {
    return std::vector<TensorType>{
        f32({7, 2, 3}),    f32({gates * 5, 3}), f32({gates * 5, 5}), f32({2 * gates * 5}),
        {{2}, DType::I32}, f32({2, 5}),         f32({2, 5}),         f32({15})};
  };
  EXPECT_EQ(infer("nn.lstm", operands(4)),
            "Tensor[(7, 2, 5), float32] Tensor[(2, 5), float32] Tensor[(2, 5), float32]");
  EXPECT_THAT(infer_error("nn.lstm", operands(3)),
              HasSubstr("nn.lstm: the weight is Tensor[(15, 3), float32], expected Tensor[(20, 3), "
                        "float32]"));
  std::vector<TensorType> rnn = operands(1);
  rnn.resize(6);
  EXPECT_EQ(infer("nn.rnn", rnn), "Tensor[(7, 2, 5), float32] Tensor[(2, 5), float32]");
  const auto refused = [&](const Attrs& attrs) { return infer_error("nn.rnn", rnn, attrs); };
  EXPECT_THAT(refused({{"clip", 0.0}}), HasSubstr("clip=0 must be above 0"));
  EXPECT_THAT(refused({{"activations", std::string("tanh, tanh")}}),
              HasSubstr("activations 'tanh, tanh' are 2: nn.rnn has 1"));
  for (const char* text :
       {"", "tan", "tanh(1)", "elu(x)", "elu(1", "affine", "affine(1)", "relu()"})
    EXPECT_THAT(refused({{"activations", std::string(text)}}),
                HasSubstr(fmt::format("activation '{}' is unknown: one of affine, elu, ", text)));
  rnn[4] = f32({2});
  EXPECT_THAT(refused({}), HasSubstr("the lengths is Tensor[(2), float32], expected Tensor[(2), "
                                     "int32]"));
  rnn[0] = f32({7, 2});
  EXPECT_THAT(refused({}),
              HasSubstr("data Tensor[(7, 2), float32] must be (steps, batch, inputs)"));
}

TEST(SampleShapes, CountsAndCoordinatesAreChecked) {
  EXPECT_EQ(infer("topk", {f32({4, 6})}, {{"k", int64_t{3}}, {"axis", int64_t{0}}}),
            "Tensor[(3, 6), float32] Tensor[(3, 6), int64]");
  for (const int64_t k : {0, 7})
    EXPECT_THAT(infer_error("topk", {f32({4, 6})}, {{"k", k}}),
                HasSubstr(fmt::format("k={} must be 1 to the extent 6 of axis 1", k)));
  EXPECT_EQ(infer("image.grid_sample", {f32({2, 3, 4, 5}), f32({2, 7, 8, 2})}),
            "Tensor[(2, 3, 7, 8), float32]");
  EXPECT_THAT(
      infer_error("image.grid_sample", {f32({2, 3, 4, 5}), f32({2, 7, 8, 3})}),
      HasSubstr("do not agree: (n, c, one to three axes) and (n, axes of the result, number "
                "of axes)"));
  EXPECT_THAT(infer_error("image.grid_sample", {f32({2, 3, 4, 5}), f32({2, 7, 8, 2})},
                          {{"method", std::string("lanczos")}}),
              HasSubstr("method 'lanczos' is unknown: linear, nearest, cubic"));
  EXPECT_THAT(infer_error("require", {f32({2}), f32({})}),
              HasSubstr("the condition float32 must be one bool"));
}

TEST(OpTable, UnknownOperatorNamesNearOnes) {
  EXPECT_THAT(infer_error("nn.conv2D", {}), HasSubstr("near names are nn.conv2d"));
  EXPECT_THAT(infer_error("relu", {}), HasSubstr("near names are nn.relu"));
}

TEST(OpTable, UnknownAttributeListsTheKnown) {
  EXPECT_THAT(infer_error("nn.softmax", {f32({2})}, {{"axes", int64_t{0}}}),
              HasSubstr("nn.softmax: unknown attribute 'axes', known are: axis"));
}

TEST(OpTable, AttributeOfAnotherTypeIsNamed) {
  EXPECT_THAT(infer_error("nn.softmax", {f32({2})}, {{"axis", std::string("x")}}),
              HasSubstr("attribute 'axis' must be an integer"));
}

TEST(OpTable, OperandCountIsChecked) {
  EXPECT_THAT(infer_error("add", {f32({2})}), HasSubstr("add: has 1 operand, expected 2"));
  EXPECT_THAT(infer_error("concatenate", {}), HasSubstr("expected 1 or more"));
}

TEST(OpTable, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const OpSpec& spec : op_table())
    EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
}

TEST(AttentionShape, RowsOfQueriesAndHeadsOfValues) {
  const Attrs attrs = {{"batch", 2}, {"num_heads", 6}, {"kv_heads", 2}, {"fraction", 9}};
  EXPECT_EQ(infer("qnn.attention", {i8({10, 48}), i8({14, 16}), i8({14, 20})}, attrs),
            "Tensor[(10, 60), int8]");
}

TEST(AttentionShape, WhatDoesNotFitIsNamed) {
  const auto error = [](Shape q, Shape k, Shape v, const Attrs& attrs) {
    return infer_error("qnn.attention", {i8(std::move(q)), i8(std::move(k)), i8(std::move(v))},
                       attrs);
  };
  EXPECT_EQ(infer_error("qnn.attention", {f32({4, 8}), i8({4, 8}), i8({4, 8})}),
            "qnn.attention: the queries are Tensor[(4, 8), float32], expected int8 rows of "
            "channels");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 2, 4}, {}),
            "qnn.attention: the values are Tensor[(4, 2, 4), int8], expected int8 rows of "
            "channels");
  EXPECT_EQ(error({4, 8}, {4, 8}, {5, 8}, {}), "qnn.attention: 4 rows of keys, 5 of values");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 8}, {{"num_heads", 3}}),
            "qnn.attention: 8 channels of queries cannot be divided among 3 heads");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 8}, {{"batch", 3}}),
            "qnn.attention: 4 rows of queries cannot be divided among 3 images");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 8}, {{"num_heads", 4}, {"kv_heads", 3}}),
            "qnn.attention: 4 heads of queries cannot be divided among 3 of keys");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 8}, {{"num_heads", 4}, {"kv_heads", 8}}),
            "qnn.attention: kv_heads 8 must be in 1..4");
  EXPECT_EQ(error({4, 8}, {4, 12}, {4, 8}, {{"num_heads", 2}}),
            "qnn.attention: a head of queries has 4 channels, one of keys 6");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 8}, {{"fraction", 16}}),
            "qnn.attention: fraction 16 must be in 1..15");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 8}, {{"shift", 31}}),
            "qnn.attention: shift 31 must be in 0..30");
  EXPECT_EQ(error({4, 8}, {4, 8}, {4, 8}, {{"exp", "table"}}),
            "qnn.attention: exp 'table' must be 'steps', 'exp2' or 'any'");
  EXPECT_EQ(error({1, 8}, {131073, 8}, {131073, 8}, {}),
            "qnn.attention: 131073 keys of 8 channels: at most 131072 and 65536 are defined");
}

}  // namespace
}  // namespace vta
