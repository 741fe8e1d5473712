// Element-wise operators with numpy's broadcasting. Integers wrap; division truncates.
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/host_op_broadcast.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

// ---- binary ----

void require_same_type(Operands in) {
  if (in[0].dtype() != in[1].dtype())
    fail("operands are {} and {}: element types must be equal", tensor_text(in[0]),
         tensor_text(in[1]));
}

template <typename Op>
Results binary(Operands in, const Attrs&) {
  require_same_type(in);
  return {with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    return apply_binary<T>(in[0], in[1], [](T a, T b) { return Op::template apply<T>(a, b); });
  })};
}

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return wrapping_add(a, b);
  }
};
struct Subtract {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
    } else {
      return a - b;
    }
  }
};
struct Multiply {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
    } else {
      return a * b;
    }
  }
};
struct Divide {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0)
        fail("integer division by zero");
      if (b == static_cast<T>(-1))
        return Subtract::apply<T>(0, a);  // the least integer has no positive counterpart
      return static_cast<T>(a / b);
    } else {
      return a / b;
    }
  }
};
struct Maximum {
  template <typename T>
  static T apply(T a, T b) {
    return larger(a, b);
  }
};
struct Minimum {
  template <typename T>
  static T apply(T a, T b) {
    return smaller(a, b);
  }
};

// Shift distances past the width leave nothing but the sign; negative ones are refused.
struct RightShift {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(a >> std::min<T>(b, static_cast<T>(sizeof(T) * 8 - 1)));
  }
};
struct LeftShift {
  template <typename T>
  static T apply(T a, T b) {
    using U = std::make_unsigned_t<T>;
    return b >= static_cast<T>(sizeof(T) * 8) ? T{0} : static_cast<T>(static_cast<U>(a) << b);
  }
};

template <typename Op, typename T>
Tensor shift_as(Operands in) {
  for (T distance : in[1].data<T>())
    if (distance < 0)
      fail("shift by {} (legal: 0 or more)", distance);
  return apply_binary<T>(in[0], in[1], [](T a, T b) { return Op::template apply<T>(a, b); });
}

template <typename Op>
Results shift(Operands in, const Attrs&) {
  require_same_type(in);
  if (in[0].dtype() == DType::I32)
    return {shift_as<Op, int32_t>(in)};
  if (in[0].dtype() == DType::I8)
    return {shift_as<Op, int8_t>(in)};
  if (in[0].dtype() == DType::I64)
    return {shift_as<Op, int64_t>(in)};
  fail("shifts take int8, int32 or int64, not {}", tensor_text(in[0]));
}

// ---- unary ----

template <typename To, typename From, typename F>
Tensor apply_unary(const Tensor& in, F f) {
  Tensor out = Tensor::zeros(dtype_of<To>(), in.shape());
  const From* from = in.data<From>().data();
  To* to = out.mutable_data<To>().data();
  const int64_t n = in.size();
  for (int64_t i = 0; i < n; ++i)
    to[i] = f(from[i]);
  return out;
}

template <typename F>
Results float_unary(Operands in, F f) {
  require_float(in[0], "the operand");
  return {apply_unary<float, float>(in[0], f)};
}

// std::round, bit for bit, as operations that compilers do on many values at once: it is a call per
// value where the machine's baseline has no such instruction.
float round_half_away(float x) {
  constexpr float kAllWhole = 8388608;  // 2^23: from here on floats have no fraction
  const float magnitude = std::fabs(x);
  const bool has_fraction = magnitude < kAllWhole;  // false of what is no number
  const float small = has_fraction ? magnitude : 0;
  const auto whole = static_cast<float>(static_cast<int32_t>(small));
  const float rounded = whole + (small - whole >= 0.5f ? 1.0f : 0.0f);
  return has_fraction ? std::copysign(rounded, x) : x;
}

// Rounds half away from zero; integers are round already.
Results round(Operands in, const Attrs&) {
  if (in[0].dtype() != DType::F32)
    return {in[0]};
  return float_unary(in, [](float x) { return round_half_away(x); });
}

