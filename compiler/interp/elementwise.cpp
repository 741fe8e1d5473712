// Element-wise operators with NumPy broadcasting, casts and bounds.
#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/interp/broadcast.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

// ---- Binary operators ---------------------------------------------------------------------------
struct Add {
  template <typename T>
  T operator()(T a, T b) const {
    return wrap_add(a, b);
  }
};
struct Subtract {
  template <typename T>
  T operator()(T a, T b) const {
    return wrap_sub(a, b);
  }
};
struct Multiply {
  template <typename T>
  T operator()(T a, T b) const {
    return wrap_mul(a, b);
  }
};
// Integers: towards zero.
struct Divide {
  template <typename T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0)
        throw CompileError("divide: integer division by zero");
      if constexpr (std::is_signed_v<T>)
        if (b == -1)
          return wrap_sub<T>(0, a);
      return static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};
struct Maximum {
  template <typename T>
  T operator()(T a, T b) const {
    return max_of(a, b);
  }
};
struct Minimum {
  template <typename T>
  T operator()(T a, T b) const {
    return min_of(a, b);
  }
};

int64_t checked_shift(int64_t amount) {
  if (amount < 0 || amount > 31)
    throw CompileError(fmt::format("shift by {}: legal amounts are 0 to 31", amount));
  return amount;
}
// Arithmetic: towards minus infinity.
struct RightShift {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<int64_t>(a) >> checked_shift(static_cast<int64_t>(b)));
  }
};
// Bits shifted past the top are lost.
struct LeftShift {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<uint64_t>(static_cast<int64_t>(a))
                          << checked_shift(static_cast<int64_t>(b)));
  }
};

template <typename Fn>
std::vector<Tensor> binary(const Call& call) {
  Tensor out = call.result();
  const DType dtype = call.in(0).dtype();
  with_type(dtype, [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>)
      call.unsupported(dtype);
    else
      broadcast<T, T>(call.in(0), call.in(1), out, Fn{});
  });
  return {out};
}

template <typename Fn>
std::vector<Tensor> binary_integer(const Call& call) {
  Tensor out = call.result();
  const DType dtype = call.in(0).dtype();
  with_type(dtype, [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, float>)
      call.unsupported(dtype);
    else
      broadcast<T, T>(call.in(0), call.in(1), out, Fn{});
  });
  return {out};
}

// ---- Unary operators ----------------------------------------------------------------------------
template <typename T, typename Fn>
void map(const Tensor& in, Tensor& out, Fn fn) {
  const auto x = in.data<T>();
  auto y = out.mutable_data<T>();
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = fn(x[i]);
}

template <typename Fn>
std::vector<Tensor> map_float(const Call& call, Fn fn) {
  if (call.in(0).dtype() != DType::F32)
    call.unsupported(call.in(0).dtype());
  Tensor out = call.result();
  map<float>(call.in(0), out, fn);
  return {out};
}

std::vector<Tensor> relu(const Call& call) {
  Tensor out = call.result();
  with_type(call.in(0).dtype(),
            [&]<typename T>() { map<T>(call.in(0), out, [](T x) { return x < T{} ? T{} : x; }); });
  return {out};
}

// Bounds are numbers; on integers they are rounded inwards and limited to the type's range.
template <typename T>
void clip_to(const Tensor& in, Tensor& out, double a_min, double a_max) {
  if constexpr (std::is_same_v<T, float>) {
    const auto lo = static_cast<float>(a_min), hi = static_cast<float>(a_max);
    map<float>(in, out, [=](float x) { return x < lo ? lo : (x > hi ? hi : x); });
  } else {
    // 2^62 is exact in a double and wider than any tensor that clip is used on.
    static constexpr double kWide = 4611686018427387904.0;
    using Limits = std::numeric_limits<T>;
    const auto bound = [](double v) {
      const auto wide = static_cast<int64_t>(std::clamp(v, -kWide, kWide));
      return static_cast<T>(std::clamp(wide, static_cast<int64_t>(Limits::min()),
                                       static_cast<int64_t>(Limits::max())));
    };
    const T lo = bound(std::ceil(a_min)), hi = bound(std::floor(a_max));
    map<T>(in, out, [=](T x) { return x < lo ? lo : (x > hi ? hi : x); });
  }
}

