// Attention and its norms in integers (docs/integer_transformers.md).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "compiler/graph/layer_norm.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/realize.h"

namespace vta {
namespace {

// Of what as_int8 makes of it.
int exponent_of(QuantizedGraph& q, NodeId id) {
  const ValueForms& v = q.value(id);
  return v.i8 >= 0 || v.open ? v.exponent : q.scales().exponent(id);
}

bool has_one_scale(QuantizedGraph& q, NodeId id) {
  return q.value(id).factors.empty() && q.value(id).offset.empty() && q.planned_factors(id).empty();
}

bool is_asked_for(QuantizedGraph& q, NodeId id) {
  return q.options().dense_on_device &&
         std::ranges::all_of(q.old().node(id).inputs, [&](NodeId in) {
           return is_constant(q.old(), in) || has_one_scale(q, in);
         });
}

void emit(QuantizedGraph& q, NodeId id, std::string_view op, const std::vector<NodeId>& operands,
          Attrs attrs, int exponent) {
  const NodeId i8 = q.graph().add_call(op, operands, std::move(attrs));
  q.keep_comment(id, i8);
  q.graph().node(i8).name = q.int8_name(id);
  q.set_integer(id, i8, exponent);
}

bool is_unit(const Tensor* gamma, const Tensor* beta) {
  const auto all = [](const Tensor& t, float value) {
    return std::ranges::all_of(t.data<float>(), [&](float v) { return v == value; });
  };
  return gamma != nullptr && all(*gamma, 1) && (beta == nullptr || all(*beta, 0));
}

}  // namespace

bool realize_layer_norm(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  const bool centred = n.op == "nn.layer_norm";
  if (!is_asked_for(q, id))
    return false;
  if (!is_unit(constant_value(q.old(), n.inputs[1]),
               centred ? constant_value(q.old(), n.inputs[2]) : nullptr))
    return q.stays_float(id, "its gamma and beta are not in layers, which alone would read it");
  const int64_t channels = n.type().shape.back();
  if (channels > LayerNormForm::kMostChannels)
    return q.stays_float(id, fmt::format("in integers a row has at most {} channels, this has {}",
                                         LayerNormForm::kMostChannels, channels));
  const auto fraction = static_cast<int>(LayerNormForm::of(channels).fraction);
  const double epsilon =
      std::ldexp(n.attrs.get_double("epsilon", 1e-5) * static_cast<double>(channels),
                 2 * (fraction - exponent_of(q, n.inputs[0])));
  if (epsilon > LayerNormForm::kMostEpsilon)
    return q.stays_float(id, fmt::format("epsilon is {:.0f} steps of its data's squares, at most "
                                         "{} are possible",
                                         epsilon, LayerNormForm::kMostEpsilon));
  const int to = std::clamp(q.scales().exponent(id), -LayerNormForm::kMostResultFraction, 0);
  // Rows, as kernels take them.
  NodeId rows = q.as_int8(n.inputs[0]);
  if (n.type().shape.size() != 2) {
    rows = q.graph().add_call(
        "reshape", {rows},
        {{"newshape", IntList{num_elements(n.type().shape) / channels, channels}}});
    q.graph().node(rows).name = q.int8_name(n.inputs[0]) + ".rows";
  }
  emit(q, id, "qnn.layer_norm", {rows},
       {{"rms", int64_t{centred ? 0 : 1}},
        {"epsilon", std::max<int64_t>(1, std::llround(epsilon))},
        {"result_fraction", int64_t{-to}}},
       to);
  if (n.type().shape.size() != 2)
    q.value(id).i8 =
        q.graph().add_call("reshape", {q.value(id).i8}, {{"newshape", n.type().shape}});
  return true;
}

bool realize_attention(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  if (!is_asked_for(q, id))
    return false;
  if (n.inputs.size() > 3)
    return q.stays_float(id, "its mask is another than a causal one");
  if (std::abs(n.attrs.get_double("scale", 1) + std::numbers::ln2) > 1e-9)
    return q.stays_float(id, "its queries are without the scale (the pass recognize_transformer)");
  const int to = q.scales().exponent(id);
  const int fraction = -exponent_of(q, n.inputs[0]) - exponent_of(q, n.inputs[1]);
  const int shift = 22 + to - exponent_of(q, n.inputs[2]);
  if (fraction < 1 || fraction > kMostScoreFraction || shift < 0 || shift > 30)
    return q.stays_float(id, fmt::format("scores would have {} bits behind the point and results a "
                                         "shift of {}: legal are 1 to {} and 0 to 30",
                                         fraction, shift, kMostScoreFraction));
  std::vector<NodeId> operands;
  for (const NodeId in : n.inputs)
    operands.push_back(q.as_int8(in));
  Attrs attrs = n.attrs;
  attrs.erase("scale");
  attrs.set("fraction", int64_t{fraction});
  attrs.set("shift", int64_t{shift});
  attrs.set("exp", std::string("any"));
  emit(q, id, "qnn.attention", operands, std::move(attrs), to);
  return true;
}

}  // namespace vta
