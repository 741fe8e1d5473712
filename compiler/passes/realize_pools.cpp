// Pools of int8 values: maxima as they are, averages as sums times a fixed-point factor.
#include <algorithm>
#include <array>

#include "compiler/graph/shape_util.h"
#include "compiler/passes/concat_scales.h"
#include "compiler/passes/quantize_layer.h"
#include "compiler/passes/realize.h"

namespace vta {
namespace {

bool is_plain_window(const Node& n) {
  const auto dilation = shapes::read_pair(n.attrs, "dilation", 1, 1);
  return n.attrs.get_string("layout", "NCHW") == "NCHW" && dilation[0] == 1 && dilation[1] == 1;
}

// Why outputs of the average differ in their number of values, or empty.
std::string average_problem(const Graph& graph, const Node& n) {
  if (graph.type(n.inputs.front()).shape.size() != 4 || !is_plain_window(n))
    return "its layout is not NCHW or its window is dilated";
  const auto pads = shapes::read_padding(n.attrs);
  const bool padded = std::ranges::any_of(pads, [](int64_t p) { return p > 0; });
  if (padded && !n.attrs.get_bool("count_include_pad", false))
    return "pads do not count, so outputs at the border average fewer values";
  if (n.attrs.get_bool("ceil_mode", false))
    return "windows hang over the border (ceil_mode)";
  return {};
}

bool is_joined(const QuantizedGraph& q, NodeId id) {
  return q.options().concats_on_device &&
         std::ranges::any_of(q.users()[static_cast<size_t>(id)],
                             [&](NodeId user) { return joins_channels(q.old(), user); });
}

// nn.sum_pool2d's.
Attrs sum_window(const Node& pool, bool global, std::array<int64_t, 2> size) {
  Attrs window = {{"pool_size", IntList{size[0], size[1]}}};
  for (const char* name : {"strides", "padding"})
    if (const AttrValue* given = pool.attrs.find(name); given != nullptr && !global)
      window.set(name, *given);
  return window;
}

}  // namespace

bool realize_max_pool(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  if (!q.options().pools_on_device || !is_plain_window(n))
    return realize_unchanged(q, id);
  const NodeId in = n.inputs.front();
  const NodeId largest = q.graph().add_call(n.op, {q.widened(in)}, n.attrs);
  q.keep_comment(id, largest);
  // Where it is joined with others, a coarser scale than its input's may be theirs.
  const int shift = is_joined(q, id) ? q.scales().exponent(id) - q.value(in).exponent : 0;
  const int right = std::clamp(shift, 0, kMaxShift);
  const NodeId acc = q.requantized(largest, {right}, n.op);
  q.set_integer(id, q.to_int8(q.clip(acc, right == 0 ? -128 : -127, 127), id),
                q.value(in).exponent + right);
  return true;
}

// The mean as clip((sum * factor + round) >> shift).
bool realize_average(QuantizedGraph& q, NodeId id) {
  if (!q.options().pools_on_device)
    return false;
  const Node& n = q.old().node(id);
  if (const std::string problem = average_problem(q.old(), n); !problem.empty())
    return q.stays_float(id, problem);
  const NodeId data = n.inputs.front();
  const Shape& shape = q.old().type(data).shape;
  const bool global = n.op == "nn.global_avg_pool2d";
  const auto size = global ? std::array<int64_t, 2>{shape[2], shape[3]}
                           : shapes::read_pair(n.attrs, "pool_size", 1, 1);
  const int in = q.value(data).exponent;
  const FloatChain chain = match_clip(q.old(), q.users(), id);
  const int out = q.scales().exponent(chain.end);
  const std::vector<float> factors = q.planned_factors(id);
  const auto means = mean_factors(size[0] * size[1], in - out, factors);
  if (!means)
    return q.stays_float(
        id,
        fmt::format(
            "the mean of {} values, scaled from 2^{} to 2^{}, has no precise product in 32 bits",
            size[0] * size[1], in, out));
  NodeId acc = q.graph().add_call("nn.sum_pool2d", {q.widened(data)}, sum_window(n, global, size));
  q.keep_comment(id, acc);
  acc =
      q.graph().add_call("multiply", {acc, means->factors.size() == 1
                                               ? q.scalar(means->factors.front())
                                               : q.channel_constant(means->factors, "nn.conv2d")});
  acc = q.requantized(acc, {means->shift}, n.op);
  const NodeId i8 = q.to_int8(q.clip_to(acc, chain, out), chain.end);
  q.cover(chain.calls, i8);
  q.set_integer(chain.end, i8, out);
  q.value(chain.end).factors = factors;
  return true;
}

}  // namespace vta
