// Concatenations of int8 values.
#include <algorithm>

#include "compiler/passes/concat_scales.h"
#include "compiler/passes/quantize_layer.h"
#include "compiler/passes/realize.h"

namespace vta {
namespace {

// The operand at the scale 2^exponent, as a value that may lie where the whole does: one that is
// part of something else already is copied.
NodeId as_part(QuantizedGraph& q, NodeId operand, int exponent) {
  ValueForms& v = q.value(operand);
  const int shift = exponent - v.exponent;
  if (shift == 0 && !v.part) {
    v.part = true;
    return v.i8;
  }
  const NodeId acc = q.requantized(q.widened(operand), {shift}, "concatenate");
  return q.to_int8(q.clip(acc, shift == 0 ? -128 : -127, 127), operand);
}

int coarsest(QuantizedGraph& q, const std::vector<NodeId>& ids) {
  int exponent = q.value(ids.front()).exponent;
  for (const NodeId id : ids)
    exponent = std::max(exponent, q.value(id).exponent);
  return exponent;
}

bool of_one_scale(QuantizedGraph& q, const std::vector<NodeId>& ids) {
  return std::ranges::all_of(
      ids, [&](NodeId id) { return q.value(id).exponent == q.value(ids.front()).exponent; });
}

// Why a concatenation of which some operands are int8 is none of int8 values; empty where it is.
std::string float_operand(QuantizedGraph& q, const std::vector<NodeId>& ids) {
  for (const NodeId id : ids)
    if (!q.value(id).integer) {
      const Node& n = q.old().node(id);
      return fmt::format(
          "its operand {} is computed in float",
          n.name.empty() ? fmt::format("{} (node {})", n.op, id) : "'" + n.name + "'");
    }
  return {};
}

}  // namespace

bool realize_concatenate(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  if (std::ranges::none_of(n.inputs, [&](NodeId in) { return q.value(in).integer; }))
    return false;
  if (const std::string reason = float_operand(q, n.inputs); !reason.empty())
    return q.stays_float(id, reason);
  const bool as_parts = q.options().concats_on_device && joins_channels(q.old(), id);
  if (!as_parts)
    return of_one_scale(q, n.inputs) ? realize_unchanged(q, id)
                                     : q.stays_float(id, "its operands' scales differ");
  const int exponent = coarsest(q, n.inputs);
  for (const NodeId operand : n.inputs)
    if (exponent - q.value(operand).exponent > kMaxShift)
      return q.stays_float(id, fmt::format("its operands' scales 2^{} and 2^{} are too far apart",
                                           q.value(operand).exponent, exponent));
  std::vector<NodeId> parts;
  for (const NodeId operand : n.inputs)
    parts.push_back(as_part(q, operand, exponent));
  const NodeId i8 = q.graph().add_call(n.op, parts, n.attrs);
  q.keep_comment(id, i8);
  q.graph().node(i8).name = q.int8_name(id);
  q.set_integer(id, i8, exponent);
  return true;
}

}  // namespace vta
