// The host's operators against the interpreter's, which are written apart: values from a seed.
#include "compiler/interp/interpreter.h"
#include "tests/runtime/host_ops_test_util.h"

namespace vta {
namespace {

using test::expect_close;
using test::op_error;
using test::random_tensor;
using test::run_op;
using test::tensor;
using ::testing::HasSubstr;

void expect_agreement(const std::string& op, const std::vector<Tensor>& in,
                      const Attrs& attrs = {}) {
  SCOPED_TRACE(op);
  expect_close(run_op(op, in, attrs), evaluate_op(op, attrs, in).front());
}

TEST(HostAgreement, UnaryFunctions) {
  std::mt19937_64 random(1);
  const Tensor x = random_tensor(DType::F32, {3, 50}, random);
  for (const char* op : {"erf",           "floor",
                         "ceil",          "round_even",
                         "sign",          "sin",
                         "cos",           "atan",
                         "sinh",          "cosh",
                         "asinh",         "nn.softplus",
                         "nn.softsign",   "nn.mish",
                         "nn.hard_swish", "nn.gelu",
                         "nn.gelu_tanh",  "nn.hard_sigmoid",
                         "nn.elu",        "nn.selu",
                         "nn.celu",       "nn.thresholded_relu",
                         "nn.shrink"})
    expect_agreement(op, {x});
  const Attrs numbers{{"alpha", 0.7}};
  for (const char* op : {"nn.elu", "nn.selu", "nn.celu", "nn.thresholded_relu", "nn.hard_sigmoid"})
    expect_agreement(op, {x}, numbers);
  const Tensor halves = tensor<float>({7}, {-2.5F, -1.5F, -0.5F, 0, 0.5F, 1.5F, 2.5F});
  expect_agreement("round_even", {halves});
  EXPECT_THAT(test::values_of<float>(run_op("round_even", {halves})),
              ::testing::ElementsAre(-2, -2, 0, 0, 0, 2, 2));
}

TEST(HostAgreement, ComparisonsPowersAndRemainders) {
  std::mt19937_64 random(2);
  for (const DType dtype : {DType::F32, DType::I8, DType::I32}) {
    const Tensor a = random_tensor(dtype, {4, 1, 5}, random);
    const Tensor b = random_tensor(dtype, {3, 5}, random);
    for (const char* op : {"equal", "less", "less_equal", "greater", "greater_equal"})
      expect_agreement(op, {a, b});
    const Tensor greater = run_op("greater", {a, b});
    for (const char* op : {"logical_and", "logical_or", "logical_xor"})
      expect_agreement(op, {greater, run_op("logical_not", {greater})});
    expect_agreement("where", {greater, a, b});
  }
  const Tensor whole = tensor<int32_t>({2, 3}, {-7, -1, 0, 1, 5, 7});
  expect_agreement("power", {whole, tensor<int32_t>({}, {3})});
  for (const bool fmod : {false, true})
    for (const int32_t by : {3, -3, -1})
      expect_agreement("mod", {whole, tensor<int32_t>({}, {by})}, {{"fmod", fmod}});
  EXPECT_THAT(test::values_of<int32_t>(run_op("mod", {whole, tensor<int32_t>({}, {3})})),
              ::testing::ElementsAre(2, 2, 0, 1, 2, 1));
  EXPECT_THAT(op_error("mod", {whole, tensor<int32_t>({}, {0})}), HasSubstr("division by zero"));
}

TEST(HostAgreement, Reductions) {
  std::mt19937_64 random(3);
  const Tensor x = random_tensor(DType::F32, {2, 3, 4, 5}, random);
  for (const char* op : {"sum", "prod", "max", "min", "mean"})
    for (const IntList& axes : {IntList{0}, IntList{1, 3}, IntList{-1}})
      for (const bool keep : {false, true})
        expect_agreement(op, {x}, {{"axis", axes}, {"keepdims", keep}});
  for (const char* op : {"argmax", "argmin"})
    for (const int64_t axis : {0, 2, -1})
      for (const bool last : {false, true})
        expect_agreement(op, {x}, {{"axis", axis}, {"select_last_index", last}});
  for (const bool exclusive : {false, true})
    for (const bool reverse : {false, true})
      expect_agreement("cumsum", {x},
                       {{"axis", int64_t{1}}, {"exclusive", exclusive}, {"reverse", reverse}});
}

TEST(HostAgreement, IndicesRepeatsAndZeros) {
  std::mt19937_64 random(4);
  const Tensor x = random_tensor(DType::F32, {3, 4, 5}, random);
  const Tensor places = tensor<int64_t>({2, 2}, {0, -1, 2, 1});
  for (const int64_t axis : {0, 1, 2})
    expect_agreement("take", {x, places}, {{"axis", axis}});
  expect_agreement("gather", {x, tensor<int64_t>({1, 2, 3}, {0, -1, 2, 1, 3, -4})},
                   {{"axis", int64_t{1}}});
  expect_agreement("gather_nd", {x, places});
  expect_agreement("gather_nd", {x, tensor<int64_t>({3, 1}, {3, 0, -1})},
                   {{"batch_dims", int64_t{1}}});
  expect_agreement("tile", {x}, {{"reps", IntList{2, 1, 3}}});
  expect_agreement("nn.dilate", {x}, {{"strides", IntList{1, 2, 3}}});
  expect_agreement("nn.pad", {x},
                   {{"pad_width", std::vector<IntList>{{0, 0}, {5, 9}, {1, 2}}},
                    {"pad_mode", std::string("wrap")}});
  expect_agreement("strided_slice", {x},
                   {{"begin", IntList{-1, 3}},
                    {"end", IntList{-100, 0}},
                    {"strides", IntList{-1, -2}},
                    {"axes", IntList{0, 1}}});
  EXPECT_THAT(op_error("take", {x, tensor<int64_t>({}, {4})}),
              HasSubstr("index 4 is outside an extent of 3: must be -3 to 2"));
}

TEST(HostAgreement, ProductsOfBatches) {
  std::mt19937_64 random(5);
  const Tensor a = random_tensor(DType::F32, {4, 3, 6}, random);
  const Tensor one = random_tensor(DType::F32, {1, 3, 6}, random);
  const Tensor b = random_tensor(DType::F32, {4, 6, 5}, random);
  const Tensor turned = random_tensor(DType::F32, {4, 5, 6}, random);
  expect_agreement("nn.batch_matmul", {a, b});
  expect_agreement("nn.batch_matmul", {one, b});
  expect_agreement("nn.batch_matmul", {a, turned}, {{"transpose_b", true}});
}

TEST(HostAgreement, ResizeInEveryMode) {
  std::mt19937_64 random(6);
  const Tensor x = random_tensor(DType::F32, {1, 2, 5, 7}, random);
  const Tensor region = tensor<float>({8}, {0, 0, 0.25F, -0.2F, 1, 1, 0.75F, 1.1F});
  for (const char* method : {"nearest", "linear", "cubic"})
    for (const char* coordinates :
         {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
          "tf_half_pixel_for_nn", "tf_crop_and_resize"})
      for (const char* rounding :
           {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple"})
        for (const bool narrow : {false, true}) {
          SCOPED_TRACE(fmt::format("{} {} {} {}", method, coordinates, rounding, narrow));
          const IntList size = narrow ? IntList{1, 2, 3, 4} : IntList{1, 2, 8, 11};
          std::vector<float> scales = {1, 1, 1.7F, 1.6F};
          if (narrow)
            scales = {1, 1, 0.7F, 0.6F};
          const Attrs attrs{{"size", size},
                            {"method", std::string(method)},
                            {"coordinates", std::string(coordinates)},
                            {"rounding", std::string(rounding)},
                            {"exclude_outside", narrow},
                            {"antialias", narrow},
                            {"extrapolation_value", 9.0}};
          expect_agreement("image.resize", {x}, attrs);
          expect_agreement("image.resize", {x, tensor<float>({4}, scales)}, attrs);
          expect_agreement("image.resize", {x, tensor<float>({4}, scales), region}, attrs);
        }
}

// What a file can say: no scale may crash or take without end.
TEST(HostAgreement, OddScalesAreRefusedOrMeanTheBorder) {
  const Tensor x = tensor<float>({1, 1, 1, 3}, {1, 2, 3});
  const auto scales = [](float s) { return tensor<float>({4}, {1, 1, 1, s}); };
  const Attrs nearest{{"size", IntList{1, 1, 1, 2}}};
  expect_agreement("image.resize", {x, scales(1e-38F)}, nearest);
  EXPECT_THAT(op_error("image.resize", {x, scales(0)}, nearest),
              HasSubstr("scale 0 of axis 3 must be above 0"));
  EXPECT_THAT(op_error("image.resize", {x, scales(std::nanf(""))}, nearest),
              HasSubstr("must be above 0"));
  const Attrs smooth{
      {"size", IntList{1, 1, 1, 2}}, {"method", std::string("linear")}, {"antialias", true}};
  EXPECT_THAT(op_error("image.resize", {x, scales(1e-30F)}, smooth), HasSubstr("merges more than"));
  EXPECT_THROW(evaluate_op("image.resize", smooth, std::vector<Tensor>{x, scales(1e-30F)}),
               CompileError);
}

}  // namespace
}  // namespace vta
