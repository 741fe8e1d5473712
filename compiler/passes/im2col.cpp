#include "compiler/passes/im2col.h"

#include <algorithm>
#include <optional>

#include "base/round.h"
#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/graph/unique_names.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

// What an estimate needs of a convolution: channels and extents of its data, its outputs, its taps.
struct Layer {
  int64_t images, channels, h, w;
  int64_t out_channels, oh, ow;
  int64_t taps;
};

int64_t estimated_cycles(const Layer& l, const VtaConfig& config) {
  const int64_t lanes = std::max(config.block_in(), config.block_out());
  const int64_t batches = ceil_div(l.images, config.batch());
  const int64_t in = align_up(l.channels, lanes), out = align_up(l.out_channels, lanes);
  const int64_t steps =
      batches * l.oh * l.ow * l.taps * (in / config.block_in()) * (out / config.block_out());
  const int64_t bytes = batches * config.batch() * l.h * l.w * in + in * out * l.taps;
  return std::max(steps, bytes / config.bus_bytes());
}

bool made_by_host(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (is_call(graph, id, "transpose") || is_call(graph, id, "reshape"))
    return made_by_host(graph, n.inputs.front());
  return n.kind == NodeKind::Input ||
         (is_call(graph, id, "cast") && graph.type(n.inputs.front()).dtype == DType::F32);
}

// What pads are; nothing where the zero point of the data is no constant.
std::optional<int64_t> pad_value(const Graph& graph, const Node& conv) {
  if (!takes_zero_points(conv.op))
    return 0;
  const Tensor* zero = constant_value(graph, conv.inputs[2]);
  if (zero == nullptr || zero->size() != 1 || zero->dtype() != DType::I8)
    return std::nullopt;
  return zero->data<int8_t>()[0];
}

bool is_candidate(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.kind == NodeKind::Call && is_conv2d(n.op) && pad_value(graph, n) &&
         n.type().dtype == DType::I32 && graph.type(n.inputs[0]).dtype == DType::I8 &&
         n.attrs.get_int("groups", 1) == 1 && n.attrs.get_string("data_layout", "NCHW") == "NCHW" &&
         n.attrs.get_string("kernel_layout", "OIHW") == "OIHW" &&
         made_by_host(graph, n.inputs[0]) && constant_value(graph, n.inputs[1]) != nullptr;
}

bool pays(const Graph& graph, NodeId id, const VtaConfig& config) {
  const Node& n = graph.node(id);
  const Shape& data = graph.type(n.inputs[0]).shape;
  const Shape& weight = graph.type(n.inputs[1]).shape;
  const Shape& out = n.type().shape;
  const int64_t taps = weight[2] * weight[3];
  const Layer direct = {data[0], data[1], data[2], data[3], out[1], out[2], out[3], taps};
  const Layer gathered = {data[0], data[1] * taps, out[2], out[3], out[1], out[2], out[3], 1};
  return taps > 1 && 4 * estimated_cycles(gathered, config) <= 3 * estimated_cycles(direct, config);
}

class Gatherer {
 public:
  explicit Gatherer(const Graph& old) : rewriter_(old) {
    for (NodeId id = 0; id < old.size(); ++id)
      names_.take(old.node(id).name);
  }

  // `windows`: ascending.
  Graph run(std::span<const NodeId> windows) {
    for (NodeId id = 0; id < old().size(); ++id)
      if (std::ranges::binary_search(windows, id))
        gather(id);
      else
        rewriter_.copy(id);
    return rewriter_.finish();
  }

 private:
  const Graph& old() const { return rewriter_.old(); }

  void gather(NodeId id) {
    const Node& n = old().node(id);
    const Tensor& weight = *constant_value(old(), n.inputs[1]);
    const Shape& s = weight.shape();
    Attrs window = {{"kernel_size", IntList{s[2], s[3]}}};
    for (const char* name : {"strides", "padding", "dilation"})
      if (const AttrValue* value = n.attrs.find(name))
        window.set(name, *value);
    if (const int64_t pad = *pad_value(old(), n); pad != 0)
      window.set("pad_value", static_cast<double>(pad));
    Graph& graph = rewriter_.graph();
    const NodeId columns = graph.add_call("nn.im2col", {rewriter_.mapped(n.inputs[0])}, window);
    graph.node(columns).name = names_.make((n.name.empty() ? "conv2d" : n.name) + "_im2col");
    const NodeId flat = graph.add_constant(weight.reshaped({s[0], s[1] * s[2] * s[3], 1, 1}));
    std::vector<NodeId> operands = {columns, flat};
    for (const NodeId zero_point : std::span(n.inputs).subspan(2))
      operands.push_back(rewriter_.mapped(zero_point));
    Attrs attrs = {{"channels", s[0]}, {"kernel_size", IntList{1, 1}}};
    if (const AttrValue* type = n.attrs.find("out_dtype"))
      attrs.set("out_dtype", *type);
    const NodeId conv = graph.add_call(n.op, operands, attrs);
    keep_identity(n, graph.node(conv));
    rewriter_.map(id, conv);
  }

  GraphRewriter rewriter_;
  UniqueNames names_;
};

// Published listings are packed as a whole, but for a first convolution that is the host's.
bool is_packed(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call && is_conv2d(graph.node(id).op) &&
        graph.type(id).shape.size() == 6)
      return true;
  return false;
}

}  // namespace

std::vector<NodeId> gathered_windows(const Graph& graph, const VtaConfig& config) {
  std::vector<NodeId> windows;
  if (is_packed(graph))
    return windows;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (is_candidate(graph, id) && pays(graph, id, config))
      windows.push_back(id);
  return windows;
}

Graph im2col(const Graph& graph, PassContext& context) {
  if (!context.gather_windows || is_packed(graph))
    return graph;
  return remove_dead_code(Gatherer(graph).run(gathered_windows(graph, context.config)), context);
}

}  // namespace vta
