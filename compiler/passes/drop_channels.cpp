#include "compiler/passes/drop_channels.h"

#include <algorithm>
#include <map>
#include <optional>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/operations.h"
#include "compiler/graph/shape_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/scaled_product.h"

namespace vta {
namespace {

// A layer from its data to its rescaled result.
struct IntegerLayer {
  NodeId data = -1, product = -1, result = -1;
  ScaledProduct sums = {};
  int64_t channels = 0;    // of the result
  int64_t zero = 0;        // of the data
  bool depthwise = false;  // a channel of the result is made of the same one of the data
  bool dense = false;      // of all channels of the data
  bool pads = false;
  std::vector<std::optional<int64_t>> constant = {};  // the value of a channel that has one
  std::vector<bool> dropped = {};
};

int64_t zero_point(const Graph& graph, NodeId id) {
  return constant_value(graph, id)->data<int8_t>()[0];
}

class ChannelFinder {
 public:
  explicit ChannelFinder(const Graph& graph) : graph_(graph), users_(graph.users()) {}

  // By result. Channels that go have been marked.
  std::map<NodeId, IntegerLayer> find() {
    for (NodeId id = 0; id < graph_.size(); ++id)
      add(id);
    for (auto& [result, layer] : layers_) {
      find_constants(layer);
      const bool known = readers_are_layers(result);
      layer.dropped.assign(static_cast<size_t>(layer.channels), known);
    }
    settle();
    for (auto& [result, layer] : layers_)
      keep_one(layer);
    return std::move(layers_);
  }

 private:
  void add(NodeId id) {
    const Node& n = graph_.node(id);
    if (n.kind != NodeKind::Call || n.op != "qnn.rescale" || !has_values(n))
      return;
    auto sums = scaled_product(graph_, users_, n);
    if (!sums)
      return;
    const Node& product = graph_.node(sums->product);
    IntegerLayer layer{.data = product.inputs[0], .product = sums->product, .result = id};
    layer.channels = std::ssize(sums->sums);
    layer.sums = *std::move(sums);
    layer.zero = zero_point(graph_, product.inputs[2]);
    const int64_t groups = product.attrs.get_int("groups", 1);
    const Shape& data = graph_.type(layer.data).shape;
    layer.dense = groups == 1;
    layer.depthwise = groups > 1 && groups == layer.channels && data[1] == groups;
    const auto pads = shapes::read_padding(product.attrs);
    layer.pads = std::ranges::any_of(pads, [](int64_t p) { return p != 0; });
    if (layer.dense || layer.depthwise)
      layers_[id] = std::move(layer);
    if (layers_.contains(id))
      of_product_[layers_[id].product] = id;
  }

  // Multipliers, shifts and a zero point that can be cut.
  bool has_values(const Node& rescale) const {
    for (const size_t i : {1, 2, 3})
      if (constant_value(graph_, rescale.inputs[i]) == nullptr)
        return false;
    const Tensor* zero = constant_value(graph_, rescale.inputs[3]);
    return zero->size() == 1 && zero->dtype() == DType::I8;
  }

  bool readers_are_layers(NodeId id) const {
    if (std::ranges::find(graph_.outputs(), id) != graph_.outputs().end())
      return false;
    const auto& users = users_[static_cast<size_t>(id)];
    return !users.empty() && std::ranges::all_of(users, [&](NodeId user) {
      return of_product_.contains(user) && graph_.node(user).inputs[0] == id;
    });
  }

  // A sum of one value, or a depthwise one of a channel of one value.
  void find_constants(IntegerLayer& layer) {
    const auto data = layers_.find(layer.data);
    const Tensor* weight = constant_value(graph_, graph_.node(layer.product).inputs[1]);
    const int64_t taps = weight->size() / layer.channels;
    layer.constant.resize(static_cast<size_t>(layer.channels));
    for (size_t c = 0; c < layer.constant.size(); ++c) {
      auto [low, high] = layer.sums.sums[c];
      if (layer.depthwise && data != layers_.end() && data->second.constant[c] &&
          (!layer.pads || *data->second.constant[c] == layer.zero)) {
        int64_t sum = bias_of(layer, c);
        for (int64_t t = 0; t < taps; ++t)
          sum += weight->data<int8_t>()[c * static_cast<size_t>(taps) + static_cast<size_t>(t)] *
                 (*data->second.constant[c] - layer.zero);
        low = high = sum;
      }
      if (low == high && low == static_cast<int32_t>(low))
        layer.constant[c] = rescaled(layer, c, static_cast<int32_t>(low));
    }
  }

