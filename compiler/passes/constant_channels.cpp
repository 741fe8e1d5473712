#include "compiler/passes/constant_channels.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "compiler/graph/graph_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/scaled_product.h"

namespace vta {
namespace {

struct Channel {
  size_t at = 0;
  int32_t value = 0;  // without the zero point
};

// Of a layer that has some: its channels, and its product.
struct FoldedLayer {
  ScaledProduct product;
  std::vector<Channel> constant;
};

class ConstantChannels {
 public:
  explicit ConstantChannels(const Graph& graph) : graph_(graph), users_(graph.users()) {}

  // By qnn.rescale.
  std::map<NodeId, FoldedLayer> find() {
    std::map<NodeId, FoldedLayer> layers;
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const Node& n = graph_.node(id);
      if (n.kind != NodeKind::Call || n.op != "qnn.rescale" || !has_constants(n))
        continue;
      auto product = scaled_product(graph_, users_, n);
      if (!product)
        continue;
      FoldedLayer layer{*std::move(product), {}};
      find_channels(n, layer);
      channels_ += std::ssize(layer.product.sums);
      if (!layer.constant.empty())
        layers[id] = std::move(layer);
    }
    return layers;
  }

  int64_t channels() const { return channels_; }  // of all layers

 private:
  bool has_constants(const Node& n) const {
    const Tensor* shifts = constant_value(graph_, n.inputs[2]);
    const Tensor* zero = constant_value(graph_, n.inputs[3]);
    const Tensor* multipliers = constant_value(graph_, n.inputs[1]);
    return multipliers != nullptr && multipliers->dtype() == DType::I32 &&
           std::ranges::all_of(multipliers->data<int32_t>(), [](int32_t q) { return q >= 0; }) &&
           shifts != nullptr && zero != nullptr && zero->size() == 1 && zero->dtype() == DType::I8;
  }

  // Rescaling keeps the order of sums, so one value at both bounds is the only one.
  void find_channels(const Node& n, FoldedLayer& layer) const {
    const auto& sums = layer.product.sums;
    const int64_t channels = std::ssize(sums);
    Shape shape(n.type().shape.size(), 1);
    shape[0] = 2;
    shape[1] = channels;
    Tensor ends = Tensor::zeros(DType::I32, shape);
    const auto in = ends.mutable_data<int32_t>();
    const auto within = [](int64_t v) {
      return v >= std::numeric_limits<int32_t>::min() && v <= std::numeric_limits<int32_t>::max();
    };
    for (size_t c = 0; c < sums.size(); ++c)
      if (within(sums[c].low) && within(sums[c].high)) {
        in[c] = static_cast<int32_t>(sums[c].low);
        in[sums.size() + c] = static_cast<int32_t>(sums[c].high);
      }
    std::vector<Tensor> operands = {ends};
    for (size_t i = 1; i < n.inputs.size(); ++i)
      operands.push_back(*constant_value(graph_, n.inputs[i]));
    const Tensor results = evaluate_op(n.op, n.attrs, operands).front();
    const auto out = results.data<int8_t>();
    const int32_t zero = operands[3].data<int8_t>()[0];
    for (size_t c = 0; c < sums.size(); ++c)
      if (within(sums[c].low) && within(sums[c].high) && out[c] == out[sums.size() + c])
        layer.constant.push_back({c, out[c] - zero});
  }

  const Graph& graph_;
  std::vector<std::vector<NodeId>> users_;
  int64_t channels_ = 0;
};

class ChannelFolder {
 public:
  ChannelFolder(const Graph& graph, const std::map<NodeId, FoldedLayer>& layers)
      : old_(graph), layers_(layers), rewriter_(graph) {}

  Graph run() {
    std::map<NodeId, const FoldedLayer*> of_product;
    std::set<NodeId> biased;  // sums that others replace
    for (const auto& [rescale, layer] : layers_) {
      of_product[layer.product.product] = &layer;
      if (layer.product.bias != nullptr)
        biased.insert(old_.node(rescale).inputs[0]);
    }
    for (NodeId id = 0; id < old_.size(); ++id) {
      if (const auto found = of_product.find(id); found != of_product.end())
        product(id, *found->second);
      else if (const auto scaled = layers_.find(id); scaled != layers_.end())
        rescale(id, scaled->second);
      else if (!biased.contains(id))
        rewriter_.copy(id);
    }
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void keep(NodeId id, NodeId made) {
    graph().node(made).name = old_.node(id).name;
    rewriter_.map(id, made);
  }

  void product(NodeId id, const FoldedLayer& layer) {
    const Node& n = old_.node(id);
    const Tensor& weight = *constant_value(old_, n.inputs[1]);
    Tensor less = Tensor::zeros(DType::I8, weight.shape());
    std::ranges::copy(weight.data<int8_t>(), less.mutable_data<int8_t>().begin());
    const int64_t each = weight.size() / weight.shape()[0];
    for (const Channel& c : layer.constant)
      std::ranges::fill(less.mutable_data<int8_t>().subspan(c.at * static_cast<size_t>(each),
                                                            static_cast<size_t>(each)),
                        int8_t{0});
    std::vector<NodeId> operands = rewriter_.mapped(n.inputs);
    operands[1] = graph().add_constant(less);
    keep(id, graph().add_call(n.op, operands, n.attrs));
  }

  // With the bias.
  void rescale(NodeId id, const FoldedLayer& layer) {
    const Node& n = old_.node(id);
    const int64_t channels = std::ssize(layer.product.sums);
    Shape shape(n.type().shape.size() - 1, 1);
    shape[0] = channels;
    const auto each = [&](const Tensor* of) {  // a copy: constants share their values
      Tensor values = Tensor::zeros(DType::I32, shape);
      if (of != nullptr)
        std::ranges::copy(one_per_channel(*of, channels).data<int32_t>(),
                          values.mutable_data<int32_t>().begin());
      return values;
    };
    Tensor bias = each(layer.product.bias), multipliers = each(constant_value(old_, n.inputs[1])),
           shifts = each(constant_value(old_, n.inputs[2]));
    for (const Channel& c : layer.constant) {
      bias.mutable_data<int32_t>()[c.at] = 2 * c.value;
      multipliers.mutable_data<int32_t>()[c.at] = (int32_t{1} << 30) + 1;
      shifts.mutable_data<int32_t>()[c.at] = 0;
    }
    const NodeId sum = graph().add_call(
        "add", {rewriter_.mapped(layer.product.product), graph().add_constant(bias)});
    if (n.inputs[0] != layer.product.product)
      rewriter_.map(n.inputs[0], sum);
    keep(id, graph().add_call(n.op,
                              {sum, graph().add_constant(multipliers), graph().add_constant(shifts),
                               rewriter_.mapped(n.inputs[3])},
                              n.attrs));
  }

  const Graph& old_;
  const std::map<NodeId, FoldedLayer>& layers_;
  GraphRewriter rewriter_;
};

}  // namespace

Graph constant_channels(const Graph& graph, PassContext& context) {
  ConstantChannels finder(graph);
  const std::map<NodeId, FoldedLayer> layers = finder.find();
  if (layers.empty())
    return graph;
  int64_t count = 0;
  for (const auto& [rescale, layer] : layers)
    count += std::ssize(layer.constant);
  context.notes.push_back(
      {.fact = fmt::format("{} of {} output channels of integer layers are constant", count,
                           finder.channels())});
  return ChannelFolder(graph, layers).run();
}

}  // namespace vta
