#include "compiler/passes/stored_steps.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/interpreter.h"

namespace vta {

StoredSteps::StoredSteps(const Tensor& of_scale, const Tensor& of_zero)
    : scale(of_scale), zero(of_zero) {
  std::tie(low, high) = shapes::integer_bounds(zero.dtype());
}

StoredSteps StoredSteps::behind(const Node& limits) const {
  constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  const bool relu = limits.op == "nn.relu";
  const auto limit = [&](std::string_view name, double otherwise) {
    const auto real = static_cast<float>(limits.attrs.get_double(name, otherwise));
    const Tensor t =
        evaluate_op("qnn.quantize", {},
                    std::array{Tensor::scalar(real), scale.reshaped({}), zero.reshaped({})})
            .front();
    const int64_t value =
        t.dtype() == DType::U8 ? int64_t{t.data<uint8_t>()[0]} : int64_t{t.data<int8_t>()[0]};
    return std::clamp(value, low, high);  // never beyond the limits that are there already
  };
  StoredSteps out = *this;
  out.low = limit("a_min", relu ? 0 : -kUnlimited);
  out.high = std::max(out.low, limit("a_max", kUnlimited));
  return out;
}

Tensor StoredSteps::step(int64_t value) const {
  return zero.dtype() == DType::U8 ? Tensor::scalar(static_cast<uint8_t>(value))
                                   : Tensor::scalar(static_cast<int8_t>(value));
}

}  // namespace vta
