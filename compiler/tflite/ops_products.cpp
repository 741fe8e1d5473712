// Convolutions and fully connected layers. In int8:
//
//   %0 = qnn.conv2d(%x, weights, zero of x, 0)     pads are the zero point of x
//   %1 = add(%0, bias)
//   qnn.rescale(%1, multipliers, shifts, zero of y, rounding, a_min, a_max)
#include <cmath>

#include "compiler/tflite/op_list.h"
#include "compiler/tflite/padding.h"

namespace vta::tflite_import {
namespace {

namespace file = tflite_file;

// Weights of a product, of `outputs` results.
struct Weights {
  int64_t outputs;
  int64_t axis;     // of the file's tensor, that has a result's scale
  Shape broadcast;  // of one value for each result
};

void require_int8_weights(const OpNode& node) {
  if (node.dtype(1) != DType::I8 || !node.tensor(1).is_constant())
    node.fail("{} is {}{}: the weights of INT8 values must be constant INT8",
              tensor_text(node.tensor(1)), type_name(node.tensor(1).type),
              node.tensor(1).is_constant() ? "" : " and computed");
}

// One scale, or one for each result.
const Quantization& weight_scales(const OpNode& node, const Weights& w) {
  const TensorInfo& t = node.tensor(1);
  const Quantization& q = t.quantization;
  const auto n = std::ssize(q.scales);
  if (n != 1 && (n != w.outputs || q.axis != w.axis))
    throw InputError(fmt::format("{} has {} scales along axis {}: must be 1, or {} along axis {}",
                                 tensor_text(t), n, q.axis, w.outputs, w.axis));
  return q;
}

NodeId per_result(const OpNode& node, Tensor t, const Weights& w) {
  return node.builder.add_constant(t.size() == 1 ? t.reshaped({}) : t.reshaped(w.broadcast));
}

NodeId with_bias(const OpNode& node, NodeId sums, const Weights& w, DType dtype) {
  if (!node.has(2))
    return sums;
  const Tensor bias = node.builder.constant(node.input(2));
  if (bias.dtype() != dtype || bias.size() != w.outputs)
    throw InputError(
        fmt::format("{} is {}: the bias must have {} values of {}", tensor_text(node.tensor(2)),
                    type_text({bias.shape(), bias.dtype()}), w.outputs, dtype_name(dtype)));
  return node.builder.call("add", {sums, node.builder.add_constant(bias.reshaped(w.broadcast))});
}

// The factors from the sums of a product to its result.
struct Factors {
  std::vector<int32_t> multipliers, shifts;
  std::vector<float> real;  // of Requant::Float
};

// `joined`: the scales' product is rounded to float32, as for a fully connected layer with one.
Factors factors_of(const OpNode& node, const std::vector<float>& weights, bool joined) {
  const float in = node.meaning_in(0).scale, out = node.meaning_out().scale;
  Factors f;
  for (const float weight : weights) {
    const double product =
        joined ? double{in * weight} : static_cast<double>(in) * static_cast<double>(weight);
    const Fraction fraction = fraction_of(product / static_cast<double>(out));
    f.multipliers.push_back(fraction.multiplier);
    f.shifts.push_back(fraction.shift);
    f.real.push_back(in * weight / out);
  }
  return f;
}

NodeId requantized(const OpNode& node, NodeId sums, const Weights& w, int activation) {
  const Quantization& q = weight_scales(node, w);
  const bool dense = node.info.name == "FULLY_CONNECTED";
  const Factors f = factors_of(node, q.scales, dense && q.scales.size() == 1);
  const Shape shape = {std::ssize(q.scales)};
  const bool real = node.requant == Requant::Float;
  const Tensor multipliers = real ? Tensor::from_span<float>(shape, f.real)
                                  : Tensor::from_span<int32_t>(shape, f.multipliers);
  const Tensor shifts =
      real ? Tensor::zeros(DType::I32, {1}) : Tensor::from_span<int32_t>(shape, f.shifts);
  Attrs attrs = {{"rounding", real ? std::string("float") : node.rounding()}};
  const Attrs limits = node.limits(activation);
  for (const auto& [name, limit] : limits.items())
    attrs.set(name, limit);
  const auto zero = static_cast<int8_t>(node.meaning_out().zero);
  return node.builder.call("qnn.rescale",
                           {sums, per_result(node, multipliers, w), per_result(node, shifts, w),
                            node.builder.scalar(zero)},
                           attrs);
}

// The sums of an int8 or a float product, its bias and its activation.
NodeId product(const OpNode& node, const std::string& op, NodeId data, NodeId weight,
               const Weights& w, const Attrs& attrs, int activation) {
  Builder& b = node.builder;
  if (!node.is_integer()) {
    const NodeId sums = b.call("nn." + op, {data, weight}, attrs);
    return node.activated(with_bias(node, sums, w, DType::F32), activation);
  }
  require_int8_weights(node);
  const Quantization& q = weight_scales(node, w);
  const bool dense = op == "dense";
  for (const int64_t zero : q.zeros)
    if (zero != 0 && !(dense && q.zeros.size() == 1))
      node.fail("{} has zero point {}: that of weights must be 0", tensor_text(node.tensor(1)),
                zero);
  const auto zero = static_cast<int8_t>(node.meaning_in(0).zero);
  const auto weight_zero = static_cast<int8_t>(q.zeros.front());
  const NodeId sums =
      b.call("qnn." + op, {data, weight, b.scalar(zero), b.scalar(weight_zero)}, attrs);
  return requantized(node, with_bias(node, sums, w, DType::I32), w, activation);
}

// Data and weights of four axes.
void require_images(const OpNode& node) {
  node.require_inputs(2, 3);
  for (size_t i = 0; i < 2; ++i)
    if (node.shape(i).size() != 4)
      throw InputError(fmt::format("{} has shape {}: must have 4 axes", tensor_text(node.tensor(i)),
                                   shape_text(node.shape(i))));
}

Attrs conv_attrs(const WindowShape& window, int64_t groups, int64_t channels) {
  Attrs attrs = window.attrs();
  attrs.set("groups", groups);
  attrs.set("channels", channels);
  attrs.set("kernel_size", IntList(window.kernel.begin(), window.kernel.end()));
  return attrs;
}

NodeId conv_2d(const OpNode& node) {
  require_images(node);
  const auto& options = options_of<file::Conv2DOptions>(node);
  const Shape data = node.shape(0), weight = node.shape(1);
  if (data[3] % weight[3] != 0)
    throw InputError(fmt::format("weights {} take {} channels, {} has {}",
                                 tensor_text(node.tensor(1)), weight[3],
                                 tensor_text(node.tensor(0)), data[3]));
  const int64_t groups = data[3] / weight[3];
  if (groups != 1)
    node.fail("has {} groups: supported is 1, and DEPTHWISE_CONV_2D", groups);
  const WindowShape window{.extent = {data[1], data[2]},
                           .kernel = {weight[1], weight[2]},
                           .stride = {options.stride_h(), options.stride_w()},
                           .dilation = {options.dilation_h(), options.dilation_w()},
                           .same = is_same(options.padding())};
  return product(node, "conv2d", node.value(0), node.value(1),
                 {.outputs = weight[0], .axis = 0, .broadcast = {weight[0], 1, 1}},
                 conv_attrs(window, groups, weight[0]), activation_of(options));
}

// Weights are (1, H, W, C M) in the file, (C M, 1, H, W) in the graph: M results of each channel
// lie together in both.
NodeId depthwise_conv_2d(const OpNode& node) {
  require_images(node);
  const auto& options = options_of<file::DepthwiseConv2DOptions>(node);
  const Shape data = node.shape(0), weight = node.shape(1);
  if (weight[0] != 1 || weight[3] % data[3] != 0)
    throw InputError(fmt::format(
        "weights {} have shape {}: must be (1, H, W, C M) with C = {}, the channels of {}",
        tensor_text(node.tensor(1)), shape_text(weight), data[3], tensor_text(node.tensor(0))));
  const int64_t multiplier = weight[3] / data[3];
  if (options.depth_multiplier() != multiplier)
    throw InputError(fmt::format("has depth multiplier {}: {} results of {} channels make {}",
                                 options.depth_multiplier(), weight[3], data[3], multiplier));
  const WindowShape window{.extent = {data[1], data[2]},
                           .kernel = {weight[1], weight[2]},
                           .stride = {options.stride_h(), options.stride_w()},
                           .dilation = {options.dilation_h(), options.dilation_w()},
                           .same = is_same(options.padding())};
  Builder& b = node.builder;
  const Shape turned = {weight[3], 1, weight[1], weight[2]};
  const NodeId taps = node.tensor(1).is_constant()
                          ? b.add_constant(b.graph().node(node.value(1)).constant.reshaped(turned))
                          : b.call("reshape", {node.value(1)}, {{"newshape", IntList(turned)}});
  return product(node, "conv2d", node.value(0), taps,
                 {.outputs = weight[3], .axis = 3, .broadcast = {weight[3], 1, 1}},
                 conv_attrs(window, data[3], weight[3]), activation_of(options));
}

// All values of an input are rows of as many as the weights take.
NodeId fully_connected(const OpNode& node) {
  node.require_inputs(2, 3);
  const auto& options = options_of<file::FullyConnectedOptions>(node);
  if (options.weights_format() != 0)
    node.fail("has weights in format {}: supported is 0", options.weights_format());
  const Shape data = node.shape(0), weight = node.shape(1);
  const int64_t elements = num_elements(data);
  if (weight.size() != 2 || elements % weight[1] != 0)
    throw InputError(fmt::format("weights {} of shape {} do not take {} of shape {}",
                                 tensor_text(node.tensor(1)), shape_text(weight),
                                 tensor_text(node.tensor(0)), shape_text(data)));
  Builder& b = node.builder;
  const NodeId rows = b.reshaped(node.value(0), {elements / weight[1], weight[1]});
  const NodeId result = product(node, "dense", rows, node.value(1),
                                {.outputs = weight[0], .axis = 0, .broadcast = {weight[0]}},
                                {{"units", weight[0]}}, activation_of(options));
  if (num_elements(node.result_shape()) != num_elements(b.graph().type(result).shape))
    return result;  // define() says what does not fit
  return b.reshaped(result, node.result_shape());
}

constexpr OpImporter kProducts[] = {
    {"CONV_2D", conv_2d},
    {"DEPTHWISE_CONV_2D", depthwise_conv_2d},
    {"FULLY_CONNECTED", fully_connected},
};

}  // namespace

std::span<const OpImporter> product_importers() {
  return kProducts;
}

}  // namespace vta::tflite_import
