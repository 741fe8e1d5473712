// Operators that came at opset 14 to 24, and quantization's attributes of 23.
#include <algorithm>
#include <cmath>

#include "tests/compiler/onnx/conformance/form_case.h"

namespace vta::testing {
namespace {

// ---- x sigmoid(alpha x) -------------------------------------------------------------------------
FormCase swish_case(const std::string& name, double alpha) {
  const Tensor x = varied({2, 3, 4});
  CaseWriter c(name, 24);
  c.given("x", x).model().node("Swish", {"x"}, "y");
  if (alpha != 1)
    c.model().attr_float("alpha", static_cast<float>(alpha));
  return c
      .expect("y", tensor_of({2, 3, 4},
                             [&](const Index& i) {
                               const double v = at(x, i);
                               return v / (1 + std::exp(-alpha * v));
                             }))
      .done();
}

// ---- x / root(mean of squares + epsilon) * scale ------------------------------------------------
FormCase rms_case(const std::string& name, int64_t axis) {
  const Tensor x = varied({2, 3, 4});
  const Tensor scale = axis == -1 ? varied({4}) : varied({3, 4});
  CaseWriter c(name, 23);
  c.given("x", x).given("scale", scale);
  c.model().node("RMSNormalization", {"x", "scale"}, "y").attr("axis", axis);
  c.model().attr_float("epsilon", 0.5F);
  return c
      .expect("y",
              tensor_of({2, 3, 4},
                        [&](const Index& i) {
                          double sum = 0;
                          int64_t count = 0;
                          for (int64_t r = axis == -1 ? i[1] : 0; r < (axis == -1 ? i[1] + 1 : 3);
                               ++r)
                            for (int64_t k = 0; k < 4; ++k, ++count)
                              sum += at(x, {i[0], r, k}) * at(x, {i[0], r, k});
                          const double s = axis == -1 ? at(scale, {i[2]}) : at(scale, {i[1], i[2]});
                          return at(x, i) / std::sqrt(sum / static_cast<double>(count) + 0.5) * s;
                        }))
      .done();
}

// ---- The middle ---------------------------------------------------------------------------------
// Axis 1 (7 values) becomes 4, from 1 on; axis 2 (2 values) becomes 5, from 1 on.
FormCase cropped_and_padded(int64_t opset) {
  const Tensor x = varied({2, 7, 2});
  CaseWriter c(fmt::format("CenterCropPad_{}_axes", opset), opset);
  c.given("x", x).model().ints("shape", {4, 5});
  c.model().node("CenterCropPad", {"x", "shape"}, "y").attr_ints("axes", {1, -1});
  return c
      .expect("y",
              tensor_of({2, 4, 5},
                        [&](const Index& i) {
                          const int64_t column = i[2] - 1;
                          return column < 0 || column > 1 ? 0.0 : at(x, {i[0], i[1] + 1, column});
                        }))
      .done();
}

FormCase cropped_everywhere() {
  const Tensor x = varied({3, 4});
  CaseWriter c("CenterCropPad_18_all", 18);
  c.given("x", x).model().ints("shape", {1, 4});
  c.model().node("CenterCropPad", {"x", "shape"}, "y");
  return c.expect("y", tensor_of({1, 4}, [&](const Index& i) { return at(x, {1, i[1]}); })).done();
}

// ---- Triangles ----------------------------------------------------------------------------------
FormCase triangle(bool upper, int64_t k) {
  const Tensor x = varied({2, 3, 4});
  CaseWriter c(fmt::format("Trilu_14_{}", upper ? "upper" : "lower"), 14);
  c.given("x", x).model().scalar_int("k", k);
  c.model().node("Trilu", {"x", "k"}, "y").attr("upper", upper ? 1 : 0);
  return c
      .expect("y", tensor_of({2, 3, 4},
                             [&](const Index& i) {
                               const int64_t right = i[2] - i[1];
                               return (upper ? right >= k : right <= k) ? at(x, i) : 0.0;
                             }))
      .done();
}

// ---- Quantization -------------------------------------------------------------------------------
const std::vector<int> kWhole{-128, -6, 0, 3, 9, 127};

Tensor bytes(const std::vector<int>& values) {
  Tensor t = Tensor::zeros(DType::I8, {std::ssize(values)});
  std::ranges::transform(values, t.mutable_data<int8_t>().begin(),
                         [](int v) { return static_cast<int8_t>(v); });
  return t;
}

// Halves beside the whole numbers' own values, half to even; then the numbers themselves.
Tensor reals(double offset) {
  return tensor_of({std::ssize(kWhole)}, [&](const Index& i) {
    return 0.5 * (kWhole[static_cast<size_t>(i[0])] - 3 + offset);
  });
}

FormCase to_bytes(int64_t opset, const std::string& attr = "") {
  CaseWriter c(fmt::format("QuantizeLinear_{}{}", opset, attr.empty() ? "" : "_type"), opset);
  c.given("x", reals(0.25)).model().floats("scale", {}, {0.5F}).i8("zero", {}, {3});
  c.model().node("QuantizeLinear", {"x", "scale", "zero"}, "y");
  if (!attr.empty())
    c.model().attr(attr, onnx::TensorProto::FLOAT);
  return c.expect("y", bytes(kWhole)).done();
}

FormCase of_bytes(int64_t opset, const std::string& attr = "") {
  CaseWriter c(fmt::format("DequantizeLinear_{}{}", opset, attr.empty() ? "" : "_type"), opset);
  c.given("x", bytes(kWhole)).model().floats("scale", {}, {0.5F}).i8("zero", {}, {3});
  c.model().node("DequantizeLinear", {"x", "scale", "zero"}, "y");
  if (!attr.empty())
    c.model().attr(attr, onnx::TensorProto::FLOAT);
  return c.expect("y", reals(0)).done();
}

}  // namespace

std::vector<FormCase> new_operator_cases() {
  return {swish_case("Swish_24", 1),
          swish_case("Swish_24_alpha", 1.5),
          rms_case("RMSNormalization_23_last", -1),
          rms_case("RMSNormalization_23_two", 1),
          cropped_and_padded(18),
          cropped_and_padded(22),
          cropped_everywhere(),
          triangle(true, 1),
          triangle(false, -1),
          to_bytes(23, "precision"),
          to_bytes(24),
          of_bytes(23, "output_dtype"),
          of_bytes(24)};
}

}  // namespace vta::testing
