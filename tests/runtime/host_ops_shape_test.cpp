#include "compiler/interp/interpreter.h"
#include "tests/runtime/host_ops_test_util.h"

namespace vta {
namespace {

using test::op_error;
using test::run_op;
using test::tensor;
using test::values_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Tensor k2x3 = tensor<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});

TEST(HostShape, ReshapeCopiesAndInfersExtents) {
  EXPECT_EQ(run_op("reshape", {k2x3}, {{"newshape", IntList{0, -1, 1}}}).shape(), (Shape{2, 3, 1}));
  EXPECT_EQ(run_op("reshape", {k2x3}, {{"newshape", IntList{-1}}}).shape(), (Shape{6}));
}

TEST(HostShape, ReshapeRefusesOtherSizes) {
  EXPECT_THAT(op_error("reshape", {k2x3}, {{"newshape", IntList{4, 2}}}),
              HasSubstr("does not hold the 6 elements"));
  EXPECT_THAT(op_error("reshape", {k2x3}, {{"newshape", IntList{4, -1}}}),
              HasSubstr("does not hold the 6 elements"));
  EXPECT_THAT(op_error("reshape", {k2x3}), HasSubstr("newshape is missing"));
}

TEST(HostShape, TransposePermutes) {
  EXPECT_THAT(values_of<int32_t>(run_op("transpose", {k2x3})), ElementsAre(1, 4, 2, 5, 3, 6));
  const Tensor t = tensor<int8_t>({1, 2, 2}, {1, 2, 3, 4});
  EXPECT_THAT(values_of<int8_t>(run_op("transpose", {t}, {{"axes", IntList{2, 0, 1}}})),
              ElementsAre(1, 3, 2, 4));
}

TEST(HostShape, TransposeRefusesWhatIsNoPermutation) {
  EXPECT_THAT(op_error("transpose", {k2x3}, {{"axes", IntList{0, 0}}}),
              HasSubstr("axis 0 occurs twice"));
  EXPECT_THAT(op_error("transpose", {k2x3}, {{"axes", IntList{0, 5}}}), HasSubstr("axis 5"));
}

TEST(HostShape, SqueezeAndExpandDims) {
  const Tensor t = tensor<int8_t>({1, 2, 1}, {1, 2});
  EXPECT_EQ(run_op("squeeze", {t}).shape(), (Shape{2}));
  EXPECT_EQ(run_op("squeeze", {t}, {{"axis", IntList{-1}}}).shape(), (Shape{1, 2}));
  EXPECT_EQ(
      run_op("expand_dims", {k2x3}, {{"axis", int64_t{1}}, {"num_newaxis", int64_t{2}}}).shape(),
      (Shape{2, 1, 1, 3}));
  EXPECT_THAT(op_error("squeeze", {k2x3}, {{"axis", IntList{0}}}),
              HasSubstr("only 1 can be squeezed"));
}

TEST(HostShape, BatchFlatten) {
  EXPECT_EQ(run_op("nn.batch_flatten", {Tensor::zeros(DType::F32, {2, 3, 4, 5})}).shape(),
            (Shape{2, 60}));
}

TEST(HostShape, ConcatenateJoinsAlongAnAxis) {
  const Tensor a = tensor<int32_t>({2, 1}, {7, 8});
  EXPECT_THAT(values_of<int32_t>(run_op("concatenate", {k2x3, a}, {{"axis", int64_t{1}}})),
              ElementsAre(1, 2, 3, 7, 4, 5, 6, 8));
  EXPECT_THAT(op_error("concatenate", {k2x3, a}, {{"axis", int64_t{0}}}),
              HasSubstr("does not agree"));
}

TEST(HostShape, SplitCutsEquallyOrAtPlaces) {
  const std::vector<Tensor> in = {k2x3};
  const auto equal =
      run_host_op("split", {{"indices_or_sections", int64_t{3}}, {"axis", int64_t{1}}}, in);
  ASSERT_EQ(equal.size(), 3u);
  EXPECT_THAT(values_of<int32_t>(equal[1]), ElementsAre(2, 5));
  const auto cut =
      run_host_op("split", {{"indices_or_sections", IntList{1}}, {"axis", int64_t{1}}}, in);
  ASSERT_EQ(cut.size(), 2u);
  EXPECT_THAT(values_of<int32_t>(cut[1]), ElementsAre(2, 3, 5, 6));
  EXPECT_THAT(op_error("split", in, {{"indices_or_sections", int64_t{4}}, {"axis", int64_t{1}}}),
              HasSubstr("must divide"));
}

