// Reductions by operand (18), of bools (20); element-wise operators that are new or wider.
#include <cmath>
#include <limits>

#include "tests/compiler/onnx/conformance/form_case.h"

namespace vta::testing {
namespace {

using Reduce = std::function<double(const std::vector<double>&)>;

double sum_of(const std::vector<double>& v, const std::function<double(double)>& f) {
  double sum = 0;
  for (double x : v)
    sum += f(x);
  return sum;
}

struct Reduction {
  std::string op;
  Reduce formula;
  double shift = 0;  // of the data: logarithms need positive sums
};

const std::vector<Reduction>& reductions() {
  const auto self = [](double x) { return x; };
  const auto size = [](double x) { return std::fabs(x); };
  const auto square = [](double x) { return x * x; };
  using V = const std::vector<double>&;
  static const std::vector<Reduction> kAll = {
      {"ReduceL1", [=](V v) { return sum_of(v, size); }},
      {"ReduceL2", [=](V v) { return std::sqrt(sum_of(v, square)); }},
      {"ReduceLogSum", [=](V v) { return std::log(sum_of(v, self)); }, 3},
      {"ReduceLogSumExp",
       [](V v) { return std::log(sum_of(v, [](double x) { return std::exp(x); })); }},
      {"ReduceMax", [](V v) { return *std::max_element(v.begin(), v.end()); }},
      {"ReduceMean", [=](V v) { return sum_of(v, self) / static_cast<double>(v.size()); }},
      {"ReduceMin", [](V v) { return *std::min_element(v.begin(), v.end()); }},
      {"ReduceProd",
       [](V v) {
         double product = 1;
         for (double x : v)
           product *= x;
         return product;
       },
       0.125},
      {"ReduceSumSquare", [=](V v) { return sum_of(v, square); }},
  };
  return kAll;
}

Tensor shifted(const Shape& shape, double by) {
  const Tensor base = varied(shape);
  return tensor_of(shape, [&](const Index& i) { return at(base, i) + by; });
}

FormCase over_an_axis(const Reduction& r) {
  const Tensor x = shifted({2, 3, 4}, r.shift);
  CaseWriter c(r.op + "_18_axes_operand", 18);
  c.given("x", x);
  c.model().ints("axes", {-2}).node(r.op, {"x", "axes"}, "y").attr("keepdims", 0);
  c.expect(
      "y", tensor_of({2, 4}, [&](const Index& i) {
        return r.formula({at(x, {i[0], 0, i[1]}), at(x, {i[0], 1, i[1]}), at(x, {i[0], 2, i[1]})});
      }));
  return c.done();
}

FormCase over_everything(const Reduction& r) {
  const Tensor x = shifted({2, 2}, r.shift);
  CaseWriter c(r.op + "_18_all_axes", 18);
  c.given("x", x);
  c.model().node(r.op, {"x"}, "y");
  c.expect("y", tensor_of({1, 1}, [&](const Index&) {
             return r.formula({at(x, {0, 0}), at(x, {0, 1}), at(x, {1, 0}), at(x, {1, 1})});
           }));
  return c.done();
}

// No axes and noop: the data itself.
FormCase left_alone(const std::string& op, int64_t opset) {
  const Tensor x = varied({2, 3});
  CaseWriter c(fmt::format("{}_{}_noop", op, opset), opset);
  c.given("x", x);
  c.model().node(op, {"x"}, "y").attr("noop_with_empty_axes", 1);
  return c.expect("y", x).done();
}

Tensor bools(const Shape& shape, const std::vector<bool>& values) {
  Tensor t = Tensor::zeros(DType::Bool, shape);
  std::copy(values.begin(), values.end(), t.mutable_data<bool>().begin());
  return t;
}

FormCase of_bools(const std::string& op, const std::vector<bool>& expected) {
  CaseWriter c(op + "_20_bool", 20);
  c.given("x", bools({2, 2}, {true, false, false, false}));
  c.model().ints("axes", {1}).node(op, {"x", "axes"}, "y").attr("keepdims", 0);
  return c.expect("y", bools({2}, expected)).done();
}

// y = formula(x), one operator with a text attribute where `attr` is not empty.
FormCase mapped(const std::string& name, int64_t opset, const std::string& op,
                const std::function<double(double)>& formula, const std::string& attr = "",
                const std::string& text = "") {
  const Tensor x = varied({2, 3, 4});
  CaseWriter c(name, opset);
  c.given("x", x);
  c.model().node(op, {"x"}, "y");
  if (!attr.empty())
    c.model().attr_text(attr, text);
  return c.expect("y", tensor_of({2, 3, 4}, [&](const Index& i) { return formula(at(x, i)); }))
      .done();
}

double mish(double x) {
  return x * std::tanh(std::log(1 + std::exp(x)));
}
double gelu(double x) {
  return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
}
double gelu_tanh(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

const Tensor& odd_numbers() {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  static const std::vector<float> kValues = {1, kInf, -kInf,
                                             std::numeric_limits<float>::quiet_NaN(), 0};
  static const Tensor kTensor = Tensor::from_span<float>({5}, std::span<const float>(kValues));
  return kTensor;
}

FormCase classified(const std::string& name, const std::string& op, const std::string& attr,
                    const std::vector<bool>& expected) {
  CaseWriter c(name, 20);
  c.given("x", odd_numbers());
  c.model().node(op, {"x"}, "y");
  if (!attr.empty())
    c.model().attr(attr, 0);
  return c.expect("y", bools({5}, expected)).done();
}

FormCase not_nan_of(const std::string& name) {
  CaseWriter c(name, 20);
  c.given("x", odd_numbers());
  c.model().node("IsNaN", {"x"}, "n").node("Not", {"n"}, "y");
  return c.expect("y", bools({5}, {true, true, true, false, true})).done();
}

// Towards zero; the low bits are not wanted, so the data stays in the type's range.
FormCase cast_case(const std::string& op, int64_t opset) {
  const Tensor x = varied({2, 3});
  CaseWriter c(fmt::format("{}_{}_to_int32", op, opset), opset);
  c.given("x", x);
  Tensor y = Tensor::zeros(DType::I32, {2, 3});
  std::transform(x.data<float>().begin(), x.data<float>().end(), y.mutable_data<int32_t>().begin(),
                 [](float v) { return static_cast<int32_t>(std::trunc(v)); });
  if (op == "Cast")
    c.model().node(op, {"x"}, "y").attr("to", onnx::TensorProto::INT32);
  else
    c.given("like", Tensor::zeros(DType::I32, {1})).model().node(op, {"x", "like"}, "y");
  if (opset >= 19)
    c.model().attr("saturate", 0);
  return c.expect("y", y).done();
}

FormCase equal_case(const std::string& name, const Shape& other) {
  const Tensor a = varied({2, 3}), b = tensor_of(other, [&](const Index&) {
                                     return at(a, {1, 1});
                                   });
  CaseWriter c(name, 19);
  c.given("a", a).given("b", b);
  c.model().node("Equal", {"a", "b"}, "y");
  std::vector<bool> expected;
  for (const float v : a.data<float>())
    expected.push_back(v == b.data<float>()[0]);
  return c.expect("y", bools({2, 3}, expected)).done();
}

}  // namespace

std::vector<FormCase> reduction_cases() {
  std::vector<FormCase> cases;
  for (const Reduction& r : reductions()) {
    cases.push_back(over_an_axis(r));
    cases.push_back(over_everything(r));
  }
  cases.push_back(left_alone("ReduceMean", 18));
  cases.push_back(left_alone("ReduceSum", 18));
  cases.push_back(left_alone("ReduceSum", 21));
  cases.push_back(of_bools("ReduceMax", {true, false}));
  cases.push_back(of_bools("ReduceMin", {false, false}));
  return cases;
}

std::vector<FormCase> elementwise_cases() {
  return {mapped("Mish_18", 18, "Mish", mish),
          mapped("Mish_21", 21, "Mish", mish),
          mapped("Gelu_20", 20, "Gelu", gelu),
          mapped("Gelu_20_tanh", 20, "Gelu", gelu_tanh, "approximate", "tanh"),
          mapped("Identity_19", 19, "Identity", [](double x) { return x; }),
          mapped("Identity_21", 21, "Identity", [](double x) { return x; }),
          classified("IsInf_20", "IsInf", "", {false, true, true, false, false}),
          classified("IsInf_20_positive", "IsInf", "detect_negative",
                     {false, true, false, false, false}),
          classified("IsNaN_20", "IsNaN", "", {false, false, false, true, false}),
          not_nan_of("IsNaN_20_not"),
          cast_case("Cast", 19),
          cast_case("Cast", 21),
          cast_case("CastLike", 19),
          cast_case("CastLike", 21),
          equal_case("Equal_19", {2, 3}),
          equal_case("Equal_19_broadcast", {1})};
}

}  // namespace vta::testing
