// Functions of one float32 value: a row each. Formulas are those of the ONNX operators' pages.
#include <algorithm>
#include <cmath>

#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

using Function = float (*)(float);

template <typename Fn>
std::vector<Tensor> each(const Call& call, Fn fn) {
  const Tensor& in = call.in(0);
  if (in.dtype() != DType::F32)
    call.unsupported(in.dtype());
  Tensor out = call.result();
  const auto x = in.data<float>();
  auto y = out.mutable_data<float>();
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = fn(x[i]);
  return {out};
}

template <Function fn>
std::vector<Tensor> of(const Call& call) {
  return each(call, fn);
}

float number(const Call& call, std::string_view name, double absent) {
  return static_cast<float>(call.attrs.get_double(name, absent));
}

// Without the overflow that exp(x) has for large x.
float log_one_plus_exp(float x) {
  return std::max(x, 0.0f) + std::log1p(std::exp(-std::fabs(x)));
}

float reciprocal_of(float x) {
  return 1.0f / x;
}
float half_to_even(float x) {
  const float below = std::floor(x), rest = x - below;
  if (rest != 0.5f)
    return rest < 0.5f ? below : below + 1.0f;
  return std::fmod(below, 2.0f) == 0.0f ? below : below + 1.0f;
}
float softsign_of(float x) {
  return x / (1.0f + std::fabs(x));
}
float mish_of(float x) {
  return x * std::tanh(log_one_plus_exp(x));
}
float hard_swish_of(float x) {
  return x * max_of(0.0f, min_of(1.0f, x / 6.0f + 0.5f));
}
float gelu_of(float x) {
  return 0.5f * x * (1.0f + std::erf(x / std::sqrt(2.0f)));
}
float gelu_tanh_of(float x) {
  constexpr float kTwoOverPi = 0.63661977236758134308f;
  return 0.5f * x * (1.0f + std::tanh(std::sqrt(kTwoOverPi) * (x + 0.044715f * x * x * x)));
}

std::vector<Tensor> hard_sigmoid(const Call& call) {
  const float alpha = number(call, "alpha", 0.2), beta = number(call, "beta", 0.5);
  return each(call, [=](float x) { return max_of(0.0f, min_of(1.0f, alpha * x + beta)); });
}

std::vector<Tensor> elu(const Call& call) {
  const float alpha = number(call, "alpha", 1);
  return each(call, [=](float x) { return x < 0 ? alpha * std::expm1(x) : x; });
}

std::vector<Tensor> selu(const Call& call) {
  const float alpha = number(call, "alpha", 1.67326319217681884765625);
  const float gamma = number(call, "gamma", 1.05070102214813232421875);
  return each(call, [=](float x) { return gamma * (x > 0 ? x : alpha * std::expm1(x)); });
}

std::vector<Tensor> celu(const Call& call) {
  const float alpha = number(call, "alpha", 1);
  return each(
      call, [=](float x) { return max_of(0.0f, x) + min_of(0.0f, alpha * std::expm1(x / alpha)); });
}

std::vector<Tensor> thresholded_relu(const Call& call) {
  const float alpha = number(call, "alpha", 1);
  return each(call, [=](float x) { return x > alpha ? x : 0.0f; });
}

std::vector<Tensor> silu(const Call& call) {
  const float alpha = number(call, "alpha", 1);
  return each(call, [=](float x) { return x / (1.0f + std::exp(-alpha * x)); });
}

std::vector<Tensor> shrink(const Call& call) {
  const float lambd = number(call, "lambd", 0.5), bias = number(call, "bias", 0);
  return each(call, [=](float x) { return x < -lambd ? x + bias : (x > lambd ? x - bias : 0.0f); });
}

constexpr Evaluator kUnaryOps[] = {
    {"log", of<std::log>},
    {"erf", of<std::erf>},
    {"floor", of<std::floor>},
    {"ceil", of<std::ceil>},
    {"round_even", of<half_to_even>},
    {"reciprocal", of<reciprocal_of>},
    {"sin", of<std::sin>},
    {"cos", of<std::cos>},
    {"tan", of<std::tan>},
    {"asin", of<std::asin>},
    {"acos", of<std::acos>},
    {"atan", of<std::atan>},
    {"sinh", of<std::sinh>},
    {"cosh", of<std::cosh>},
    {"asinh", of<std::asinh>},
    {"acosh", of<std::acosh>},
    {"atanh", of<std::atanh>},
    {"nn.softplus", of<log_one_plus_exp>},
    {"nn.softsign", of<softsign_of>},
    {"nn.mish", of<mish_of>},
    {"nn.hard_swish", of<hard_swish_of>},
    {"nn.gelu", of<gelu_of>},
    {"nn.gelu_tanh", of<gelu_tanh_of>},
    {"nn.hard_sigmoid", hard_sigmoid},
    {"nn.elu", elu},
    {"nn.selu", selu},
    {"nn.celu", celu},
    {"nn.thresholded_relu", thresholded_relu},
    {"nn.shrink", shrink},
    {"nn.silu", silu},
};

}  // namespace

std::span<const Evaluator> unary_evaluators() {
  return kUnaryOps;
}

}  // namespace vta::interp
