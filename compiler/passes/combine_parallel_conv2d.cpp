#include "compiler/passes/combine_parallel_conv2d.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "compiler/graph/layout.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

constexpr size_t kLeastBranches = 3;

// Convolutions may be joined when they agree in everything but their output channels.
struct Key {
  NodeId data;
  std::string kernel_layout;
  Shape kernel;  // with 1 for the output channels
  std::vector<std::pair<std::string, AttrValue>> attrs;
  bool operator==(const Key&) const = default;
};

struct Group {
  Key key;
  std::vector<NodeId> members;
};

size_t output_axis(const Node& conv) {
  return static_cast<size_t>(Layout(conv.attrs.get_string("kernel_layout", "OIHW")).index('O'));
}

bool can_join(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return is_call(graph, id, "nn.conv2d") && n.attrs.get_int("groups", 1) == 1 &&
         n.type().dtype == DType::F32 && constant_value(graph, n.inputs[1]) != nullptr &&
         channel_axis(n, static_cast<int64_t>(n.type().shape.size())) >= 0;
}

Key key_of(const Graph& graph, const Node& conv) {
  Key key{conv.inputs[0], conv.attrs.get_string("kernel_layout", "OIHW"),
          graph.type(conv.inputs[1]).shape, conv.attrs.items()};
  key.kernel[output_axis(conv)] = 1;
  std::erase_if(key.attrs, [](const auto& item) { return item.first == "channels"; });
  std::sort(key.attrs.begin(), key.attrs.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return key;
}

std::vector<Group> find_groups(const Graph& graph) {
  std::vector<Group> groups;
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (!can_join(graph, id))
      continue;
    Key key = key_of(graph, graph.node(id));
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.key == key; });
    if (same != groups.end())
      same->members.push_back(id);
    else
      groups.push_back({std::move(key), {id}});
  }
  std::erase_if(groups, [](const Group& g) { return g.members.size() < kLeastBranches; });
  return groups;
}

// Weights joined along the output channel axis.
Tensor join_weights(const Graph& graph, const Group& group) {
  const Node& first = graph.node(group.members.front());
  const size_t axis = output_axis(first);
  Shape shape = graph.type(first.inputs[1]).shape;
  int64_t outer = 1, channels = 0;
  for (size_t i = 0; i < axis; ++i)
    outer *= shape[i];
  for (NodeId id : group.members)
    channels += graph.type(graph.node(id).inputs[1]).shape[axis];
  shape[axis] = channels;
  Tensor joined = Tensor::zeros(DType::F32, shape);
  auto to = joined.mutable_data<float>().begin();
  for (int64_t o = 0; o < outer; ++o)
    for (NodeId id : group.members) {
      const auto from = constant_value(graph, graph.node(id).inputs[1])->data<float>();
      const int64_t run = static_cast<int64_t>(from.size()) / outer;
      to = std::copy_n(from.begin() + o * run, run, to);
    }
  return joined;
}

class Combiner {
 public:
  explicit Combiner(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run() {
    const std::vector<Group> groups = find_groups(old_);
    std::map<NodeId, const Group*> first_member;
    for (const Group& group : groups)
      first_member[group.members.front()] = &group;
    for (NodeId id = 0; id < old_.size(); ++id) {
      if (const auto found = first_member.find(id); found != first_member.end())
        combine(*found->second);
      if (rewriter_.mapped(id) < 0)
        rewriter_.copy(id);
    }
    return rewriter_.finish();
  }

 private:
  // All branches at once, in the place of the first: their data is there already.
  void combine(const Group& group) {
    Graph& graph = rewriter_.graph();
    const Node& first = old_.node(group.members.front());
    const Tensor weights = join_weights(old_, group);
    Attrs attrs = first.attrs;
    attrs.set("channels", weights.shape()[output_axis(first)]);
    const NodeId constant = graph.add_constant(weights);
    const NodeId joined = graph.add_call("nn.conv2d", {rewriter_.mapped(first.inputs[0]), constant},
                                         std::move(attrs));
    const int64_t axis = channel_axis(first, static_cast<int64_t>(first.type().shape.size()));
    int64_t begin = 0;
    for (NodeId id : group.members) {
      const Node& n = old_.node(id);
      join_onnx_nodes(graph.node(joined).onnx_nodes, n.onnx_nodes);
      const int64_t end = begin + n.type().shape[static_cast<size_t>(axis)];
      const NodeId slice = graph.add_call("strided_slice", {joined},
                                          {{"begin", IntList{begin}},
                                           {"end", IntList{end}},
                                           {"strides", IntList{1}},
                                           {"axes", IntList{axis}}});
      keep_identity(n, graph.node(slice));
      rewriter_.map(id, slice);
      begin = end;
    }
  }

  const Graph& old_;
  GraphRewriter rewriter_;
};

}  // namespace

// Dead branches must not count. Values that are joined have one scale, which is not what a model
// that came quantized says of them.
Graph combine_parallel_conv2d(const Graph& graph, PassContext& context) {
  if (!context.combine_parallel || graph.model_scales().present)
    return graph;
  const Graph live = remove_dead_code(graph, context);
  return Combiner(live).run();
}

}  // namespace vta
