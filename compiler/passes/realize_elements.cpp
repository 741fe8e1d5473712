// Operators of int8 values that keep their scale, but pools.
#include "compiler/passes/realize.h"

namespace vta {

bool realize_relu(QuantizedGraph& q, NodeId id) {
  const NodeId in = q.old().node(id).inputs.front();
  const NodeId x = q.graph().add_call("nn.relu", {q.widened(in)});
  q.set_integer(id, q.to_int8(q.clip(x, -127, 127), id), q.value(in).exponent);
  return true;
}

bool realize_clip(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  const NodeId in = n.inputs.front();
  FloatChain chain;
  if (!q.old().model_scales().present || !chain.take_clip(n))
    return false;
  if (chain.relu)
    chain.lower = 0;
  const int exponent = q.value(in).exponent;
  q.set_integer(id, q.to_int8(q.clip_to(q.widened(in), chain, exponent), id), exponent);
  return true;
}

bool realize_unchanged(QuantizedGraph& q, NodeId id) {
  const Node& n = q.old().node(id);
  std::vector<NodeId> operands;
  for (NodeId in : n.inputs)
    operands.push_back(q.value(in).i8);
  const NodeId i8 = q.graph().add_call(n.op, operands, n.attrs);
  q.keep_comment(id, i8);
  q.graph().node(i8).name = q.int8_name(id);
  q.value(id).i8 = i8;
  q.value(id).exponent = q.value(n.inputs.front()).exponent;
  q.value(id).integer = true;
  q.value(id).factors = q.value(n.inputs.front()).factors;
  return true;
}

}  // namespace vta