  static int64_t bias_of(const IntegerLayer& layer, size_t c) {
    const Tensor* bias = layer.sums.bias;
    return bias == nullptr ? 0 : bias->data<int32_t>()[bias->size() == 1 ? 0 : c];
  }

  int64_t rescaled(const IntegerLayer& layer, size_t c, int32_t sum) const {
    const Node& n = graph_.node(layer.result);
    const auto one = [&](size_t i) {
      const Tensor& all = *constant_value(graph_, n.inputs[i]);
      const size_t at = all.size() == 1 ? 0 : c;
      return all.dtype() == DType::F32 ? Tensor::scalar(all.data<float>()[at])
                                       : Tensor::scalar(all.data<int32_t>()[at]);
    };
    const std::vector<Tensor> operands = {Tensor::from_span<int32_t>({1, 1}, {&sum, 1}), one(1),
                                          one(2), *constant_value(graph_, n.inputs[3])};
    return evaluate_op(n.op, n.attrs, operands).front().data<int8_t>()[0];
  }

  // Until no channel is kept for another one's sake.
  void settle() {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto& [result, layer] : layers_)
        for (size_t c = 0; c < layer.dropped.size(); ++c)
          if (layer.dropped[c] && !may_go(layer, c)) {
            layer.dropped[c] = false;
            changed = true;
          }
    }
  }

  bool may_go(const IntegerLayer& layer, size_t c) const {
    if (layer.depthwise) {
      const auto data = layers_.find(layer.data);
      if (data == layers_.end() || !data->second.dropped[c])
        return false;
    }
    return std::ranges::all_of(users_[static_cast<size_t>(layer.result)], [&](NodeId user) {
      const IntegerLayer& reader = layers_.at(of_product_.at(user));
      if (reader.depthwise)
        return bool{reader.dropped[c]};
      return layer.constant[c] && (!reader.pads || *layer.constant[c] == reader.zero);
    });
  }

  void keep_one(IntegerLayer& layer) {
    if (std::ranges::count(layer.dropped, false) > 0)
      return;
    layer.dropped[0] = false;
    settle();
  }

  const Graph& graph_;
  std::vector<std::vector<NodeId>> users_;
  std::map<NodeId, IntegerLayer> layers_;  // by result, in the order of the graph
  std::map<NodeId, NodeId> of_product_;    // result
};

// The slices of an axis that stay.
template <typename T>
Tensor kept(const Tensor& from, size_t axis, const std::vector<bool>& dropped) {
  Shape shape = from.shape();
  const auto extent = static_cast<size_t>(shape[axis]);
  shape[axis] = std::ranges::count(dropped, false);
  Tensor to = Tensor::zeros(from.dtype(), shape);
  size_t inner = 1;
  for (size_t i = axis + 1; i < shape.size(); ++i)
    inner *= static_cast<size_t>(shape[i]);
  const auto in = from.data<T>();
  auto out = to.template mutable_data<T>().begin();
  for (size_t at = 0; at < in.size(); at += inner)
    if (!dropped[at / inner % extent])
      out = std::ranges::copy(in.subspan(at, inner), out).out;
  return to;
}

class ChannelCutter {
 public:
  ChannelCutter(const Graph& graph, const std::map<NodeId, IntegerLayer>& layers)
      : old_(graph), layers_(layers), rewriter_(graph) {}

