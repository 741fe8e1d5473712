// A convolution or dense layer with its bias and relu, in int8 with int32 sums.
#include <algorithm>
#include <cmath>

#include "compiler/graph/shape_util.h"
#include "compiler/passes/channel_factors.h"
#include "compiler/passes/layer_gelu.h"
#include "compiler/passes/model_weights.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/quantize_layer.h"
#include "compiler/passes/realize.h"

namespace vta {
namespace {

// Read by one residual sum alone, and once: a sum of a value with itself needs it as int8. So does
// one that clips, or that a model stores in just that form.
bool may_be_added_open(const QuantizedGraph& q, const FloatChain& chain) {
  if (q.options().residual == ResidualSum::Int8 || chain.relu || chain.lower ||
      q.is_stored_by_model(chain.end))
    return false;
  const auto& users = q.users()[static_cast<size_t>(chain.end)];
  const auto& outputs = q.old().outputs();
  return users.size() == 1 && is_sum_of_maps(q.old(), users.front()) &&
         std::ranges::count(q.old().node(users.front()).inputs, chain.end) == 1 &&
         std::ranges::find(outputs, chain.end) == outputs.end();
}

// The upper bound of the chain in steps, per output channel. Values with factors are of no model
// that came quantized, and have no lower one.
std::vector<int32_t> limits(const FloatChain& chain, const std::vector<float>& factors,
                            int exponent) {
  std::vector<int32_t> steps;
  for (size_t c = 0; c < chain.bias.size(); ++c) {
    const double bound = *chain.upper / static_cast<double>(factors[c]);
    steps.push_back(
        static_cast<int32_t>(std::clamp(std::round(std::ldexp(bound, -exponent)), 0.0, 127.0)));
  }
  return steps;
}

// The sums, shifted, clipped and narrowed.
void emit_chain(QuantizedGraph& q, const std::string& op, NodeId acc, const FloatChain& chain,
                const QuantizedLayer& layer, const std::vector<float>& factors) {
  acc = q.biased(acc, layer.bias, op);
  if (chain.relu)
    acc = q.graph().add_call("nn.relu", {acc});
  acc = q.requantized(acc, layer.shifts, op);
  if (chain.upper && !factors.empty()) {
    const std::vector<int32_t> steps = limits(chain, factors, layer.output_exponent);
    if (std::ranges::all_of(steps, [&](int32_t s) { return s == steps.front(); }))
      acc = q.clip(acc, -127, steps.front());
    else
      acc = q.clip(q.graph().add_call("minimum", {acc, q.channel_constant(steps, op)}), -127, 127);
  } else {
    acc = q.clip_to(acc, chain, layer.output_exponent);
  }
  const NodeId i8 = q.to_int8(acc, chain.end);
  q.cover(chain.calls, i8);
  q.set_integer(chain.end, i8, layer.output_exponent);
  q.value(chain.end).factors = factors;
}

// The sums at the layer's output exponent, then GELU, clipped and narrowed.
void emit_gelu(QuantizedGraph& q, const std::string& op, NodeId acc, const FloatChain& chain,
               const QuantizedLayer& layer, const LayerGelu& gelu) {
  acc = q.requantized(q.biased(acc, layer.bias, op), layer.shifts, op);
  acc = q.graph().add_call("qnn.gelu", {acc},
                           {{"function", std::string(gelu.form->function)},
                            {"form", std::string(gelu.form->form)},
                            {"fraction", int64_t{-layer.output_exponent}},
                            {"result_fraction", int64_t{gelu.result_fraction}}});
  const NodeId i8 = q.to_int8(q.clip(acc, -127, 127), gelu.call);
  q.cover(chain.calls, i8);
  q.cover({gelu.call}, i8);
  q.set_integer(gelu.call, i8, -gelu.result_fraction);
}

void emit_layer(QuantizedGraph& q, NodeId id, NodeId x, const FloatChain& chain,
                const QuantizedLayer& layer, const std::optional<LayerGelu>& gelu,
                QuantTrace::Layer trace) {
  const Node& n = q.old().node(id);
  Attrs attrs = n.attrs;
  attrs.set("out_dtype", std::string("int32"));
  const NodeId acc = q.graph().add_call(n.op, {x, q.graph().add_constant(layer.weight)}, attrs);
  q.keep_comment(id, acc);
  q.graph().node(acc).name = n.name;
  const std::vector<float> factors = trace.output_factors;
  trace.data = n.inputs[0];
  trace.sums = acc;
  trace.input_exponent = q.value(n.inputs[0]).exponent;
  trace.weight_exponents = layer.weight_exponents;
  q.trace_layer(id, std::move(trace));
  if (gelu) {
    emit_gelu(q, n.op, acc, chain, layer, *gelu);
    return;
  }
  if (!may_be_added_open(q, chain)) {
    emit_chain(q, n.op, acc, chain, layer, factors);
    return;
  }
  VTA_CHECK(factors.empty(), "'{}' has factors, and a residual sum reads it", n.name);
  q.skip_visits(chain.calls);
  q.value(chain.end) = {.exponent = layer.output_exponent,
                        .integer = true,
                        .open = OpenSum{acc, layer.bias, layer.shifts, id, chain}};
}

// The input is stored less by an offset per channel: its share of every output is the same, for no
// output reads pads (takes_offsets).
void take_offset(LayerRequest& r, const std::vector<float>& offset) {
  if (offset.empty())
    return;
  const auto outputs = r.bias.size(), groups = static_cast<size_t>(r.groups);
  const size_t inputs = offset.size() / groups;
  const size_t taps = static_cast<size_t>(r.weight.size()) / (outputs * inputs);
  const auto weight = r.weight.data<float>();
  for (size_t o = 0; o < outputs; ++o) {
    const size_t first = o / (outputs / groups) * inputs;
    double sum = static_cast<double>(r.bias[o]);
    for (size_t i = 0; i < inputs * taps; ++i)
      sum += static_cast<double>(weight[o * inputs * taps + i]) *
             static_cast<double>(offset[first + i / taps]);
    r.bias[o] = static_cast<float>(sum);
  }
  for (size_t c = 0; c < r.input_mean.size(); ++c)
    r.input_mean[c] -= static_cast<double>(offset[c]);
}

// Exact ones need no plan, and no correction.
void take_model_weights(QuantizedGraph& q, NodeId id, LayerRequest& r) {
  ModelWeights own = model_weights(r.weight);
  if (own.clipped > 0)
    q.note_clipped_weights(id, own.clipped);
  if (own.exact) {
    r.input_mean.clear();
    r.bias_correction.clear();
  }
  if (own.exact || r.weight_exponents.empty())
    r.weight_exponents = std::move(own.exponents);
}

void take_factors(LayerRequest& r, const QuantTrace::Layer& trace) {
  r.weight = factored_weight(r.weight, r.groups, trace.input_factors, trace.output_factors);
  for (size_t o = 0; o < trace.output_factors.size(); ++o) {
    r.bias[o] /= trace.output_factors[o];
    if (!r.bias_correction.empty())
      r.bias_correction[o] /= static_cast<double>(trace.output_factors[o]);
  }
}

bool realize_layer(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  const Node& weight = q.old().node(n.inputs[1]);
  if (weight.kind != NodeKind::Constant)
    return q.stays_float(id, "its weight is computed");
  if (!weight.constant.valid())
    throw CompileError(
        fmt::format("{} '{}' has a weight without data: constants must be filled "
                    "before quantization",
                    n.op, n.name));
  const LayerPlan* plan = q.layer_plan(id);
  if (plan != nullptr && plan->in_float)
    return q.stays_float(id, "left in float by the quantization plan");
  const FloatChain chain = match_float_chain(q.old(), q.users(), id);
  const NodeId x = q.as_int8(n.inputs[0]);
  const std::optional<LayerGelu> gelu = gelu_behind(q, chain);
  const bool calibrated = q.options().mode == QuantMode::Percentile;
  LayerRequest request{.name = n.name.empty() ? n.op : n.name,
                       .weight = weight.constant,
                       .bias = chain.bias,
                       .input_exponent = q.value(n.inputs[0]).exponent,
                       .output_exponent = gelu ? -static_cast<int>(gelu->form->fraction)
                                               : q.scales().exponent(chain.end),
                       .groups = n.attrs.get_int("groups", 1),
                       .per_channel = calibrated,
                       .least_error = q.value(n.inputs[0]).scaled_behind,
                       .input_mean = {}};
  if (calibrated)
    request.input_mean = q.scales().stats(n.inputs[0])->channel_mean;
  take_offset(request, q.value(n.inputs[0]).offset);
  QuantTrace::Layer trace{.input_factors = q.value(n.inputs[0]).factors,
                          .output_factors = q.planned_factors(chain.end)};
  for (size_t o = 0; o < chain.bias.size(); ++o)
    trace.offset_share.push_back(static_cast<double>(request.bias[o]) -
                                 static_cast<double>(chain.bias[o]));
  if (plan != nullptr) {
    request.weight_exponents = plan->weight_exponents;
    request.bias_correction = plan->bias_correction;
  }
  if (q.old().model_scales().present)
    take_model_weights(q, id, request);
  take_factors(request, trace);
  trace.weight = request.weight;
  emit_layer(q, id, x, chain, quantize_layer(request), gelu, std::move(trace));
  return true;
}

bool skipped_by_name(const QuantizedGraph& q, NodeId id) {
  return q.options().skip_names.contains(q.old().node(id).name);
}

// Its place among the graph's convolutions.
int64_t order_of(const QuantizedGraph& q, NodeId convolution) {
  int64_t order = 0;
  for (NodeId id = 0; id < convolution; ++id)
    order += is_call(q.old(), id, "nn.conv2d") ? 1 : 0;
  return order;
}

}  // namespace

bool realize_convolution(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  if (const int64_t order = order_of(q, id); q.options().skip_conv.contains(order))
    return q.stays_float(id,
                         fmt::format("convolution {} is left in float, as skip_conv says", order));
  if (skipped_by_name(q, id))
    return q.stays_float(id, "left in float by name");
  if (const std::string why = q.options().kept_on_host(
          n.attrs.get_int("groups", 1), shapes::read_pair(n.attrs, "dilation", 1, 1));
      !why.empty())
    return q.stays_float(id, why);
  if (n.attrs.get_string("data_layout", "NCHW") != "NCHW" ||
      n.attrs.get_string("kernel_layout", "OIHW") != "OIHW")
    return q.stays_float(id, "its layout is not NCHW and OIHW");
  return realize_layer(q, id);
}

bool realize_dense(QuantizedGraph& q, NodeId id) {
  if (!q.options().dense_on_device)
    return q.stays_float(
        id, "dense layers are left in float unless dense_on_device or all_int8 is set");
  if (skipped_by_name(q, id))
    return q.stays_float(id, "left in float by name");
  if (q.old().type(id).shape.size() != 2)
    return q.stays_float(id, "its data is not (N, C)");
  return realize_layer(q, id);
}

}  // namespace vta