TEST(HostShape, PadsWithAConstant) {
  const Attrs attrs = {{"pad_width", std::vector<IntList>{{0, 0}, {1, 2}}}};
  EXPECT_THAT(values_of<int32_t>(run_op("nn.pad", {k2x3, Tensor::scalar(int32_t{9})}, attrs)),
              ElementsAre(9, 1, 2, 3, 9, 9, 9, 4, 5, 6, 9, 9));
}

TEST(HostShape, PadsByEdgeAndReflection) {
  Attrs attrs = {{"pad_width", std::vector<IntList>{{0, 0}, {2, 1}}}};
  attrs.set("pad_mode", std::string("edge"));
  EXPECT_THAT(values_of<int32_t>(run_op("nn.pad", {k2x3}, attrs)),
              ElementsAre(1, 1, 1, 2, 3, 3, 4, 4, 4, 5, 6, 6));
  attrs.set("pad_mode", std::string("reflect"));
  EXPECT_THAT(values_of<int32_t>(run_op("nn.pad", {k2x3}, attrs)),
              ElementsAre(3, 2, 1, 2, 3, 2, 6, 5, 4, 5, 6, 5));
  attrs.set("pad_mode", std::string("wrap"));
  EXPECT_THAT(values_of<int32_t>(run_op("nn.pad", {k2x3}, attrs)),
              ElementsAre(2, 3, 1, 2, 3, 1, 5, 6, 4, 5, 6, 4));
  attrs.set("pad_mode", std::string("mirror"));
  EXPECT_THAT(op_error("nn.pad", {k2x3}, attrs), HasSubstr("pad_mode 'mirror'"));
}

TEST(HostShape, PadWidthsMustFitTheOperand) {
  EXPECT_THAT(op_error("nn.pad", {k2x3}, {{"pad_width", std::vector<IntList>{{0, 0}}}}),
              HasSubstr("1 pair"));
  EXPECT_THAT(op_error("nn.pad", {k2x3}, {{"pad_width", std::vector<IntList>{{0, 0}, {-1, 0}}}}),
              HasSubstr("has -1: must be 0.."));
}

TEST(HostShape, StridedSliceCountsFromTheEnd) {
  const Attrs attrs = {
      {"begin", IntList{0, -3}}, {"end", IntList{1, 99}}, {"strides", IntList{1, 2}}};
  EXPECT_THAT(values_of<int32_t>(run_op("strided_slice", {k2x3}, attrs)), ElementsAre(1, 3));
}

TEST(HostShape, StridedSliceOfOneAxis) {
  const Attrs attrs = {{"begin", IntList{1}}, {"end", IntList{3}}, {"axes", IntList{1}}};
  EXPECT_THAT(values_of<int32_t>(run_op("strided_slice", {k2x3}, attrs)), ElementsAre(2, 3, 5, 6));
}

TEST(HostShape, BroadcastToRepeats) {
  const Tensor t = tensor<int8_t>({2, 1}, {1, 2});
  EXPECT_THAT(values_of<int8_t>(run_op("broadcast_to", {t}, {{"shape", IntList{2, 2, 2}}})),
              ElementsAre(1, 1, 2, 2, 1, 1, 2, 2));
  EXPECT_THAT(op_error("broadcast_to", {t}, {{"shape", IntList{3, 3}}}), HasSubstr("broadcast"));
}

TEST(HostShape, TransposesOfAnyRankAgreeWithTheInterpreter) {
  std::mt19937_64 random(33);
  for (int round = 0; round < 40; ++round) {
    Shape shape;
    IntList axes;
    for (uint64_t i = 0; i < 2 + random() % 5; ++i) {
      shape.push_back(static_cast<int64_t>(1 + random() % 4));
      axes.push_back(static_cast<int64_t>(i));
    }
    std::shuffle(axes.begin(), axes.end(), random);
    SCOPED_TRACE(fmt::format("{} axes {}", shape_text(shape), fmt::join(axes, ", ")));
    const DType dtype = round % 2 == 0 ? DType::I8 : DType::F32;
    const std::vector<Tensor> in = {test::random_tensor(dtype, shape, random)};
    const Attrs attrs = {{"axes", axes}};
    test::expect_close(run_op("transpose", in, attrs), evaluate_op("transpose", attrs, in).front());
  }
}

}  // namespace
}  // namespace vta
