// Reductions over any set of axes, indices of extremes, running sums.
#include <algorithm>
#include <limits>
#include <numeric>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

// Which axes are reduced.
std::vector<bool> reduced_axes(const Call& call) {
  const int64_t rank = call.in(0).rank();
  const bool all = call.attrs.find("axis") == nullptr;
  const bool exclude = call.attrs.get_bool("exclude", false);
  std::vector<bool> reduced(static_cast<size_t>(rank), all != exclude);
  if (!all)
    for (int64_t axis : shapes::read_ints(call.attrs, "axis", {}))
      reduced[axis_of(axis, rank)] = !exclude;
  return reduced;
}

// What a run of values becomes. Integers: sums and products wrap around, the mean goes towards
// zero.
struct RunMean {
  template <typename T>
  static T of(std::span<const T> run) {
    if constexpr (std::is_integral_v<T>) {
      int64_t sum = 0;
      for (const T x : run)
        sum = wrap_add(sum, static_cast<int64_t>(x));
      return static_cast<T>(sum / std::ssize(run));
    } else {
      T sum = 0;
      for (const T x : run)
        sum += x;
      return sum / static_cast<T>(run.size());
    }
  }
};
struct RunSum {
  template <typename T>
  static T of(std::span<const T> run) {
    T sum = 0;
    for (const T x : run)
      sum = wrap_add(sum, x);
    return sum;
  }
};
struct RunProduct {
  template <typename T>
  static T of(std::span<const T> run) {
    T product = 1;
    for (const T x : run)
      product = wrap_mul(product, x);
    return product;
  }
};
struct RunMax {
  template <typename T>
  static T of(std::span<const T> run) {
    return std::accumulate(run.begin() + 1, run.end(), run.front(), max_of<T>);
  }
};
struct RunMin {
  template <typename T>
  static T of(std::span<const T> run) {
    return std::accumulate(run.begin() + 1, run.end(), run.front(), min_of<T>);
  }
};

// The reduced axes are moved last, so that each result comes from one contiguous run.
template <typename Rule>
std::vector<Tensor> reduce(const Call& call) {
  const std::vector<bool> reduced = reduced_axes(call);
  Shape order;
  for (const bool pass : {false, true})
    for (size_t i = 0; i < reduced.size(); ++i)
      if (reduced[i] == pass)
        order.push_back(static_cast<int64_t>(i));
  const Tensor runs = transposed(call.in(0), order);
  Tensor out = call.result();
  with_type(out.dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>) {
      call.unsupported(DType::Bool);
    } else {
      const auto x = runs.data<T>();
      auto y = out.mutable_data<T>();
      const size_t run = x.size() / y.size();
      for (size_t i = 0; i < y.size(); ++i)
        y[i] = Rule::template of<T>(x.subspan(i * run, run));
    }
  });
  return {out};
}

// NaN before any number, as numpy has it.
template <bool kLargest, typename T>
bool is_more_extreme(T x, T best) {
  if (x != x)
    return best == best;
  return kLargest ? x > best : x < best;
}

// The first of equal extremes, or the last.
template <bool kLargest>
std::vector<Tensor> arg_reduce(const Call& call) {
  const Tensor& in = call.in(0);
  const AxisSplit s = split_at(in.shape(), axis_of(call.attrs.get_int("axis", 0), in.rank()));
  const bool last = call.attrs.get_bool("select_last_index", false);
  Tensor out = call.result();
  auto y = out.mutable_data<int64_t>();
  with_type(in.dtype(), [&]<typename T>() {
    const auto x = in.data<T>();
    for (int64_t o = 0; o < s.outer; ++o)
      for (int64_t i = 0; i < s.inner; ++i) {
        const auto at = [&](int64_t e) {
          return x[static_cast<size_t>((o * s.extent + e) * s.inner + i)];
        };
        int64_t best = 0;
        for (int64_t e = 1; e < s.extent; ++e) {
          const bool better = is_more_extreme<kLargest>(at(e), at(best));
          if (better || (last && !is_more_extreme<kLargest>(at(best), at(e))))
            best = e;
        }
        y[static_cast<size_t>(o * s.inner + i)] = best;
      }
  });
  return {out};
}

std::vector<Tensor> cumsum(const Call& call) {
  const Tensor& in = call.in(0);
  const AxisSplit s = split_at(in.shape(), axis_of(call.attrs.get_int("axis", 0), in.rank()));
  const bool exclusive = call.attrs.get_bool("exclusive", false);
  const bool reverse = call.attrs.get_bool("reverse", false);
  Tensor out = call.result();
  with_type(in.dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>) {
      call.unsupported(DType::Bool);
    } else {
      const auto x = in.data<T>();
      auto y = out.mutable_data<T>();
      for (int64_t o = 0; o < s.outer; ++o)
        for (int64_t i = 0; i < s.inner; ++i) {
          T sum = 0;
          for (int64_t n = 0; n < s.extent; ++n) {
            const int64_t e = reverse ? s.extent - 1 - n : n;
            const auto at = static_cast<size_t>((o * s.extent + e) * s.inner + i);
            const T next = wrap_add(sum, x[at]);
            y[at] = exclusive ? sum : next;
            sum = next;
          }
        }
    }
  });
  return {out};
}

constexpr Evaluator kReduceOps[] = {
    {"mean", reduce<RunMean>},     {"sum", reduce<RunSum>}, {"prod", reduce<RunProduct>},
    {"max", reduce<RunMax>},       {"min", reduce<RunMin>}, {"argmax", arg_reduce<true>},
    {"argmin", arg_reduce<false>}, {"cumsum", cumsum},
};

}  // namespace

std::span<const Evaluator> reduce_evaluators() {
  return kReduceOps;
}

}  // namespace vta::interp
