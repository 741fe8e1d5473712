// A batch norm and relu of an int8 value: a sum and two limits per channel, at the value's scale.
#include <algorithm>

#include "compiler/passes/channel_norm.h"
#include "compiler/passes/realize.h"

namespace vta {
namespace {

bool all_equal(const std::vector<int32_t>& values) {
  return std::ranges::all_of(values, [&](int32_t v) { return v == values.front(); });
}

NodeId by_channel(QuantizedGraph& q, std::string_view op, NodeId acc,
                  const std::vector<int32_t>& values) {
  return q.graph().add_call(op, {acc, all_equal(values) ? q.scalar(values.front())
                                                        : q.channel_constant(values, "nn.conv2d")});
}

}  // namespace

bool realize_norm(QuantizedGraph& q, NodeId id) {
  const std::optional<ChannelNorm> norm = match_channel_norm(q.old(), q.users(), id);
  if (!norm || !q.value(norm->input).integer || q.value(norm->input).open)
    return false;
  const int exponent = q.value(norm->input).exponent;
  const IntegerNorm n = quantize_norm(*norm, exponent, q.value(norm->input).offset);
  NodeId acc = by_channel(q, "add", q.widened(norm->input), n.addend);
  int64_t low = -127, high = 127;
  if (all_equal(n.low) && all_equal(n.high)) {
    low = n.low.front();
    high = n.high.front();
  } else {
    acc = by_channel(q, "maximum", acc, n.low);
    acc = by_channel(q, "minimum", acc, n.high);
  }
  const NodeId result = q.to_int8(q.clip(acc, low, high), norm->end);
  q.cover(norm->calls, result);
  q.set_integer(norm->end, result, exponent);
  q.value(norm->end).scaled_behind = true;
  return true;
}

}  // namespace vta
