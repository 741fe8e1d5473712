#include "compiler/tflite/op_node.h"

#include "base/plural.h"

namespace vta::tflite_import {
namespace {

using Fused = tflite_file::Activation;

std::string name_of(Requant requant) {
  return requant == Requant::Single ? "single" : "double";
}

}  // namespace

void OpNode::require_inputs(int64_t least, int64_t most) const {
  const auto inputs = std::ssize(info.inputs), outputs = std::ssize(info.outputs);
  if (inputs < least || inputs > most)
    throw InputError(fmt::format(
        "has {}: must have {}", counted(inputs, "input"),
        least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most)));
  if (outputs != 1)
    throw InputError(fmt::format("has {}: must have 1", counted(outputs, "output")));
  for (size_t i = 0; i < static_cast<size_t>(least); ++i)
    if (!has(i))
      throw InputError(fmt::format("leaves out input {}", i));
}

bool OpNode::is_integer() const {
  const DType in = dtype(0), out = builder.dtype(output());
  if (in != out || (in != DType::I8 && in != DType::F32))
    fail("makes {} of {}: supported are FLOAT32 of FLOAT32 and INT8 of INT8",
         type_name(result().type), type_name(tensor(0).type));
  return in == DType::I8;
}

Meaning OpNode::meaning(int64_t tensor) const {
  const TensorInfo& t = builder.info(tensor);
  const Quantization& q = t.quantization;
  if (q.scales.size() != 1)
    throw InputError(fmt::format("{} has {}: an INT8 value here must have 1", tensor_text(t),
                                 counted(std::ssize(q.scales), "scale")));
  return {q.scales.front(), q.zeros.front()};
}

void OpNode::require_same_meaning(size_t i) const {
  // As exact as the runtimes want it.
  constexpr float kClose = 1e-6F;
  const Meaning in = meaning_in(i), out = meaning_out();
  if (in.zero != out.zero || std::abs(in.scale - out.scale) > kClose)
    fail("{} has scale {} and zero point {}, {} {} and {}: must be the same",
         tensor_text(tensor(i)), in.scale, in.zero, tensor_text(result()), out.scale, out.zero);
}

std::string OpNode::rounding() const {
  return name_of(requant);
}

NodeId OpNode::widened(NodeId value) const {
  return builder.call("cast", {value}, {{"dtype", std::string("int32")}});
}

NodeId OpNode::less_zero(size_t i, NodeId value) const {
  const auto zero = static_cast<int32_t>(meaning_in(i).zero);
  return builder.call("subtract", {widened(value), builder.scalar(zero)});
}

NodeId OpNode::rescaled(NodeId sums, const Fraction& by, NodeId zero, Attrs limits) const {
  Attrs attrs = {{"rounding", rounding()}};
  for (const auto& [name, limit] : limits.items())
    attrs.set(name, limit);
  return builder.call("qnn.rescale",
                      {sums, builder.scalar(by.multiplier), builder.scalar(by.shift), zero}, attrs);
}

NodeId OpNode::rescaled_to_result(NodeId sums, const Fraction& by, int activation) const {
  return rescaled(sums, by, builder.scalar(static_cast<int8_t>(meaning_out().zero)),
                  limits(activation));
}

Attrs OpNode::limits(int activation) const {
  const Meaning out = meaning_out();
  const auto [low, high] = activation_limits(activation, out.scale, out.zero);
  return {{"a_min", low}, {"a_max", high}};
}

NodeId OpNode::activated(NodeId value, int activation) const {
  const auto clip = [&](double low, double high) {
    return builder.call("clip", {value}, {{"a_min", low}, {"a_max", high}});
  };
  switch (static_cast<Fused>(activation)) {
    case Fused::NONE:
      return value;
    case Fused::RELU:
      return builder.call("nn.relu", {value});
    case Fused::RELU_N1_TO_1:
      return clip(-1, 1);
    case Fused::RELU6:
      return clip(0, 6);
    default:
      break;
  }
  fail("fused activation {}: supported are NONE, RELU, RELU_N1_TO_1 and RELU6", activation);
}

NodeId OpNode::limited(NodeId value, int activation) const {
  if (!is_integer())
    return activated(value, activation);
  const Meaning out = meaning_out();
  const auto [low, high] = activation_limits(activation, out.scale, out.zero);
  if (low == -128 && high == 127)
    return value;
  return builder.call("clip", {value},
                      {{"a_min", static_cast<double>(low)}, {"a_max", static_cast<double>(high)}});
}

}  // namespace vta::tflite_import
