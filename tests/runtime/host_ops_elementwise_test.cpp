#include <bit>
#include <cmath>
#include <limits>

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

TEST(HostElementwise, RoundsHalfAwayFromZero) {
  const Tensor t = tensor<float>({6}, {0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 0.49999997f});
  EXPECT_THAT(values_of<float>(run_op("round", {t})), ElementsAre(1, -1, 2, 3, -3, 0));
}

// Every 4,999th of all floats, and what lies around whole and half numbers.
TEST(HostElementwise, RoundsAsTheLibraryDoesBitForBit) {
  std::vector<float> values;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 4999)
    values.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  for (const float around : {0.0f, 0.5f, 1.0f, 126.5f, 127.5f, 4194303.5f, 8388607.5f, 8388608.0f})
    for (const float x : {around, std::nextafter(around, 0.0f), std::nextafter(around, 1e30f)})
      values.insert(values.end(), {x, -x});
  const Tensor t = tensor<float>({std::ssize(values)}, values);
  const std::vector<float> rounded = values_of<float>(run_op("round", {t}));
  int64_t different = 0;
  for (size_t i = 0; i < values.size(); ++i)
    different += std::isnan(values[i]) ? !std::isnan(rounded[i])
                                       : std::bit_cast<uint32_t>(rounded[i]) !=
                                             std::bit_cast<uint32_t>(std::round(values[i]));
  EXPECT_EQ(different, 0);
}

