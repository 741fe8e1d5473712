// Comparisons, logic, choices by a condition, and what else two operands make: powers, remainders.
#include <cmath>
#include <functional>

#include "compiler/interp/broadcast.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

template <typename Fn>
std::vector<Tensor> comparison(const Call& call) {
  Tensor out = call.result();
  with_type(call.in(0).dtype(), [&]<typename T>() {
    broadcast<T, bool>(call.in(0), call.in(1), out, [](T a, T b) -> bool { return Fn{}(a, b); });
  });
  return {out};
}

template <typename Fn>
std::vector<Tensor> logic(const Call& call) {
  Tensor out = call.result();
  broadcast<bool, bool>(call.in(0), call.in(1), out, Fn{});
  return {out};
}

std::vector<Tensor> logical_not(const Call& call) {
  Tensor out = call.result();
  const auto x = call.in(0).data<bool>();
  auto y = out.mutable_data<bool>();
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = !x[i];
  return {out};
}

template <typename Fn>
std::vector<Tensor> classified(const Call& call, Fn fn) {
  Tensor out = call.result();
  const auto x = call.in(0).data<float>();
  auto y = out.mutable_data<bool>();
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = fn(x[i]);
  return {out};
}

std::vector<Tensor> is_nan(const Call& call) {
  return classified(call, [](float x) { return std::isnan(x); });
}

std::vector<Tensor> is_inf(const Call& call) {
  const bool negative = call.attrs.get_bool("detect_negative", true);
  const bool positive = call.attrs.get_bool("detect_positive", true);
  return classified(
      call, [=](float x) { return std::isinf(x) && (std::signbit(x) ? negative : positive); });
}

// Where the element `index` of the result is in an operand that is broadcast.
int64_t place_of(const Shape& index, const Shape& shape) {
  int64_t at = 0;
  const size_t shift = index.size() - shape.size();
  for (size_t d = 0; d < shape.size(); ++d)
    at = at * shape[d] + (shape[d] == 1 ? 0 : index[shift + d]);
  return at;
}

std::vector<Tensor> where(const Call& call) {
  Tensor out = call.result();
  const auto condition = call.in(0).data<bool>();
  with_type(out.dtype(), [&]<typename T>() {
    auto y = out.mutable_data<T>();
    Shape index(out.shape().size(), 0);
    for (T& value : y) {
      const bool first = condition[static_cast<size_t>(place_of(index, call.in(0).shape()))];
      const Tensor& from = call.in(first ? 1 : 2);
      value = from.data<T>()[static_cast<size_t>(place_of(index, from.shape()))];
      for (size_t d = index.size(); d-- > 0;) {
        if (++index[d] < out.shape()[d])
          break;
        index[d] = 0;
      }
    }
  });
  return {out};
}

// Of integers: products that wrap around; a negative exponent leaves 1, -1 or 0.
template <typename T>
T integer_power(T base, T exponent) {
  if (exponent < 0) {
    if (base == 0)
      throw CompileError("power: 0 to a negative power");
    return base == 1 ? T{1}
                     : (wrap_add<T>(base, 1) == 0 ? (exponent % 2 != 0 ? base : T{1}) : T{0});
  }
  T result = 1;
  for (uint64_t left = static_cast<uint64_t>(exponent); left > 0; left >>= 1) {
    if ((left & 1) != 0)
      result = wrap_mul(result, base);
    base = wrap_mul(base, base);
  }
  return result;
}

std::vector<Tensor> power(const Call& call) {
  Tensor out = call.result();
  const DType dtype = out.dtype();
  with_type(dtype, [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>)
      call.unsupported(dtype);
    else if constexpr (std::is_same_v<T, float>)
      broadcast<T, T>(call.in(0), call.in(1), out, [](T a, T b) { return std::pow(a, b); });
    else
      broadcast<T, T>(call.in(0), call.in(1), out, integer_power<T>);
  });
  return {out};
}

template <typename T>
T remainder_of(T a, T b, bool like_dividend) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0)
      throw CompileError("mod: integer division by zero");
    if constexpr (std::is_signed_v<T>)
      if (b == -1)
        return 0;
    const T rest = static_cast<T>(a % b);
    return !like_dividend && rest != 0 && (rest < 0) != (b < 0) ? wrap_add(rest, b) : rest;
  } else {
    const T rest = std::fmod(a, b);
    return !like_dividend && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
}

std::vector<Tensor> mod(const Call& call) {
  Tensor out = call.result();
  const DType dtype = out.dtype();
  const bool fmod = call.attrs.get_bool("fmod", false);
  with_type(dtype, [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>)
      call.unsupported(dtype);
    else
      broadcast<T, T>(call.in(0), call.in(1), out,
                      [fmod](T a, T b) { return remainder_of<T>(a, b, fmod); });
  });
  return {out};
}

std::vector<Tensor> prelu(const Call& call) {
  Tensor out = call.result();
  broadcast<float, float>(call.in(0), call.in(1), out,
                          [](float x, float slope) { return x < 0 ? slope * x : x; });
  return {out};
}

std::vector<Tensor> sign(const Call& call) {
  Tensor out = call.result();
  with_type(out.dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>) {
      call.unsupported(DType::Bool);
    } else {
      const auto x = call.in(0).data<T>();
      auto y = out.mutable_data<T>();
      for (size_t i = 0; i < x.size(); ++i)
        y[i] = x[i] != x[i] ? x[i] : static_cast<T>((x[i] > T{}) - (x[i] < T{}));
    }
  });
  return {out};
}

std::vector<Tensor> required(const Call& call) {
  if (call.in(1).data<bool>()[0] != call.attrs.get_bool("expected", true))
    throw InputError(fmt::format("require: {}", call.attrs.get_string("reason", "")));
  return {call.in(0)};
}

constexpr Evaluator kChoiceOps[] = {
    {"equal", comparison<std::equal_to<>>},
    {"less", comparison<std::less<>>},
    {"less_equal", comparison<std::less_equal<>>},
    {"greater", comparison<std::greater<>>},
    {"greater_equal", comparison<std::greater_equal<>>},
    {"logical_and", logic<std::logical_and<>>},
    {"logical_or", logic<std::logical_or<>>},
    {"logical_xor", logic<std::not_equal_to<>>},
    {"logical_not", logical_not},
    {"isnan", is_nan},
    {"isinf", is_inf},
    {"where", where},
    {"require", required},
    {"power", power},
    {"mod", mod},
    {"nn.prelu", prelu},
    {"sign", sign},
};

}  // namespace

std::span<const Evaluator> choice_evaluators() {
  return kChoiceOps;
}

}  // namespace vta::interp