std::vector<Tensor> clip(const Call& call) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double a_min = call.attrs.get_double("a_min", -kInf);
  const double a_max = call.attrs.get_double("a_max", kInf);
  Tensor out = call.result();
  with_type(call.in(0).dtype(), [&]<typename T>() { clip_to<T>(call.in(0), out, a_min, a_max); });
  return {out};
}

// Integers to integers keep the low bits; floats to integers go towards zero and saturate.
template <typename From, typename To>
To convert(From x) {
  if constexpr (std::is_same_v<To, bool>) {
    return x != From{};
  } else if constexpr (std::is_same_v<From, float> && std::is_integral_v<To>) {
    using Limits = std::numeric_limits<To>;
    const double d = std::trunc(static_cast<double>(x));
    if (std::isnan(d))
      return 0;
    if (d <= static_cast<double>(Limits::min()))
      return Limits::min();
    if (d >= static_cast<double>(Limits::max()))
      return Limits::max();
    return static_cast<To>(d);
  } else {
    return static_cast<To>(x);
  }
}

std::vector<Tensor> cast(const Call& call) {
  const Tensor& in = call.in(0);
  if (in.dtype() == call.types[0].dtype)
    return {in};
  Tensor out = call.result();
  with_type(in.dtype(), [&]<typename From>() {
    with_type(out.dtype(), [&]<typename To>() {
      const auto x = in.data<From>();
      auto y = out.mutable_data<To>();
      for (size_t i = 0; i < x.size(); ++i)
        y[i] = convert<From, To>(x[i]);
    });
  });
  return {out};
}

std::vector<Tensor> negative(const Call& call) {
  Tensor out = call.result();
  with_type(call.in(0).dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>)
      call.unsupported(DType::Bool);
    else
      map<T>(call.in(0), out, [](T x) { return wrap_sub(T{}, x); });
  });
  return {out};
}

// The most negative integer stays as it is.
std::vector<Tensor> magnitude(const Call& call) {
  Tensor out = call.result();
  with_type(call.in(0).dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>)
      call.unsupported(DType::Bool);
    else
      map<T>(call.in(0), out, [](T x) { return x < T{} ? wrap_sub(T{}, x) : x; });
  });
  return {out};
}

std::vector<Tensor> leaky_relu(const Call& call) {
  const auto alpha = static_cast<float>(call.attrs.get_double("alpha", 0.01));
  return map_float(call, [=](float x) { return x < 0 ? alpha * x : x; });
}

std::vector<Tensor> identity(const Call& call) {
  return {call.in(0)};
}

template <float (*fn)(float)>
std::vector<Tensor> float_function(const Call& call) {
  return map_float(call, fn);
}

float half_away(float x) {
  return std::round(x);
}
float sigmoid(float x) {
  return 1.0f / (1.0f + std::exp(-x));
}
float tanh_of(float x) {
  return std::tanh(x);
}
float exp_of(float x) {
  return std::exp(x);
}
float sqrt_of(float x) {
  return std::sqrt(x);
}

// Rounding leaves integers alone.
std::vector<Tensor> round(const Call& call) {
  return call.in(0).dtype() == DType::F32 ? float_function<half_away>(call) : identity(call);
}

constexpr Evaluator kElementwiseOps[] = {
    {"add", binary<Add>},
    {"subtract", binary<Subtract>},
    {"multiply", binary<Multiply>},
    {"divide", binary<Divide>},
    {"maximum", binary<Maximum>},
    {"minimum", binary<Minimum>},
    {"right_shift", binary_integer<RightShift>},
    {"left_shift", binary_integer<LeftShift>},
    {"nn.relu", relu},
    {"nn.leaky_relu", leaky_relu},
    {"clip", clip},
    {"cast", cast},
    {"round", round},
    {"negative", negative},
    {"sigmoid", float_function<sigmoid>},
    {"tanh", float_function<tanh_of>},
    {"exp", float_function<exp_of>},
    {"sqrt", float_function<sqrt_of>},
    {"abs", magnitude},
    {"copy", identity},
    {"nn.dropout", identity},
    {"annotation.cast_hint", identity},
    {"annotation.data", identity},
    {"annotation.stop_fusion", identity},
};

}  // namespace

std::span<const Evaluator> elementwise_evaluators() {
  return kElementwiseOps;
}

}  // namespace vta::interp