TEST(HostElementwise, BroadcastsAChannelOverAPlane) {
  const Tensor a = tensor<int32_t>({1, 2, 1, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = tensor<int32_t>({2, 1, 1}, {10, 20});
  EXPECT_THAT(values_of<int32_t>(run_op("add", {a, b})), ElementsAre(11, 12, 13, 24, 25, 26));
  EXPECT_THAT(values_of<int32_t>(run_op("subtract", {b, a})), ElementsAre(9, 8, 7, 16, 15, 14));
}

TEST(HostElementwise, BroadcastsBothOperands) {
  const Tensor column = tensor<int32_t>({2, 1}, {10, 20}), row = tensor<int32_t>({3}, {1, 2, 3});
  const Tensor sum = run_op("add", {column, row});
  EXPECT_EQ(sum.shape(), (Shape{2, 3}));
  EXPECT_THAT(values_of<int32_t>(sum), ElementsAre(11, 12, 13, 21, 22, 23));
}

TEST(HostElementwise, ScalarsHaveRankZero) {
  const Tensor sum = run_op("multiply", {Tensor::scalar(3.0f), Tensor::scalar(4.0f)});
  EXPECT_EQ(sum.rank(), 0);
  EXPECT_EQ(sum.data<float>()[0], 12.0f);
}

TEST(HostElementwise, IntegersWrap) {
  const Tensor big = tensor<int32_t>({1}, {std::numeric_limits<int32_t>::max()});
  EXPECT_EQ(run_op("add", {big, tensor<int32_t>({1}, {1})}).data<int32_t>()[0],
            std::numeric_limits<int32_t>::min());
  EXPECT_EQ(run_op("multiply", {big, tensor<int32_t>({1}, {2})}).data<int32_t>()[0], -2);
  EXPECT_EQ(run_op("add", {tensor<int8_t>({1}, {127}), tensor<int8_t>({1}, {1})}).data<int8_t>()[0],
            -128);
}

TEST(HostElementwise, IntegerDivisionTruncates) {
  const Tensor a = tensor<int32_t>({3}, {7, -7, std::numeric_limits<int32_t>::min()});
  const Tensor b = tensor<int32_t>({3}, {2, 2, -1});
  EXPECT_THAT(values_of<int32_t>(run_op("divide", {a, b})),
              ElementsAre(3, -3, std::numeric_limits<int32_t>::min()));
}

TEST(HostElementwise, DivisionByZeroIsRefused) {
  const Tensor zero = tensor<int32_t>({1}, {0});
  EXPECT_THAT(op_error("divide", {zero, zero}), HasSubstr("divide: integer division by zero"));
}

TEST(HostElementwise, RightShiftIsArithmetic) {
  const Tensor a = tensor<int32_t>({3}, {-5, 5, -5}), b = tensor<int32_t>({3}, {1, 1, 40});
  EXPECT_THAT(values_of<int32_t>(run_op("right_shift", {a, b})), ElementsAre(-3, 2, -1));
}

TEST(HostElementwise, LeftShiftDropsHighBits) {
  const Tensor a = tensor<int32_t>({3}, {-1, 3, 3}), b = tensor<int32_t>({3}, {4, 31, 32});
  EXPECT_THAT(values_of<int32_t>(run_op("left_shift", {a, b})),
              ElementsAre(-16, std::numeric_limits<int32_t>::min(), 0));
}

TEST(HostElementwise, NegativeAndFloatShiftsAreRefused) {
  const Tensor one = tensor<int32_t>({1}, {1}), minus = tensor<int32_t>({1}, {-1});
  EXPECT_THAT(op_error("right_shift", {one, minus}), HasSubstr("shift by -1"));
  const Tensor real = tensor<float>({1}, {1});
  EXPECT_THAT(op_error("left_shift", {real, real}), HasSubstr("must have an integer type"));
}

TEST(HostElementwise, ClipTakesFloatBoundsForIntegers) {
  const Tensor t = tensor<int32_t>({4}, {-500, -127, 127, 128});
  EXPECT_THAT(values_of<int32_t>(run_op("clip", {t}, {{"a_min", -127.0}, {"a_max", 127.0}})),
              ElementsAre(-127, -127, 127, 127));
  const Tensor small = tensor<int8_t>({2}, {-128, 5});
  EXPECT_THAT(values_of<int8_t>(run_op("clip", {small}, {{"a_min", -1e9}, {"a_max", 1e9}})),
              ElementsAre(-128, 5));
}

TEST(HostElementwise, ClipNeedsOrderedBounds) {
  const Tensor t = tensor<float>({1}, {0});
  EXPECT_THAT(op_error("clip", {t}, {{"a_min", 2.0}, {"a_max", 1.0}}), HasSubstr("a_min=2"));
  EXPECT_THAT(op_error("clip", {t}), HasSubstr("a_min and a_max"));
}

TEST(HostElementwise, CastsKeepLowBitsOfIntegers) {
  const Tensor t = tensor<int32_t>({3}, {127, 128, -129});
  EXPECT_THAT(values_of<int8_t>(run_op("cast", {t}, {{"dtype", std::string("int8")}})),
              ElementsAre(127, -128, 127));
}

TEST(HostElementwise, CastsFromFloatTruncateAndSaturate) {
  const Tensor t = tensor<float>({5}, {1.9f, -1.9f, 1e9f, -1e9f, std::nanf("")});
  EXPECT_THAT(values_of<int8_t>(run_op("cast", {t}, {{"dtype", std::string("int8")}})),
              ElementsAre(1, -1, 127, -128, 0));
}

TEST(HostElementwise, CastsNeedAKnownType) {
  const Tensor t = tensor<float>({1}, {0});
  EXPECT_THAT(op_error("cast", {t}), HasSubstr("dtype is missing"));
  EXPECT_THAT(op_error("cast", {t}, {{"dtype", std::string("int4")}}),
              HasSubstr("unknown element type 'int4'"));
}

TEST(HostElementwise, ReluAndItsLeakyForm) {
  const Tensor t = tensor<float>({3}, {-2, 0, 3});
  EXPECT_THAT(values_of<float>(run_op("nn.relu", {t})), ElementsAre(0, 0, 3));
  EXPECT_THAT(values_of<float>(run_op("nn.leaky_relu", {t}, {{"alpha", 0.5}})),
              ElementsAre(-1, 0, 3));
  EXPECT_THAT(values_of<int8_t>(run_op("nn.relu", {tensor<int8_t>({2}, {-3, 4})})),
              ElementsAre(0, 4));
}

TEST(HostElementwise, IdentitiesShareTheirOperand) {
  const Tensor t = tensor<float>({2}, {1, 2});
  for (const char* op : {"copy", "nn.dropout", "annotation.data", "annotation.stop_fusion"})
    EXPECT_EQ(run_op(op, {t}).bytes().data(), t.bytes().data()) << op;
  const Attrs int8 = {{"dtype", std::string("int8")}};
  EXPECT_EQ(run_op("annotation.cast_hint", {t}, int8).bytes().data(), t.bytes().data());
}

TEST(HostElementwise, MixedTypesAndShapesAreNamed) {
  const Tensor f = tensor<float>({2}, {1, 2}), i = tensor<int32_t>({2}, {1, 2});
  EXPECT_THAT(op_error("add", {f, i}), HasSubstr("element types must be equal"));
  EXPECT_THAT(op_error("add", {i, tensor<int32_t>({3}, {1, 2, 3})}), HasSubstr("do not broadcast"));
  EXPECT_THAT(op_error("tanh", {i}), HasSubstr("must be float32"));
}

TEST(HostElementwise, WrongOperandCountsAreNamed) {
  const Tensor t = tensor<float>({1}, {0});
  EXPECT_THAT(op_error("add", {t}), HasSubstr("add: has 1 operand, expected 2"));
  EXPECT_THAT(op_error("add", {t, Tensor()}), HasSubstr("operand 1 has no value"));
}

TEST(HostElementwise, UnknownOperatorsAreNamed) {
  EXPECT_FALSE(is_host_op("nn.unheard_of"));
  EXPECT_TRUE(is_host_op("nn.conv2d"));
  EXPECT_THAT(op_error("nn.unheard_of", {}), HasSubstr("operator 'nn.unheard_of' is not known"));
}

// Against the interpreter, which is written apart from this.
TEST(HostElementwise, BinaryOperatorsAgreeWithTheInterpreter) {
  std::mt19937_64 random(31);
  const std::vector<std::pair<Shape, Shape>> shapes = {
      {{2, 3, 4, 5}, {2, 3, 4, 5}},          {{2, 3, 4, 5}, {}}, {{2, 3, 4, 5}, {3, 1, 1}},
      {{1, 4, 5, 5, 1, 8}, {4, 1, 1, 1, 8}}, {{3, 1}, {1, 7}},   {{5}, {2, 1, 5}}};
  for (const char* op : {"add", "subtract", "multiply", "maximum", "minimum"})
    for (DType dtype : {DType::F32, DType::I32, DType::I8})
      for (const auto& [a, b] : shapes) {
        SCOPED_TRACE(
            fmt::format("{} {} {} {}", op, dtype_name(dtype), shape_text(a), shape_text(b)));
        const std::vector<Tensor> in = {test::random_tensor(dtype, a, random),
                                        test::random_tensor(dtype, b, random)};
        test::expect_close(run_op(op, in), evaluate_op(op, {}, in).front());
      }
}

TEST(HostElementwise, UnaryOperatorsAgreeWithTheInterpreter) {
  std::mt19937_64 random(32);
  const Tensor t = test::random_tensor(DType::F32, {3, 50}, random);
  for (const char* op : {"round", "nn.relu", "negative", "sigmoid", "tanh", "exp", "abs"}) {
    SCOPED_TRACE(op);
    test::expect_close(run_op(op, {t}), evaluate_op(op, {}, std::vector<Tensor>{t}).front());
  }
}

}  // namespace
}  // namespace vta
