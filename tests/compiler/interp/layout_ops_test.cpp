#include <gmock/gmock.h>

#include "tests/compiler/interp/eval_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;

Tensor two_by_three() {
  return make<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
}

TEST(LayoutOps, ReshapeKeepsOrder) {
  const Tensor y = eval("reshape", {two_by_three()}, {{"newshape", IntList{3, -1}}});
  EXPECT_EQ(y.shape(), (Shape{3, 2}));
  EXPECT_THAT(values<int32_t>(y), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(LayoutOps, FlattenSqueezeAndExpandOnlyChangeTheShape) {
  const Tensor x = make<float>({1, 2, 1, 2}, {1, 2, 3, 4});
  EXPECT_EQ(eval("nn.batch_flatten", {x}).shape(), (Shape{1, 4}));
  EXPECT_EQ(eval("squeeze", {x}, {{"axis", IntList{2}}}).shape(), (Shape{1, 2, 2}));
  EXPECT_EQ(eval("expand_dims", {x}, {{"axis", int64_t{0}}}).shape(), (Shape{1, 1, 2, 1, 2}));
}

TEST(LayoutOps, TransposeMovesAxes) {
  const Tensor y = eval("transpose", {two_by_three()}, {{"axes", IntList{1, 0}}});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(values<int32_t>(eval("transpose", {two_by_three()})), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST(LayoutOps, PackingIsReshapeAndTranspose) {
  const Tensor x = make<int8_t>({1, 4, 1, 2}, {0, 1, 10, 11, 20, 21, 30, 31});
  const Tensor split = eval("reshape", {x}, {{"newshape", IntList{1, 1, 2, 2, 1, 2}}});
  const Tensor packed = eval("transpose", {split}, {{"axes", IntList{0, 2, 4, 5, 1, 3}}});
  EXPECT_EQ(packed.shape(), (Shape{1, 2, 1, 2, 1, 2}));
  EXPECT_THAT(values<int8_t>(packed), ElementsAre(0, 10, 1, 11, 20, 30, 21, 31));
}

TEST(LayoutOps, ConcatenateJoinsAlongAnAxis) {
  const Tensor a = make<int32_t>({2, 1}, {1, 2}), b = make<int32_t>({2, 2}, {3, 4, 5, 6});
  EXPECT_THAT(values<int32_t>(eval("concatenate", {a, b}, {{"axis", int64_t{1}}})),
              ElementsAre(1, 3, 4, 2, 5, 6));
}

TEST(LayoutOps, SplitIsTheInverseOfConcatenate) {
  const auto parts =
      evaluate_op("split", {{"indices_or_sections", IntList{1}}, {"axis", int64_t{1}}},
                  std::vector<Tensor>{two_by_three()});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_THAT(values<int32_t>(parts[0]), ElementsAre(1, 4));
  EXPECT_THAT(values<int32_t>(parts[1]), ElementsAre(2, 3, 5, 6));
}

TEST(LayoutOps, BroadcastRepeats) {
  const Tensor y =
      eval("broadcast_to", {make<int32_t>({2, 1}, {1, 2})}, {{"shape", IntList{2, 2, 3}}});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2));
}

TEST(LayoutOps, SliceTakesEveryNth) {
  const Tensor y = eval("strided_slice", {make<int32_t>({5}, {0, 1, 2, 3, 4})},
                        {{"begin", IntList{1}}, {"end", IntList{5}}, {"strides", IntList{2}}});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(1, 3));
}

TEST(LayoutOps, SliceCountsNegativesFromTheEnd) {
  const Tensor y = eval("strided_slice", {two_by_three()},
                        {{"begin", IntList{-2}}, {"end", IntList{3}}, {"axes", IntList{1}}});
  EXPECT_THAT(values<int32_t>(y), ElementsAre(2, 3, 5, 6));
}

TEST(LayoutOps, PadFillsWithItsValue) {
  const Attrs attrs{{"pad_width", std::vector<IntList>{{1, 0}, {0, 1}}}};
  EXPECT_THAT(values<int32_t>(eval("nn.pad", {make<int32_t>({1, 2}, {1, 2})}, attrs)),
              ElementsAre(0, 0, 0, 1, 2, 0));
  EXPECT_THAT(
      values<int32_t>(eval("nn.pad", {make<int32_t>({1, 2}, {1, 2}), Tensor::scalar(9)}, attrs)),
      ElementsAre(9, 9, 9, 1, 2, 9));
}

TEST(LayoutOps, PadCanRepeatOrMirrorTheEdge) {
  Attrs attrs{{"pad_width", std::vector<IntList>{{2, 1}}}, {"pad_mode", std::string("edge")}};
  const Tensor x = make<int32_t>({3}, {1, 2, 3});
  EXPECT_THAT(values<int32_t>(eval("nn.pad", {x}, attrs)), ElementsAre(1, 1, 1, 2, 3, 3));
  attrs.set("pad_mode", std::string("reflect"));
  EXPECT_THAT(values<int32_t>(eval("nn.pad", {x}, attrs)), ElementsAre(3, 2, 1, 2, 3, 2));
}

TEST(Im2col, EveryWindowIsAColumnOfChannels) {
  const Tensor x = make<int8_t>({1, 1, 2, 2}, {1, 2, 3, 4});
  const Tensor y =
      eval("nn.im2col", {x}, {{"kernel_size", IntList{2, 2}}, {"padding", IntList{0, 1, 0, 0}}});
  EXPECT_EQ(y.shape(), (Shape{1, 4, 1, 2}));
  // Windows [0 1; 0 3] and [1 2; 3 4], tap by tap.
  EXPECT_EQ(values<int8_t>(y), (std::vector<int8_t>{0, 1, 1, 2, 0, 3, 3, 4}));
}

}  // namespace
}  // namespace vta
