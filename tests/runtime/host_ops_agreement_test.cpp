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
                         "nn.shrink",     "nn.silu"})
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

TEST(HostAgreement, AttentionAndItsNorms) {
  std::mt19937_64 random(6);
  const Tensor q = random_tensor(DType::F32, {6, 24}, random);
  const Tensor k = random_tensor(DType::F32, {10, 12}, random);
  const Tensor v = random_tensor(DType::F32, {10, 14}, random);
  Attrs attrs{
      {"batch", int64_t{2}}, {"num_heads", int64_t{4}}, {"kv_heads", int64_t{2}}, {"scale", 0.4}};
  expect_agreement("nn.attention", {q, k, v}, attrs);
  for (const Shape& mask : {Shape{2, 4, 3, 5}, Shape{2, 1, 1, 5}, Shape{3, 1}, Shape{}})
    expect_agreement("nn.attention", {q, k, v, random_tensor(DType::F32, mask, random)}, attrs);
  attrs.set("causal", true);
  expect_agreement("nn.attention", {q, k, v}, attrs);
  expect_agreement("nn.attention", {k, k, v}, {{"num_heads", int64_t{2}}, {"causal", true}});
  const float hidden = -std::numeric_limits<float>::infinity();
  expect_agreement("nn.attention", {k, k, v, tensor<float>({1, 1}, {hidden})}, {});
  const Tensor x = random_tensor(DType::F32, {3, 2, 14}, random);
  const Tensor gamma = random_tensor(DType::F32, {14}, random);
  expect_agreement("nn.layer_norm", {x, gamma, random_tensor(DType::F32, {14}, random)},
                   {{"epsilon", 0.01}});
  expect_agreement("nn.rms_norm", {x, gamma});
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

void expect_all_agree(const std::string& op, const std::vector<Tensor>& in, const Attrs& attrs) {
  const std::vector<Tensor> host = run_host_op(op, attrs, in), plain = evaluate_op(op, attrs, in);
  ASSERT_EQ(host.size(), plain.size());
  for (size_t i = 0; i < host.size(); ++i)
    expect_close(host[i], plain[i]);
}

// Operands of a layer of `gates` on sequences of 6, 4 and 0 steps.
std::vector<Tensor> recurrent_operands(int64_t gates, std::mt19937_64& random) {
  const int64_t hidden = 5, inputs = 7;
  const auto floats = [&](const Shape& shape) {
    Tensor t = random_tensor(DType::F32, shape, random);
    for (float& v : t.mutable_data<float>())
      v /= 8;
    return t;
  };
  std::vector<Tensor> in{floats({6, 3, inputs}),           floats({gates * hidden, inputs}),
                         floats({gates * hidden, hidden}), floats({2 * gates * hidden}),
                         tensor<int32_t>({3}, {6, 4, 0}),  floats({3, hidden})};
  if (gates == 4) {
    in.push_back(floats({3, hidden}));
    in.push_back(floats({3 * hidden}));
  }
  return in;
}

TEST(HostAgreement, RecurrentLayers) {
  std::mt19937_64 random(7);
  const std::vector<Tensor> rnn = recurrent_operands(1, random),
                            gru = recurrent_operands(3, random),
                            lstm = recurrent_operands(4, random);
  for (const bool reverse : {false, true})
    for (const double clip : {0.3, 100.0})
      for (const bool flag : {false, true}) {
        const Attrs attrs{{"reverse", reverse}, {"clip", clip}};
        expect_all_agree("nn.rnn", rnn, attrs);
        Attrs more = attrs;
        more.set("linear_before_reset", flag);
        expect_all_agree("nn.gru", gru, more);
        more = attrs;
        more.set("input_forget", flag);
        expect_all_agree("nn.lstm", lstm, more);
      }
  for (const char* curve : {"affine(0.5, 0.1)", "elu(0.7)", "hard_sigmoid(0.3, 0.4)",
                            "leaky_relu(0.2)", "relu", "scaled_tanh(0.9, 1.1)", "sigmoid",
                            "softplus", "softsign", "tanh", "thresholded_relu(0.2)"})
    expect_all_agree("nn.rnn", rnn, {{"activations", std::string(curve)}});
}

TEST(HostAgreement, LengthsOfSequencesAreChecked) {
  std::mt19937_64 random(8);
  std::vector<Tensor> in = recurrent_operands(1, random);
  for (const int32_t length : {-1, 7}) {
    in[4] = tensor<int32_t>({3}, {6, length, 0});
    const std::string why = fmt::format("nn.rnn: length {} of sequence 1: must be 0 to 6", length);
    EXPECT_EQ(op_error("nn.rnn", in), why);
    try {
      evaluate_op("nn.rnn", {}, in);
      ADD_FAILURE() << "no error";
    } catch (const CompileError& e) {
      EXPECT_EQ(std::string(e.what()), why);
    }
  }
}

TEST(HostAgreement, LargestAndSmallest) {
  std::mt19937_64 random(9);
  for (const DType dtype : {DType::F32, DType::I8, DType::I32})
    for (const int64_t axis : {0, 1, -1})
      for (const bool ascending : {false, true})
        for (const int64_t k : {1, 2, 4})
          expect_all_agree("topk", {random_tensor(dtype, {4, 5, 6}, random)},
                           {{"k", k}, {"axis", axis}, {"is_ascend", ascending}});
  // Equal values by their place; what is no number above all that are.
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor x = tensor<float>({6}, {2, nan, 2, -1, nan, 3});
  const std::vector<Tensor> most = run_host_op("topk", {{"k", int64_t{5}}}, std::vector{x});
  EXPECT_THAT(test::values_of<int64_t>(most[1]), ::testing::ElementsAre(1, 4, 5, 0, 2));
  const std::vector<Tensor> least =
      run_host_op("topk", {{"k", int64_t{6}}, {"is_ascend", true}}, std::vector{x});
  EXPECT_THAT(test::values_of<int64_t>(least[1]), ::testing::ElementsAre(3, 0, 2, 5, 1, 4));
  for (const bool ascending : {false, true})
    EXPECT_EQ(test::values_of<int64_t>(run_host_op(
                  "topk", {{"k", int64_t{6}}, {"is_ascend", ascending}}, std::vector{x})[1]),
              test::values_of<int64_t>(evaluate_op(
                  "topk", {{"k", int64_t{6}}, {"is_ascend", ascending}}, std::vector{x})[1]));
}

TEST(HostAgreement, SamplesAtCoordinates) {
  std::mt19937_64 random(10);
  Tensor grid = random_tensor(DType::F32, {2, 5, 4, 2}, random);
  for (float& v : grid.mutable_data<float>())
    v *= 0.6F;
  grid.mutable_data<float>()[0] = 1e30F;
  grid.mutable_data<float>()[3] = -std::numeric_limits<float>::infinity();
  grid.mutable_data<float>()[6] = std::numeric_limits<float>::quiet_NaN();
  Tensor lines = random_tensor(DType::F32, {2, 6, 1}, random);
  Tensor volume = random_tensor(DType::F32, {2, 2, 2, 2, 3}, random);
  for (const char* method : {"linear", "nearest", "cubic"})
    for (const char* padding : {"zeros", "border", "reflection"})
      for (const bool corners : {false, true}) {
        SCOPED_TRACE(fmt::format("{} {} {}", method, padding, corners));
        const Attrs attrs{{"method", std::string(method)},
                          {"padding_mode", std::string(padding)},
                          {"align_corners", corners}};
        expect_agreement("image.grid_sample",
                         {random_tensor(DType::F32, {2, 3, 4, 6}, random), grid}, attrs);
        expect_agreement("image.grid_sample",
                         {random_tensor(DType::F32, {2, 3, 1, 1}, random), grid}, attrs);
        expect_agreement("image.grid_sample", {random_tensor(DType::F32, {2, 1, 5}, random), lines},
                         attrs);
        expect_agreement("image.grid_sample",
                         {random_tensor(DType::F32, {2, 1, 3, 4, 5}, random), volume}, attrs);
      }
}

TEST(HostAgreement, WhatIsRequiredIsChecked) {
  const Tensor x = tensor<float>({2}, {1, 2});
  for (const bool expected : {false, true}) {
    const Attrs attrs{{"expected", expected}, {"reason", std::string("it must")}};
    expect_agreement("require", {x, Tensor::scalar(expected)}, attrs);
    EXPECT_EQ(op_error("require", {x, Tensor::scalar(!expected)}, attrs), "require: it must");
  }
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