Results clip(Operands in, const Attrs& attrs) {
  if (attrs.find("a_min") == nullptr || attrs.find("a_max") == nullptr)
    fail("attributes a_min and a_max are needed");
  const double low = attrs.get_double("a_min", 0), high = attrs.get_double("a_max", 0);
  if (std::isnan(low) || std::isnan(high))
    fail("a_min={} and a_max={}: a bound is NaN, and bounds must be numbers", low, high);
  if (low > high)
    fail("a_min={} must not be above a_max={}", low, high);
  return {with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T lo = std::is_integral_v<T> ? saturated<T>(std::ceil(low)) : saturated<T>(low);
    const T hi = std::is_integral_v<T> ? saturated<T>(std::floor(high)) : saturated<T>(high);
    return apply_unary<T, T>(in[0], [=](T x) {
      const T at_least = x < lo ? lo : x;
      return at_least > hi ? hi : at_least;
    });
  })};
}

// Float to integer truncates and saturates (NaN: 0); integers keep their low bits.
template <typename To, typename From>
To convert(From x) {
  if constexpr (std::is_same_v<To, bool>)
    return x != From{};
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return saturated<To>(static_cast<double>(x));
  else
    return static_cast<To>(x);
}

Results cast(Operands in, const Attrs& attrs) {
  const std::string name = attrs.get_string("dtype", "");
  if (name.empty())
    fail("attribute dtype is missing");
  const DType dtype = dtype_from_name(name);
  if (dtype == in[0].dtype())
    return {in[0]};
  return {with_any_type(in[0].dtype(), [&](auto from) {
    return with_any_type(dtype, [&](auto to) {
      using From = decltype(from);
      using To = decltype(to);
      return apply_unary<To, From>(in[0], [](From x) { return convert<To>(x); });
    });
  })};
}

Results relu(Operands in, const Attrs&) {
  return {with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    return apply_unary<T, T>(in[0], [](T x) { return x < T{0} ? T{0} : x; });
  })};
}

Results leaky_relu(Operands in, const Attrs& attrs) {
  const auto alpha = static_cast<float>(attrs.get_double("alpha", 0.01));
  return float_unary(in, [alpha](float x) { return x > 0 ? x : alpha * x; });
}

Results negative(Operands in, const Attrs&) {
  return {with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>)
      return apply_unary<T, T>(in[0], [](T x) { return -x; });
    else
      return apply_unary<T, T>(in[0], [](T x) { return Subtract::apply<T>(0, x); });
  })};
}

Results absolute(Operands in, const Attrs&) {
  return {with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>)
      return apply_unary<T, T>(in[0], [](T x) { return std::fabs(x); });
    else
      return apply_unary<T, T>(in[0], [](T x) { return x < 0 ? Subtract::apply<T>(0, x) : x; });
  })};
}

Results sigmoid(Operands in, const Attrs&) {
  return float_unary(in, [](float x) { return 1.0f / (1.0f + std::exp(-x)); });
}

Results tanh(Operands in, const Attrs&) {
  return float_unary(in, [](float x) { return std::tanh(x); });
}

Results exp(Operands in, const Attrs&) {
  return float_unary(in, [](float x) { return std::exp(x); });
}

Results sqrt(Operands in, const Attrs&) {
  return float_unary(in, [](float x) { return std::sqrt(x); });
}

Results identity(Operands in, const Attrs&) {
  return {in[0]};
}

constexpr HostOp kElementwiseOps[] = {
    {"add", binary<Add>},
    {"subtract", binary<Subtract>},
    {"multiply", binary<Multiply>},
    {"divide", binary<Divide>},
    {"maximum", binary<Maximum>},
    {"minimum", binary<Minimum>},
    {"right_shift", shift<RightShift>},
    {"left_shift", shift<LeftShift>},
    {"round", round},
    {"clip", clip},
    {"cast", cast},
    {"nn.relu", relu},
    {"nn.leaky_relu", leaky_relu},
    {"negative", negative},
    {"abs", absolute},
    {"sigmoid", sigmoid},
    {"tanh", tanh},
    {"exp", exp},
    {"sqrt", sqrt},
    {"copy", identity},
    {"nn.dropout", identity},
    {"annotation.cast_hint", identity},
    {"annotation.data", identity},
    {"annotation.stop_fusion", identity},
};

}  // namespace

std::span<const HostOp> elementwise_ops() {
  return kElementwiseOps;
}

}  // namespace vta::host
