// Functions of one float32 value, a row each, computed in double.
#include <algorithm>
#include <cmath>

#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

template <typename F>
Results for_each_float(const Tensor& in, F f) {
  require_float(in, "the operand");
  Tensor out = Tensor::zeros(DType::F32, in.shape());
  const auto from = in.data<float>();
  std::transform(from.begin(), from.end(), out.mutable_data<float>().begin(),
                 [&f](float x) { return static_cast<float>(f(static_cast<double>(x))); });
  return {out};
}

template <double (*f)(double)>
Results function(Operands in, const Attrs&) {
  return for_each_float(in[0], f);
}

// log(e^x + 1), by the side on which e^ does not overflow.
double softplus(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}
double one_over(double x) {
  return 1.0 / x;
}
// nearbyint in the default rounding mode: half to even.
double to_even(double x) {
  return std::nearbyint(x);
}
double softsign(double x) {
  return x / (std::fabs(x) + 1.0);
}
double mish(double x) {
  return x * std::tanh(softplus(x));
}
double hard_swish(double x) {
  return x * std::clamp(x * (1.0 / 6.0) + 0.5, 0.0, 1.0);
}
double gelu(double x) {
  return x * 0.5 * std::erfc(-x * 0.70710678118654752440);
}
double gelu_tanh(double x) {
  constexpr double kRootOfTwoOverPi = 0.79788456080286535588;
  return x * 0.5 * (std::tanh(kRootOfTwoOverPi * (x + 0.044715 * x * x * x)) + 1.0);
}

Results hard_sigmoid(Operands in, const Attrs& attrs) {
  const double alpha = attrs.get_double("alpha", 0.2), beta = attrs.get_double("beta", 0.5);
  return for_each_float(in[0], [=](double x) { return std::clamp(alpha * x + beta, 0.0, 1.0); });
}

Results elu(Operands in, const Attrs& attrs) {
  const double alpha = attrs.get_double("alpha", 1);
  return for_each_float(in[0], [=](double x) { return x >= 0 ? x : alpha * (std::exp(x) - 1.0); });
}

Results selu(Operands in, const Attrs& attrs) {
  const double alpha = attrs.get_double("alpha", 1.67326319217681884765625);
  const double gamma = attrs.get_double("gamma", 1.05070102214813232421875);
  return for_each_float(
      in[0], [=](double x) { return x > 0 ? gamma * x : gamma * (alpha * std::exp(x) - alpha); });
}

Results celu(Operands in, const Attrs& attrs) {
  const double alpha = attrs.get_double("alpha", 1);
  return for_each_float(in[0], [=](double x) {
    return larger(0.0, x) + smaller(0.0, alpha * (std::exp(x / alpha) - 1.0));
  });
}

// Of this and the next the standard says what is 0: whatever is not above a threshold, NaN too.
Results thresholded_relu(Operands in, const Attrs& attrs) {
  const auto alpha = static_cast<double>(static_cast<float>(attrs.get_double("alpha", 1)));
  return for_each_float(in[0], [=](double x) { return x > alpha ? x : 0.0; });
}

Results shrink(Operands in, const Attrs& attrs) {
  const double lambd = attrs.get_double("lambd", 0.5), bias = attrs.get_double("bias", 0);
  return for_each_float(in[0], [=](double x) {
    if (x < -lambd)
      return x + bias;
    return x > lambd ? x - bias : 0.0;
  });
}

Results silu(Operands in, const Attrs& attrs) {
  const double alpha = attrs.get_double("alpha", 1);
  return for_each_float(in[0], [=](double x) { return x / (1.0 + std::exp(-alpha * x)); });
}

constexpr HostOp kUnaryOps[] = {
    {"log", function<std::log>},
    {"erf", function<std::erf>},
    {"floor", function<std::floor>},
    {"ceil", function<std::ceil>},
    {"round_even", function<to_even>},
    {"reciprocal", function<one_over>},
    {"sin", function<std::sin>},
    {"cos", function<std::cos>},
    {"tan", function<std::tan>},
    {"asin", function<std::asin>},
    {"acos", function<std::acos>},
    {"atan", function<std::atan>},
    {"sinh", function<std::sinh>},
    {"cosh", function<std::cosh>},
    {"asinh", function<std::asinh>},
    {"acosh", function<std::acosh>},
    {"atanh", function<std::atanh>},
    {"nn.softplus", function<softplus>},
    {"nn.softsign", function<softsign>},
    {"nn.mish", function<mish>},
    {"nn.hard_swish", function<hard_swish>},
    {"nn.gelu", function<gelu>},
    {"nn.gelu_tanh", function<gelu_tanh>},
    {"nn.hard_sigmoid", hard_sigmoid},
    {"nn.elu", elu},
    {"nn.selu", selu},
    {"nn.celu", celu},
    {"nn.thresholded_relu", thresholded_relu},
    {"nn.shrink", shrink},
    {"nn.silu", silu},
};

}  // namespace

std::span<const HostOp> unary_ops() {
  return kUnaryOps;
}

}  // namespace vta::host
