// Reductions, indices of extremes, running sums. Sums of floats are formed in double.
#include <algorithm>
#include <limits>

#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

// Marks the axes that are reduced.
std::vector<bool> reduced_axes(const Tensor& in, const Attrs& attrs) {
  const IntList axes = ints_of(attrs, "axis", {});
  const bool exclude = attrs.get_bool("exclude", false);
  const bool all = attrs.find("axis") == nullptr;
  std::vector<bool> reduced(static_cast<size_t>(in.rank()), all != exclude);
  for (int64_t axis : axes)
    reduced[static_cast<size_t>(axis_in(axis, in.rank()))] = !exclude;
  return reduced;
}

// Sums and products of integers wrap in their type; their mean truncates.
template <typename T>
using Wide = std::conditional_t<std::is_integral_v<T>, T, double>;

enum class Fold : uint8_t { Mean, Sum, Product, Max, Min };

template <typename T>
T wrapped_product(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  else
    return a * b;
}

template <Fold fold, typename T>
T folded(const T* from, int64_t count) {
  Wide<T> total = static_cast<Wide<T>>(from[0]);
  for (int64_t k = 1; k < count; ++k) {
    const auto x = static_cast<Wide<T>>(from[k]);
    if constexpr (fold == Fold::Max)
      total = larger(total, x);
    else if constexpr (fold == Fold::Min)
      total = smaller(total, x);
    else if constexpr (fold == Fold::Product)
      total = wrapped_product<Wide<T>>(total, x);
    else
      total = wrapping_add(total, x);
  }
  if constexpr (fold == Fold::Mean && std::is_integral_v<T>)
    return static_cast<T>(total / static_cast<int64_t>(count));
  else if constexpr (fold == Fold::Mean)
    return static_cast<T>(total / static_cast<double>(count));
  else
    return static_cast<T>(total);
}

template <Fold fold>
Results reduce(Operands in, const Attrs& attrs) {
  const std::vector<bool> reduced = reduced_axes(in[0], attrs);
  const bool keep = attrs.get_bool("keepdims", false);
  IntList order, last;
  Shape shape;
  int64_t kept = 1, count = 1;
  for (size_t i = 0; i < reduced.size(); ++i) {
    const int64_t extent = in[0].shape()[i];
    (reduced[i] ? last : order).push_back(static_cast<int64_t>(i));
    (reduced[i] ? count : kept) *= extent;
    if (!reduced[i] || keep)
      shape.push_back(reduced[i] ? 1 : extent);
  }
  if (count == 0)
    fail("the mean of zero elements of {} is undefined", tensor_text(in[0]));
  order.insert(order.end(), last.begin(), last.end());
  const Tensor sorted = permuted(in[0], order);
  Tensor out = Tensor::zeros(in[0].dtype(), shape);
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const T* from = sorted.data<T>().data();
    for (T& value : out.mutable_data<T>()) {
      value = folded<fold, T>(from, count);
      from += count;
    }
  });
  return {out};
}

// The first NaN, as numpy has it: it is both the largest and the smallest.
template <typename T, bool kLargest>
int64_t place_of_extreme(const T* from, int64_t stride, int64_t count, bool last) {
  int64_t best = 0;
  for (int64_t k = 1; k < count; ++k) {
    const T x = from[k * stride], champion = from[best * stride];
    const bool is_nan = x != x, same = x == champion || (is_nan && champion != champion);
    if ((kLargest ? champion < x : x < champion) || (is_nan && champion == champion) ||
        (last && same))
      best = k;
  }
  return best;
}

template <bool kLargest>
Results arg_of(Operands in, const Attrs& attrs) {
  const int64_t axis = axis_in(attrs.get_int("axis", 0), in[0].rank());
  const AxisSplit s = split_at(in[0].shape(), axis);
  const bool last = attrs.get_bool("select_last_index", false);
  Shape shape = in[0].shape();
  if (attrs.get_bool("keepdims", false))
    shape[static_cast<size_t>(axis)] = 1;
  else
    shape.erase(shape.begin() + axis);
  Tensor out = Tensor::zeros(DType::I64, shape);
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    int64_t* to = out.mutable_data<int64_t>().data();
    for (int64_t o = 0; o < s.outer; ++o)
      for (int64_t i = 0; i < s.inner; ++i)
        *to++ = place_of_extreme<T, kLargest>(in[0].data<T>().data() + o * s.extent * s.inner + i,
                                              s.inner, s.extent, last);
  });
  return {out};
}

Results cumsum(Operands in, const Attrs& attrs) {
  const AxisSplit s = split_at(in[0].shape(), axis_in(attrs.get_int("axis", 0), in[0].rank()));
  const bool exclusive = attrs.get_bool("exclusive", false);
  const bool reverse = attrs.get_bool("reverse", false);
  Tensor out = Tensor::zeros(in[0].dtype(), in[0].shape());
  with_type(in[0].dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t step = reverse ? -s.inner : s.inner;
    for (int64_t line = 0; line < s.outer * s.inner; ++line) {
      const int64_t first = line / s.inner * s.extent * s.inner + line % s.inner +
                            (reverse ? (s.extent - 1) * s.inner : 0);
      const T* from = in[0].data<T>().data() + first;
      T* to = out.mutable_data<T>().data() + first;
      Wide<T> sum = 0;
      for (int64_t k = 0; k < s.extent; ++k) {
        if (exclusive)
          to[k * step] = static_cast<T>(sum);
        sum = wrapping_add(sum, static_cast<Wide<T>>(from[k * step]));
        if (!exclusive)
          to[k * step] = static_cast<T>(sum);
      }
    }
  });
  return {out};
}

constexpr HostOp kReduceOps[] = {
    {"mean", reduce<Fold::Mean>}, {"sum", reduce<Fold::Sum>}, {"prod", reduce<Fold::Product>},
    {"max", reduce<Fold::Max>},   {"min", reduce<Fold::Min>}, {"argmax", arg_of<true>},
    {"argmin", arg_of<false>},    {"cumsum", cumsum},
};

}  // namespace

std::span<const HostOp> reduce_ops() {
  return kReduceOps;
}

}  // namespace vta::host
