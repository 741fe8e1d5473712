// Sums, products, conversions, softmax and sigmoid.
#include <algorithm>
#include <cmath>

#include "compiler/tflite/op_list.h"

namespace vta::tflite_import {
namespace {

namespace file = tflite_file;

// Both operands with as many axes as the result.
std::pair<NodeId, NodeId> two_operands(const OpNode& node) {
  node.require_inputs(2, 2);
  if (node.dtype(1) != node.dtype(0))
    node.fail("has operands of {} and {}: must be of one type", type_name(node.tensor(0).type),
              type_name(node.tensor(1).type));
  const auto rank = std::ssize(node.result_shape());
  return {node.builder.of_rank(node.input(0), rank), node.builder.of_rank(node.input(1), rank)};
}

// One operand of a sum, at 2^20 steps of the coarser scale's double.
NodeId addend(const OpNode& node, size_t i, NodeId value, double twice) {
  constexpr int32_t kLeft = 20;
  Builder& b = node.builder;
  const NodeId steps = b.call("left_shift", {node.less_zero(i, value), b.scalar(kLeft)});
  return node.rescaled(steps, fraction_of(static_cast<double>(node.meaning_in(i).scale) / twice),
                       b.scalar(int32_t{0}));
}

NodeId add(const OpNode& node) {
  const auto [left, right] = two_operands(node);
  const int activation = activation_of(options_of<file::AddOptions>(node));
  Builder& b = node.builder;
  if (!node.is_integer())
    return node.activated(b.call("add", {left, right}), activation);
  const double twice =
      2 * static_cast<double>(std::max(node.meaning_in(0).scale, node.meaning_in(1).scale));
  const NodeId sum = b.call("add", {addend(node, 0, left, twice), addend(node, 1, right, twice)});
  const double unit = 0x1p20 * static_cast<double>(node.meaning_out().scale);
  return node.rescaled_to_result(sum, fraction_of(twice / unit), activation);
}

NodeId mul(const OpNode& node) {
  const auto [left, right] = two_operands(node);
  const int activation = activation_of(options_of<file::MulOptions>(node));
  Builder& b = node.builder;
  if (!node.is_integer())
    return node.activated(b.call("multiply", {left, right}), activation);
  const NodeId product = b.call("multiply", {node.less_zero(0, left), node.less_zero(1, right)});
  const double factor = static_cast<double>(node.meaning_in(0).scale) *
                        static_cast<double>(node.meaning_in(1).scale) /
                        static_cast<double>(node.meaning_out().scale);
  return node.rescaled_to_result(product, fraction_of(factor), activation);
}

// Of float32, half away from zero; of int8 to another scale.
NodeId quantize(const OpNode& node) {
  node.require_inputs(1, 1);
  Builder& b = node.builder;
  const Meaning to = node.meaning_out();
  if (node.dtype(0) == DType::I8 && b.dtype(node.output()) == DType::I8) {
    const double factor =
        static_cast<double>(node.meaning_in(0).scale) / static_cast<double>(to.scale);
    return node.rescaled_to_result(node.less_zero(0, node.value(0)), fraction_of(factor), 0);
  }
  if (node.dtype(0) != DType::F32 || b.dtype(node.output()) != DType::I8)
    node.fail("makes {} of {}: supported are INT8 of FLOAT32 and of INT8",
              type_name(node.result().type), type_name(node.tensor(0).type));
  const NodeId steps = b.call("round", {b.call("divide", {node.value(0), b.scalar(to.scale)})});
  const NodeId moved = b.call("add", {steps, b.scalar(static_cast<float>(to.zero))});
  const NodeId limited = b.call("clip", {moved}, {{"a_min", -128.0}, {"a_max", 127.0}});
  return b.call("cast", {limited}, {{"dtype", std::string("int8")}});
}

// Per tensor; weights that are kept in int8 may have a scale for each index of an axis.
NodeId dequantize(const OpNode& node) {
  node.require_inputs(1, 1);
  Builder& b = node.builder;
  const TensorInfo& from = node.tensor(0);
  if (node.dtype(0) != DType::I8 || b.dtype(node.output()) != DType::F32)
    node.fail("makes {} of {}: supported is FLOAT32 of INT8", type_name(node.result().type),
              type_name(from.type));
  const Quantization& q = from.quantization;
  if (q.scales.empty())
    throw InputError(fmt::format("{} has no scale", tensor_text(from)));
  Shape shape;
  if (q.scales.size() > 1) {
    shape.assign(from.shape.size(), 1);
    shape[static_cast<size_t>(graph_axis(q.axis, std::ssize(shape)))] = std::ssize(q.scales);
  }
  const std::vector<int8_t> zeros(q.zeros.begin(), q.zeros.end());
  return b.call("qnn.dequantize",
                {node.value(0), b.add_constant(Tensor::from_span<float>(shape, q.scales)),
                 b.add_constant(Tensor::from_span<int8_t>(shape, zeros))});
}

// Probabilities have one meaning.
void require_probabilities(const OpNode& node) {
  const Meaning out = node.meaning_out();
  if (out.scale != 0x1p-8F || out.zero != -128)
    node.fail("{} has scale {} and zero point {}: must be 1/256 and -128",
              tensor_text(node.result()), out.scale, out.zero);
}

// A factor to 2^bits steps, at most 2^31 - 1: its shift is to the left.
Fraction enlarging(double factor, std::string_view what) {
  if (!std::isfinite(factor) || factor < 1 || factor > 0x1p31 - 1)
    throw InputError(fmt::format("{} is {}: must be in 1..2^31 - 1", what, factor));
  return decomposed(factor);
}

NodeId softmax(const OpNode& node) {
  node.require_inputs(1, 1);
  const float beta = options_of<file::SoftmaxOptions>(node).beta();
  if (!std::isfinite(beta) || beta <= 0)
    throw InputError(fmt::format("has beta {}: must be finite and above 0", beta));
  Builder& b = node.builder;
  const auto rank = std::ssize(node.shape(0));
  if (rank == 0)
    throw InputError("has an input without axes");
  const Attrs axis = {{"axis", graph_axis(rank - 1, rank)}};
  if (!node.is_integer()) {
    const NodeId value =
        beta == 1 ? node.value(0) : b.call("multiply", {node.value(0), b.scalar(beta)});
    return b.call("nn.softmax", {value}, axis);
  }
  require_probabilities(node);
  const double most = node.requant == Requant::Single ? 0x1p30 - 1 : 0x1p31 - 1;
  const double factor = std::min(
      static_cast<double>(beta) * static_cast<double>(node.meaning_in(0).scale) * 0x1p26, most);
  const Fraction f = enlarging(factor, "beta times the scale times 2^26");
  Attrs attrs = axis;
  attrs.set("multiplier", int64_t{f.multiplier});
  attrs.set("shift", int64_t{f.shift});
  attrs.set("rounding", node.rounding());
  return b.call("qnn.softmax", {node.value(0)}, attrs);
}

NodeId logistic(const OpNode& node) {
  node.require_inputs(1, 1);
  Builder& b = node.builder;
  if (!node.is_integer())
    return b.call("sigmoid", {node.value(0)});
  require_probabilities(node);
  const Meaning in = node.meaning_in(0);
  const Fraction f = enlarging(static_cast<double>(in.scale) * 0x1p27, "the scale times 2^27");
  return b.call("qnn.sigmoid", {node.value(0)},
                {{"zero_point", in.zero},
                 {"multiplier", int64_t{f.multiplier}},
                 {"shift", int64_t{f.shift}},
                 {"rounding", node.rounding()}});
}

constexpr OpImporter kElements[] = {
    {"ADD", add},           {"MUL", mul},
    {"QUANTIZE", quantize}, {"DEQUANTIZE", dequantize},
    {"SOFTMAX", softmax},   {"LOGISTIC", logistic},
};

}  // namespace

std::span<const OpImporter> element_importers() {
  return kElements;
}

}  // namespace vta::tflite_import
