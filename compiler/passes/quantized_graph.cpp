#include "compiler/passes/quantized_graph.h"

#include <algorithm>
#include <cmath>

#include "base/plural.h"
#include "compiler/passes/channel_factors.h"
#include "compiler/passes/concat_scales.h"
#include "compiler/passes/pass_util.h"

namespace vta {

QuantizedGraph::QuantizedGraph(const Graph& old, PassContext& context)
    : old_(old),
      context_(context),
      users_(old.users()),
      scales_(old, context.quant),
      values_(static_cast<size_t>(old.size())),
      done_(static_cast<size_t>(old.size()), false) {
  for (NodeId id = 0; id < old.size(); ++id)
    names_.take(old.node(id).name);
  if (options().concats_on_device)
    for (const std::vector<NodeId>& family : values_of_one_scale(old))
      scales_.join(family);
  if (options().dense_on_device)
    fit_scores();
}

// Scores so small that they have more bits behind the point than are defined do without some of
// queries and keys: the weights of such a softmax are nearly equal.
void QuantizedGraph::fit_scores() {
  for (NodeId id = 0; id < old_.size(); ++id) {
    const Node& n = old_.node(id);
    if (!is_call(old_, id, "nn.attention") || n.inputs.size() != 3 ||
        is_stored_by_model(n.inputs[0]) || is_stored_by_model(n.inputs[1]))
      continue;
    const int more =
        -scales_.exponent(n.inputs[0]) - scales_.exponent(n.inputs[1]) - kMostScoreFraction;
    if (more <= 0)
      continue;
    const int of_queries = more - more / 2;
    scales_.coarsen(n.inputs[0], of_queries);
    if (n.inputs[0] != n.inputs[1])
      scales_.coarsen(n.inputs[1], more - of_queries);
  }
}

// ---- values --------------------------------------------------------------------------------

bool QuantizedGraph::is_stored_by_model(NodeId id) const {
  const auto& known = old_.model_scales().values;
  const auto it = known.find(old_.node(id).name);
  return it != known.end() && it->second.exact;
}

NodeId QuantizedGraph::as_float(NodeId id) {
  ValueForms& v = value(id);
  if (v.f32 >= 0)
    return v.f32;
  if (v.open)
    close(id);
  const Node& n = old_.node(id);
  if (n.kind == NodeKind::Constant) {
    v.f32 = n.constant.valid() ? new_.add_constant(n.constant) : new_.add_constant_type(n.type());
    return v.f32;
  }
  VTA_CHECK(v.i8 >= 0, "node {} has no value yet", id);
  const NodeId wide = new_.add_call("cast", {v.i8}, {{"dtype", std::string("float32")}});
  v.f32 = scaled(wide, id, v.exponent, false);
  if (!v.offset.empty())
    v.f32 = new_.add_call("add", {v.f32, new_.add_constant(channel_tensor(v.offset, 1, 4))});
  new_.node(v.f32).name = n.name;
  return v.f32;
}

NodeId QuantizedGraph::as_int8(NodeId id) {
  ValueForms& v = value(id);
  if (v.open)
    close(id);
  if (v.i8 >= 0)
    return v.i8;
  const NodeId real = as_float(id);
  v.exponent = scales_.exponent(id);
  v.factors = planned_factors(id);
  NodeId q = scaled(real, id, v.exponent, true);
  // As models that came quantized define it.
  q = new_.add_call(old_.model_scales().present ? "round_even" : "round", {q});
  q = clip(q, -127, 127);
  v.i8 = to_int8(q, id);
  return v.i8;
}

// A float value to steps of its int8 form, or back.
NodeId QuantizedGraph::scaled(NodeId real, NodeId id, int exponent, bool stored) {
  const float step = std::ldexp(1.0F, exponent);
  std::vector<float> by_channel = value(id).factors;
  if (by_channel.empty())
    return new_.add_call("multiply", {real, scalar(stored ? 1 / step : step)});
  for (float& f : by_channel)
    f = stored ? 1 / (f * step) : f * step;
  const auto rank = static_cast<int64_t>(old_.type(id).shape.size());
  return new_.add_call("multiply", {real, new_.add_constant(channel_tensor(by_channel, 1, rank))});
}

NodeId QuantizedGraph::widened(NodeId id) {
  return new_.add_call("cast", {value(id).i8}, {{"dtype", std::string("int32")}});
}

void QuantizedGraph::set_integer(NodeId id, NodeId i8, int exponent) {
  value(id) = {.i8 = i8, .exponent = exponent, .integer = true};
}

// Shifts, clips and narrows the sums as every other layer's.
void QuantizedGraph::close(NodeId id) {
  const OpenSum open = std::move(*value(id).open);
  const int exponent = value(id).exponent;
  const std::string& op = old_.node(open.layer).op;
  const NodeId acc = requantized(biased(open.acc, open.bias, op), open.shifts, op);
  const NodeId i8 = to_int8(clip(acc, -127, 127), id);
  cover(open.chain.calls, i8);
  set_integer(id, i8, exponent);
}

// ---- calls of the old graph ----------------------------------------------------------------

void QuantizedGraph::skip_visits(const std::vector<NodeId>& calls) {
  for (const NodeId covered : calls)
    done_[static_cast<size_t>(covered)] = true;
}

void QuantizedGraph::cover(const std::vector<NodeId>& calls, NodeId result) {
  skip_visits(calls);
  for (const NodeId covered : calls)
    join_onnx_nodes(new_.node(result).onnx_nodes, old_.node(covered).onnx_nodes);
}

bool QuantizedGraph::stays_float(NodeId id, std::string_view why) {
  context_.notes.push_back({old_.node(id).name,
                            fmt::format("{} stays in float on the host", call_text(old_, id)),
                            std::string(why)});
  return false;
}

void QuantizedGraph::note_clipped(NodeId sum, std::string_view why) {
  context_.notes.push_back({old_.node(sum).name,
                            fmt::format("the sum '{}' clips both operands to int8", base_name(sum)),
                            std::string(why)});
}

void QuantizedGraph::note_clipped_weights(NodeId layer, int64_t count) {
  context_.notes.push_back({old_.node(layer).name,
                            fmt::format("{} has {} of -128, which become -127",
                                        call_text(old_, layer), counted(count, "weight")),
                            "the accelerator's int8 is -127 to 127"});
}

// ---- integer arithmetic --------------------------------------------------------------------

NodeId QuantizedGraph::channel_constant(const std::vector<int32_t>& values, std::string_view op) {
  const auto n = static_cast<int64_t>(values.size());
  const Shape shape = op == "nn.conv2d" ? Shape{n, 1, 1} : Shape{n};
  return new_.add_constant(Tensor::from_span<int32_t>(shape, values));
}

NodeId QuantizedGraph::biased(NodeId acc, const std::vector<int32_t>& bias, std::string_view op) {
  if (std::ranges::all_of(bias, [](int32_t b) { return b == 0; }))
    return acc;
  return new_.add_call("add", {acc, channel_constant(bias, op)});
}

NodeId QuantizedGraph::requantized(NodeId acc, const std::vector<int32_t>& shifts,
                                   std::string_view op) {
  std::vector<int32_t> halves;
  for (const int32_t k : shifts)
    halves.push_back(k == 0 ? 0 : int32_t{1} << (k - 1));
  const bool rounds = std::ranges::any_of(halves, [](int32_t h) { return h != 0; });
  return shifted(rounds ? new_.add_call("add", {acc, by_channel(halves, op)}) : acc, shifts, op);
}

NodeId QuantizedGraph::shifted(NodeId acc, const std::vector<int32_t>& shifts,
                               std::string_view op) {
  const bool stays = std::ranges::all_of(shifts, [](int32_t k) { return k == 0; });
  return stays ? acc : new_.add_call("right_shift", {acc, by_channel(shifts, op)});
}

NodeId QuantizedGraph::by_channel(const std::vector<int32_t>& values, std::string_view op) {
  const bool equal = std::ranges::all_of(values, [&](int32_t v) { return v == values.front(); });
  return equal ? scalar(values.front()) : channel_constant(values, op);
}

NodeId QuantizedGraph::clip(NodeId x, int64_t low, int64_t high) {
  return new_.add_call("clip", {x},
                       {{"a_min", static_cast<double>(low)}, {"a_max", static_cast<double>(high)}});
}

NodeId QuantizedGraph::clip_to(NodeId x, const FloatChain& chain, int exponent) {
  const auto steps = [&](double bound) {
    return std::clamp<int64_t>(std::llround(std::ldexp(bound, -exponent)), -127, 127);
  };
  return clip(x, chain.lower ? steps(*chain.lower) : -127, chain.upper ? steps(*chain.upper) : 127);
}

NodeId QuantizedGraph::to_int8(NodeId x, NodeId id) {
  const NodeId cast = new_.add_call("cast", {x}, {{"dtype", std::string("int8")}});
  new_.node(cast).name = int8_name(id);
  return cast;
}

std::string QuantizedGraph::int8_name(NodeId id) {
  return names_.make(base_name(id) + "_int8");
}

std::string QuantizedGraph::base_name(NodeId id) const {
  const Node& n = old_.node(id);
  return n.name.empty() ? n.op.substr(n.op.find('.') + 1) : n.name;
}

const LayerPlan* QuantizedGraph::layer_plan(NodeId id) const {
  if (options().mode != QuantMode::Auto)
    return nullptr;
  const auto it = options().plan->layers.find(id);
  return it == options().plan->layers.end() ? nullptr : &it->second;
}

std::vector<float> QuantizedGraph::planned_factors(NodeId id) const {
  if (options().mode != QuantMode::Auto)
    return {};
  const auto it = options().plan->factors.find(factors_from(old_, id));
  return it == options().plan->factors.end() ? std::vector<float>{} : it->second;
}

QuantTrace QuantizedGraph::trace() const {
  QuantTrace trace{.exponents = scales_.read(), .layers = layers_, .values = {}};
  for (NodeId id = 0; id < old_.size(); ++id)
    if (const ValueForms& v = values_[static_cast<size_t>(id)]; v.i8 >= 0)
      trace.values[id] = {v.i8, v.exponent, v.factors, v.offset};
  return trace;
}

}  // namespace vta
