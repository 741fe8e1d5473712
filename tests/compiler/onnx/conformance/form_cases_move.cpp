// Pad (18, 19, 21), Split (18), and operators that took further element types at 19 and 21.
#include <numeric>

#include "tests/compiler/onnx/conformance/form_case.h"

namespace vta::testing {
namespace {

Tensor longs(const Shape& shape, const std::vector<int64_t>& values) {
  return Tensor::from_span<int64_t>(shape, std::span<const int64_t>(values));
}

Tensor counted_longs(const Shape& shape) {
  std::vector<int64_t> values(static_cast<size_t>(num_elements(shape)));
  std::iota(values.begin(), values.end(), -3);
  return longs(shape, values);
}

// ---- Pad ----------------------------------------------------------------------------------------
// Axis 1 alone, [before, after] = [1, 2], where every mode has its own place to read.
FormCase padded_row(int64_t opset, const std::string& mode,
                    const std::function<int64_t(int64_t)>& source) {
  const Tensor x = varied({2, 4});
  CaseWriter c(fmt::format("Pad_{}_{}", opset, mode), opset);
  c.given("x", x);
  c.model().ints("pads", {1, 2}).ints("axes", {-1});
  c.model().floats("value", {}, {7}).node("Pad", {"x", "pads", "value", "axes"}, "y");
  c.model().attr_text("mode", mode);
  return c
      .expect("y", tensor_of({2, 7},
                             [&](const Index& i) {
                               const int64_t from = source(i[1] - 1);
                               return from < 0 ? 7 : at(x, {i[0], from});
                             }))
      .done();
}

// ---- Split --------------------------------------------------------------------------------------
FormCase split_in(int64_t parts, int64_t each) {
  const Tensor x = varied({7, 2});
  CaseWriter c(fmt::format("Split_18_num_outputs_{}", parts), 18);
  c.given("x", x);
  c.model().node("Split", {"x"}, "y0").attr("num_outputs", parts);
  for (int64_t p = 1; p < parts; ++p)
    c.model().graph().mutable_node(0)->add_output(fmt::format("y{}", p));
  for (int64_t p = 0; p < parts; ++p)
    c.expect(fmt::format("y{}", p),
             tensor_of({std::min(each, 7 - p * each), 2}, [&](const Index& i) {
               return at(x, {p * each + i[0], i[1]});
             }));
  return c.done();
}

// ---- New shapes for the same values -------------------------------------------------------------
// int64 data: values as they are, in order.
FormCase reshaped(const std::string& op, int64_t opset, const Shape& from, const Shape& to,
                  const std::vector<int64_t>& operand, const std::string& attr = "",
                  int64_t value = 0) {
  const Tensor x = counted_longs(from);
  CaseWriter c(fmt::format("{}_{}_rank{}_to_{}", op, opset, from.size(), to.size()), opset);
  c.given("x", x);
  std::vector<std::string> inputs{"x"};
  if (!operand.empty()) {
    c.model().ints("operand", operand);
    inputs.push_back("operand");
  }
  c.model().node(op, inputs, "y");
  if (!attr.empty())
    c.model().attr(attr, value);
  return c.expect("y", x.reshaped(to)).done();
}

FormCase transposed(int64_t opset, const std::vector<int64_t>& perm) {
  const Tensor x = varied({2, 3, 4});
  CaseWriter c(fmt::format("Transpose_{}_{}{}{}", opset, perm[0], perm[1], perm[2]), opset);
  c.given("x", x);
  c.model().node("Transpose", {"x"}, "y").attr_ints("perm", perm);
  Shape shape;
  for (const int64_t axis : perm)
    shape.push_back(x.shape()[static_cast<size_t>(axis)]);
  return c
      .expect("y", tensor_of(shape,
                             [&](const Index& i) {
                               Index from(3);
                               for (size_t d = 0; d < 3; ++d)
                                 from[static_cast<size_t>(perm[d])] = i[d];
                               return at(x, from);
                             }))
      .done();
}

// ---- What shapes and attributes say -------------------------------------------------------------
FormCase shape_of(int64_t opset) {
  CaseWriter c(fmt::format("Shape_{}_start", opset), opset);
  c.given("x", varied({2, 3, 4}));
  c.model().node("Shape", {"x"}, "y").attr("start", -2);
  return c.expect("y", longs({2}, {3, 4})).done();
}

FormCase size_of(int64_t opset) {
  CaseWriter c(fmt::format("Size_{}", opset), opset);
  c.given("x", varied({2, 3, 4}));
  c.model().node("Size", {"x"}, "y");
  return c.expect("y", longs({}, {24})).done();
}

// Added to the data, so that the graph has something to do.
FormCase constant_of(int64_t opset) {
  const Tensor x = varied({2, 2});
  CaseWriter c(fmt::format("Constant_{}", opset), opset);
  c.given("x", x);
  c.model().node("Constant", {}, "k").attr_float("value_float", 0.5F).node("Add", {"x", "k"}, "y");
  return c.expect("y", tensor_of({2, 2}, [&](const Index& i) { return at(x, i) + 0.5; })).done();
}

FormCase constant_of_shape(int64_t opset, const Shape& shape) {
  const Tensor x = varied({2, 3});
  CaseWriter c(fmt::format("ConstantOfShape_{}_rank{}", opset, shape.size()), opset);
  c.given("x", x);
  c.model().ints("shape", shape).node("ConstantOfShape", {"shape"}, "k");
  auto& a = *c.model().graph().mutable_node(0)->add_attribute();
  a.set_name("value");
  a.set_type(onnx::AttributeProto::TENSOR);
  a.mutable_t()->set_data_type(onnx::TensorProto::FLOAT);
  a.mutable_t()->add_dims(1);
  a.mutable_t()->add_float_data(-2);
  c.model().node("Mul", {"x", "k"}, "y");
  return c.expect("y", tensor_of({2, 3}, [&](const Index& i) { return -2 * at(x, i); })).done();
}

}  // namespace

std::vector<FormCase> movement_cases() {
  const auto outside = [](int64_t i) { return i >= 0 && i < 4 ? i : -1; };
  const auto border = [](int64_t i) { return std::clamp<int64_t>(i, 0, 3); };
  const auto mirror = [](int64_t i) { return i < 0 ? -i : (i > 3 ? 6 - i : i); };
  const auto around = [](int64_t i) { return (i + 4) % 4; };
  std::vector<FormCase> cases = {
      padded_row(18, "constant", outside),
      padded_row(18, "reflect", mirror),
      padded_row(19, "wrap", around),
      padded_row(19, "edge", border),
      padded_row(21, "wrap", around),
      padded_row(21, "constant", outside),
      split_in(2, 4),
      split_in(3, 3),
      transposed(21, {2, 0, 1}),
      transposed(21, {0, 2, 1}),
  };
  for (const int64_t opset : {19, 21}) {
    cases.push_back(reshaped("Reshape", opset, {2, 3, 4}, {6, 4}, {-1, 4}));
    cases.push_back(reshaped("Reshape", opset, {2, 12}, {2, 3, 4}, {0, 3, -1}));
    cases.push_back(shape_of(opset));
    cases.push_back(size_of(opset));
    cases.push_back(constant_of(opset));
  }
  cases.push_back(reshaped("Flatten", 21, {2, 3, 4}, {6, 4}, {}, "axis", 2));
  cases.push_back(reshaped("Flatten", 21, {2, 3, 1, 4}, {6, 4}, {}, "axis", -2));
  cases.push_back(reshaped("Squeeze", 21, {2, 1, 3}, {2, 3}, {1}));
  cases.push_back(reshaped("Squeeze", 21, {1, 2, 1, 3, 1}, {2, 3, 1}, {0, 2}));
  cases.push_back(reshaped("Unsqueeze", 21, {2, 3}, {2, 1, 3}, {1}));
  cases.push_back(reshaped("Unsqueeze", 21, {2, 3}, {1, 2, 3, 1}, {0, -1}));
  cases.push_back(constant_of_shape(20, {3}));
  cases.push_back(constant_of_shape(21, {2, 3}));
  return cases;
}

}  // namespace vta::testing