  Graph run() {
    std::map<NodeId, const IntegerLayer*> inside;  // products, and sums with a bias
    for (const auto& [result, layer] : layers_)
      if (changes(layer)) {
        inside[layer.product] = &layer;
        inside[old_.node(result).inputs[0]] = &layer;
      }
    for (NodeId id = 0; id < old_.size(); ++id)
      if (const auto found = layers_.find(id); found != layers_.end() && changes(found->second))
        cut(found->second);
      else if (!inside.contains(id))
        rewriter_.copy(id);
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  static bool drops(const IntegerLayer& layer) {
    return std::ranges::count(layer.dropped, true) > 0;
  }
  const IntegerLayer* data_of(const IntegerLayer& layer) const {
    const auto found = layers_.find(layer.data);
    return found != layers_.end() && drops(found->second) ? &found->second : nullptr;
  }
  bool changes(const IntegerLayer& layer) const {
    return drops(layer) || data_of(layer) != nullptr;
  }

  void cut(const IntegerLayer& layer) {
    const Node& product = old_.node(layer.product);
    const Node& result = old_.node(layer.result);
    const Tensor& weight = *constant_value(old_, product.inputs[1]);
    const IntegerLayer* data = data_of(layer);
    Tensor fewer = kept<int8_t>(weight, 0, layer.dropped);
    if (layer.dense && data != nullptr)
      fewer = kept<int8_t>(fewer, 1, data->dropped);
    const int64_t channels = fewer.shape()[0];
    Attrs attrs = product.attrs;
    const bool conv = is_conv2d(product.op);
    attrs.set(conv ? "channels" : "units", channels);
    if (layer.depthwise)
      attrs.set("groups", channels);
    const NodeId sums =
        graph().add_call(product.op,
                         {rewriter_.mapped(layer.data), graph().add_constant(fewer),
                          rewriter_.mapped(product.inputs[2]), rewriter_.mapped(product.inputs[3])},
                         attrs);
    graph().node(sums).name = product.name;
    rewriter_.map(layer.product, sums);
    Shape shape(old_.type(layer.product).shape.size() - 1, 1);
    shape[0] = layer.channels;
    const Tensor bias =
        kept<int32_t>(bias_with(layer, data, weight).reshaped(shape), 0, layer.dropped);
    std::vector<NodeId> operands = {graph().add_call("add", {sums, graph().add_constant(bias)})};
    if (result.inputs[0] != layer.product)
      rewriter_.map(result.inputs[0], operands[0]);
    for (const size_t i : {1, 2})
      operands.push_back(
          graph().add_constant(each_kept(*constant_value(old_, result.inputs[i]), layer.dropped)));
    operands.push_back(rewriter_.mapped(result.inputs[3]));
    const NodeId made = graph().add_call(result.op, operands, result.attrs);
    keep_identity(result, graph().node(made));
    rewriter_.map(layer.result, made);
  }

  static Tensor each_kept(const Tensor& values, const std::vector<bool>& dropped) {
    if (values.size() == 1)
      return values;
    const auto channels = std::ssize(dropped);
    const auto axis =
        static_cast<size_t>(std::ranges::find(values.shape(), channels) - values.shape().begin());
    return values.dtype() == DType::F32 ? kept<float>(values, axis, dropped)
                                        : kept<int32_t>(values, axis, dropped);
  }

  // The bias, and what channels that go have added to each sum.
  static Tensor bias_with(const IntegerLayer& layer, const IntegerLayer* data,
                          const Tensor& weight) {
    Tensor bias = Tensor::zeros(DType::I32, {layer.channels});
    auto to = bias.mutable_data<int32_t>();
    if (layer.sums.bias != nullptr)
      std::ranges::copy(one_per_channel(*layer.sums.bias, layer.channels).data<int32_t>(),
                        to.begin());
    if (data == nullptr || layer.depthwise)
      return bias;
    const auto inputs = static_cast<size_t>(weight.shape()[1]);
    const size_t taps = static_cast<size_t>(weight.size()) / to.size() / inputs;
    const auto w = weight.data<int8_t>();
    for (size_t o = 0; o < to.size(); ++o)
      for (size_t i = 0; i < inputs; ++i)
        for (size_t t = 0; data->dropped[i] && t < taps; ++t)
          to[o] = static_cast<int32_t>(static_cast<uint32_t>(to[o]) +
                                       static_cast<uint32_t>(w[(o * inputs + i) * taps + t] *
                                                             (*data->constant[i] - layer.zero)));
    return bias;
  }

  const Graph& old_;
  const std::map<NodeId, IntegerLayer>& layers_;
  GraphRewriter rewriter_;
};

int64_t graph_macs(const Graph& graph) {
  int64_t macs = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    macs += operations_of(graph, id).macs;
  return macs;
}

}  // namespace

Graph drop_channels(const Graph& graph, PassContext& context) {
  const std::map<NodeId, IntegerLayer> layers = ChannelFinder(graph).find();
  int64_t dropped = 0, channels = 0;
  for (const auto& [result, layer] : layers) {
    dropped += std::ranges::count(layer.dropped, true);
    channels += layer.channels;
  }
  if (dropped == 0)
    return graph;
  Graph fewer = ChannelCutter(graph, layers).run();
  const int64_t macs = graph_macs(graph);
  context.notes.push_back(
      {.fact = fmt::format("{} of {} output channels of integer layers are left out, with {} of {} "
                           "MACs",
                           dropped, channels, macs - graph_macs(fewer), macs)});
  return fewer;
}

}  // namespace vta
