// Comparisons and logic, choices by a condition, powers and remainders.
#include <algorithm>
#include <cmath>

#include "runtime/host_op_broadcast.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

// ---- bools ----

enum class Order : uint8_t { Equal, Less, LessEqual, Greater, GreaterEqual };

template <Order order>
Results compared(Operands in, const Attrs&) {
  return {with_any_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    return apply_binary<T, bool>(in[0], in[1], [](T a, T b) -> bool {
      switch (order) {
        case Order::Equal:
          return a == b;
        case Order::Less:
          return a < b;
        case Order::LessEqual:
          return a <= b;
        case Order::Greater:
          return a > b;
        case Order::GreaterEqual:
          break;
      }
      return a >= b;
    });
  })};
}

Results logical_and(Operands in, const Attrs&) {
  return {apply_binary<bool>(in[0], in[1], [](bool a, bool b) { return a && b; })};
}
Results logical_or(Operands in, const Attrs&) {
  return {apply_binary<bool>(in[0], in[1], [](bool a, bool b) { return a || b; })};
}
Results logical_xor(Operands in, const Attrs&) {
  return {apply_binary<bool>(in[0], in[1], [](bool a, bool b) { return a != b; })};
}

template <typename T, typename F>
Results test_each(const Tensor& in, F f) {
  Tensor out = Tensor::zeros(DType::Bool, in.shape());
  const auto from = in.data<T>();
  std::transform(from.begin(), from.end(), out.mutable_data<bool>().begin(), f);
  return {out};
}

Results logical_not(Operands in, const Attrs&) {
  return test_each<bool>(in[0], [](bool x) { return !x; });
}

Results is_nan(Operands in, const Attrs&) {
  return test_each<float>(in[0], [](float x) { return x != x; });
}

Results is_inf(Operands in, const Attrs& attrs) {
  const bool low = attrs.get_bool("detect_negative", true);
  const bool high = attrs.get_bool("detect_positive", true);
  constexpr float kInf = std::numeric_limits<float>::infinity();
  return test_each<float>(in[0],
                          [=](float x) { return (low && x == -kInf) || (high && x == kInf); });
}

// The values are broadcast to the result first, then one of the two is picked.
Tensor widened_to(const Tensor& in, const Shape& shape) {
  if (in.shape() == shape)
    return in;
  return with_any_type(in.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const Tensor frame = Tensor::zeros(in.dtype(), shape);
    return apply_binary<T>(in, frame, [](T a, T) { return a; });
  });
}

Results where(Operands in, const Attrs&) {
  const Shape shape = broadcast_shape(in[0].shape(), broadcast_shape(in[1].shape(), in[2].shape()));
  const Tensor condition = widened_to(in[0], shape);
  const Tensor a = widened_to(in[1], shape), b = widened_to(in[2], shape);
  Tensor out = Tensor::zeros(a.dtype(), shape);
  with_any_type(a.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const bool* first = condition.data<bool>().data();
    const T *x = a.data<T>().data(), *y = b.data<T>().data();
    T* to = out.mutable_data<T>().data();
    for (int64_t i = 0; i < out.size(); ++i)
      to[i] = first[i] ? x[i] : y[i];
  });
  return {out};
}

// ---- numbers ----

// Products wrap. Of whole numbers below 1 to a negative power only 1 and -1 leave something.
template <typename T>
T whole_power(T base, T exponent) {
  using U = std::make_unsigned_t<T>;
  if (exponent < 0) {
    if (base == 0)
      fail("0 to a negative power");
    if (base == 1)
      return 1;
    if (base != static_cast<T>(-1))
      return 0;
    return exponent % 2 == 0 ? T{1} : base;
  }
  uint64_t product = 1, factor = static_cast<uint64_t>(static_cast<U>(base));
  for (auto n = static_cast<uint64_t>(static_cast<U>(exponent)); n != 0; n /= 2) {
    if (n % 2 == 1)
      product *= factor;
    factor *= factor;
  }
  return static_cast<T>(static_cast<U>(product));
}

Results power(Operands in, const Attrs&) {
  return {with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    return apply_binary<T>(in[0], in[1], [](T a, T b) {
      if constexpr (std::is_integral_v<T>)
        return whole_power<T>(a, b);
      else
        return static_cast<T>(std::pow(static_cast<double>(a), static_cast<double>(b)));
    });
  })};
}

template <typename T>
T truncated_remainder(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0)
      fail("integer division by zero");
    return b == static_cast<T>(-1) ? T{0} : static_cast<T>(a % b);
  } else {
    return static_cast<T>(std::fmod(a, b));
  }
}

Results mod(Operands in, const Attrs& attrs) {
  const bool fmod = attrs.get_bool("fmod", false);
  return {with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    return apply_binary<T>(in[0], in[1], [fmod](T a, T b) {
      const T rest = truncated_remainder<T>(a, b);
      const bool turn = !fmod && ((rest > 0 && b < 0) || (rest < 0 && b > 0));
      return turn ? wrapping_add(rest, b) : rest;
    });
  })};
}

Results prelu(Operands in, const Attrs&) {
  return {apply_binary<float>(in[0], in[1],
                              [](float x, float slope) { return x >= 0 ? x : x * slope; })};
}

Results sign(Operands in, const Attrs&) {
  Tensor out = Tensor::zeros(in[0].dtype(), in[0].shape());
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const auto from = in[0].data<T>();
    std::transform(from.begin(), from.end(), out.mutable_data<T>().begin(), [](T x) {
      if (x == T{0} || x != x)
        return x;
      return x > T{0} ? T{1} : static_cast<T>(-1);
    });
  });
  return {out};
}

Results required(Operands in, const Attrs& attrs) {
  if (in[1].data<bool>()[0] != attrs.get_bool("expected", true))
    fail("{}", attrs.get_string("reason", ""));
  return {in[0]};
}

constexpr HostOp kChoiceOps[] = {
    {"equal", compared<Order::Equal>},
    {"less", compared<Order::Less>},
    {"less_equal", compared<Order::LessEqual>},
    {"greater", compared<Order::Greater>},
    {"greater_equal", compared<Order::GreaterEqual>},
    {"logical_and", logical_and},
    {"logical_or", logical_or},
    {"logical_xor", logical_xor},
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

std::span<const HostOp> choice_ops() {
  return kChoiceOps;
}

}  // namespace vta::host
