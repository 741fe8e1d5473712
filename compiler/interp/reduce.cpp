// Means over any set of axes.
#include <algorithm>

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

// The reduced axes are moved last, so that each result is the sum of one contiguous run.
template <typename T>
void mean_of_runs(std::span<const T> x, std::span<T> y) {
  const size_t run = x.size() / y.size();
  for (size_t i = 0; i < y.size(); ++i) {
    if constexpr (std::is_integral_v<T>) {
      int64_t sum = 0;
      for (size_t k = 0; k < run; ++k)
        sum = wrap_add(sum, static_cast<int64_t>(x[i * run + k]));
      y[i] = static_cast<T>(sum / static_cast<int64_t>(run));
    } else {
      T sum = 0;
      for (size_t k = 0; k < run; ++k)
        sum += x[i * run + k];
      y[i] = sum / static_cast<T>(run);
    }
  }
}

std::vector<Tensor> mean(const Call& call) {
  const std::vector<bool> reduced = reduced_axes(call);
  Shape order;
  for (const bool pass : {false, true})
    for (size_t i = 0; i < reduced.size(); ++i)
      if (reduced[i] == pass)
        order.push_back(static_cast<int64_t>(i));
  const Tensor runs = transposed(call.in(0), order);
  Tensor out = call.result();
  with_type(out.dtype(), [&]<typename T>() {
    if constexpr (std::is_same_v<T, bool>)
      call.unsupported(DType::Bool);
    else
      mean_of_runs<T>(runs.data<T>(), out.mutable_data<T>());
  });
  return {out};
}

constexpr Evaluator kReduceOps[] = {{"mean", mean}};

}  // namespace

std::span<const Evaluator> reduce_evaluators() {
  return kReduceOps;
}

}  // namespace vta::interp
