#include "compiler/passes/quantized_values.h"

#include <algorithm>
#include <cmath>

#include "compiler/graph/value_names.h"
#include "compiler/passes/fold_quantized.h"
#include "compiler/passes/keep_integers.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/real_limits.h"
#include "compiler/passes/rescaled_integers.h"
#include "compiler/passes/signed_bytes.h"
#include "compiler/passes/simplify_inference.h"

namespace vta {

bool has_quantized_values(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call && graph.node(id).op.starts_with("qnn."))
      return true;
  return false;
}

double ValueScale::least() const {
  return static_cast<double>(scale) * (lowest() - zero);
}

double ValueScale::most() const {
  return static_cast<double>(scale) * (highest() - zero);
}

std::optional<int> ValueScale::exponent() const {
  int exponent = 0;
  const bool power = std::frexp(scale, &exponent) == 0.5F;
  const bool middle = zero == (dtype == DType::U8 ? 128 : 0);
  return power && middle ? std::optional(exponent - 1) : std::nullopt;
}

std::optional<ValueScale> value_scale(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  const Tensor* scale = constant_value(graph, n.inputs[1]);
  const Tensor* zero = constant_value(graph, n.inputs[2]);
  if (scale == nullptr || zero == nullptr || scale->size() != 1 || zero->size() != 1)
    return std::nullopt;
  ValueScale v{.scale = scale->data<float>()[0], .zero = 0, .dtype = zero->dtype()};
  if (v.dtype == DType::U8)
    v.zero = zero->data<uint8_t>()[0];
  else if (v.dtype == DType::I8)
    v.zero = zero->data<int8_t>()[0];
  else
    return std::nullopt;
  return v;
}

Graph take_quantized(const Graph& graph, PassContext& context) {
  const bool quantized = has_quantized_values(graph);
  const QuantMode mode = context.quant.mode;
  if (!keeps_integers(mode))
    return quantized ? fold_quantized(real_limits(graph), context) : graph;
  if (!quantized)
    throw CompileError(
        fmt::format("--quant {} needs a quantized model: this one has no QuantizeLinear, "
                    "DequantizeLinear, QLinear or Integer operator; legal are auto, global, max, "
                    "percentile",
                    mode == QuantMode::Model ? "model" : "keep"));
  if (mode == QuantMode::Keep)
    return keep_integers(real_limits(graph));
  const Graph plain = simplify_inference(real_limits(graph), context);
  Graph integers =
      rescaled_integers(keep_integers(signed_bytes(plain), ChannelConstants::InFactors), context);
  name_values(integers);  // kernels read some that float operators made
  return integers;
}

}  // namespace vta
