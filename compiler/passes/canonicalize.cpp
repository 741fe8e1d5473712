#include "compiler/passes/canonicalize.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "compiler/graph/layout.h"
#include "compiler/graph/shape_util.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

// The value that an nn.pad adds, when it is known.
bool pads_with_zero(const Graph& graph, const Node& pad) {
  if (pad.attrs.get_string("pad_mode", "constant") != "constant")
    return false;
  if (pad.inputs.size() == 1)
    return pad.attrs.get_double("pad_value", 0) == 0;
  const Tensor* value = constant_value(graph, pad.inputs[1]);
  return value != nullptr && std::all_of(value->bytes().begin(), value->bytes().end(),
                                         [](std::byte b) { return b == std::byte{0}; });
}

class Canonicalizer {
 public:
  explicit Canonicalizer(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      if (old_.node(id).kind != NodeKind::Call || !rewrite(id))
        rewriter_.copy(id);
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }
  NodeId operand(const Node& n, size_t i) const { return rewriter_.mapped(n.inputs[i]); }

  // Maps the node to something simpler; false where nothing applies.
  bool rewrite(NodeId id) {
    const Node& n = old_.node(id);
    if (changes_nothing(n)) {
      rewriter_.map(id, operand(n, 0));
      return true;
    }
    if (n.op == "nn.bias_add")
      return rewrite_bias(id);
    if (n.op == "add" || n.op == "multiply")
      return rewrite_commutative(id);
    if (n.op == "subtract")
      return rewrite_subtract(id);
    if (n.op == "reshape")
      return rewrite_reshape(id);
    if (n.op == "nn.conv2d")
      return rewrite_padding(id);
    if (n.op == "nn.max_pool2d" || n.op == "nn.avg_pool2d")
      return rewrite_pool_padding(id);
    if (n.op == "concatenate")
      return rewrite_concatenate(id);
    return false;
  }

  void replace(NodeId id, std::string_view op, std::vector<NodeId> operands, Attrs attrs = {}) {
    const NodeId call = graph().add_call(op, std::move(operands), std::move(attrs));
    keep_identity(old_.node(id), graph().node(call));
    rewriter_.map(id, call);
  }

  bool changes_nothing(const Node& n) const {
    if (n.op == "nn.dropout" || n.op == "copy")
      return true;
    const bool same_type = n.inputs.size() == 1 && old_.type(n.inputs[0]) == n.type();
    if (n.op == "reshape" || n.op == "cast" || n.op == "broadcast_to")
      return same_type && n.name.empty();
    if (n.op != "transpose")
      return false;
    const IntList axes = n.attrs.get_ints("axes", {});
    return same_type && !axes.empty() && std::is_sorted(axes.begin(), axes.end()) &&
           axes.front() >= 0;
  }

  // `constant` with another shape, with or without data.
  NodeId reshaped(NodeId constant, const Shape& shape) {
    const Node n = graph().node(constant);
    if (n.type().shape == shape)
      return constant;
    if (n.kind == NodeKind::Constant && n.constant.valid())
      return graph().add_constant(n.constant.reshaped(shape));
    if (n.kind == NodeKind::Constant)
      return graph().add_constant_type({shape, n.type().dtype});
    return graph().add_call("reshape", {constant}, {{"newshape", shape}});
  }

  bool rewrite_bias(NodeId id) {
    const Node& n = old_.node(id);
    const auto rank = static_cast<int64_t>(n.type().shape.size());
    const int64_t axis = channel_axis(n, rank);
    const int64_t extent = n.type().shape[static_cast<size_t>(axis)];
    const NodeId bias = reshaped(operand(n, 1), channel_shape(extent, axis, rank));
    replace(id, "add", {operand(n, 0), bias});
    return true;
  }

  bool rewrite_commutative(NodeId id) {
    const Node& n = old_.node(id);
    NodeId value = operand(n, 0), constant = operand(n, 1);
    if (is_constant(graph(), value) && !is_constant(graph(), constant))
      std::swap(value, constant);
    if (!is_constant(graph(), constant) || is_constant(graph(), value))
      return false;
    Shape shape = graph().type(constant).shape;
    if (shape.size() <= graph().type(value).shape.size())
      shape.erase(shape.begin(),
                  std::find_if(shape.begin(), shape.end(), [](int64_t e) { return e != 1; }));
    replace(id, n.op, {value, reshaped(constant, shape)});
    return true;
  }

  bool rewrite_subtract(NodeId id) {
    const Node& n = old_.node(id);
    const Tensor* value = constant_value(graph(), operand(n, 1));
    if (value == nullptr || value->dtype() != DType::F32)
      return false;
    Tensor negated = Tensor::zeros(DType::F32, value->shape());
    const auto from = value->data<float>();
    std::transform(from.begin(), from.end(), negated.mutable_data<float>().begin(),
                   [](float v) { return -v; });
    const NodeId constant = graph().add_constant(negated);
    replace(id, "add", {operand(n, 0), constant});
    return true;
  }

  bool rewrite_reshape(NodeId id) {
    const Node& n = old_.node(id);
    if (!is_call(graph(), operand(n, 0), "reshape"))
      return false;
    const NodeId source = graph().node(operand(n, 0)).inputs.front();
    replace(id, "reshape", {source}, {{"newshape", n.type().shape}});
    return true;
  }

  // Zero pads of height and width join the convolution's own; other axes stay with nn.pad.
  bool rewrite_padding(NodeId id) {
    const Node& n = old_.node(id);
    const Layout layout(n.attrs.get_string("data_layout", "NCHW"));
    const NodeId source = operand(n, 0);
    if (!is_call(graph(), source, "nn.pad") || !pads_with_zero(graph(), graph().node(source)))
      return false;
    const Node pad = graph().node(source);
    const std::optional<IntList> padding = joint_padding(pad, n, layout);
    if (!padding)
      return false;
    Attrs attrs = n.attrs;
    attrs.set("padding", *padding);
    replace(id, "nn.conv2d", {pad.inputs[0], operand(n, 1)}, std::move(attrs));
    return true;
  }

  // Those of the pad and of the window that reads it; none where other axes are padded, too.
  static std::optional<IntList> joint_padding(const Node& pad, const Node& window,
                                              const Layout& layout) {
    const std::vector<IntList> width = pad.attrs.get_int_lists("pad_width");
    const auto h = static_cast<size_t>(layout.index('H')),
               w = static_cast<size_t>(layout.index('W'));
    for (size_t i = 0; i < width.size(); ++i)
      if (i != h && i != w && width[i] != IntList{0, 0})
        return std::nullopt;
    const auto own = shapes::read_padding(window.attrs);
    return IntList{own[0] + width[h][0], own[1] + width[w][0], own[2] + width[h][1],
                   own[3] + width[w][1]};
  }

  // Pads that a pool may take for its own: those of a maximum have no part in it, an average's
  // count as zeros.
  bool rewrite_pool_padding(NodeId id) {
    const Node& n = old_.node(id);
    const NodeId source = operand(n, 0);
    if (!is_call(graph(), source, "nn.pad") || n.attrs.get_bool("ceil_mode", false))
      return false;
    const Node pad = graph().node(source);
    const bool average = n.op == "nn.avg_pool2d";
    if (average ? !averages_zeros(n, pad) : !changes_no_maximum(pad))
      return false;
    const std::optional<IntList> padding =
        joint_padding(pad, n, Layout(n.attrs.get_string("layout", "NCHW")));
    if (!padding || hides_a_window(*padding, n))
      return false;
    Attrs attrs = n.attrs;
    attrs.set("padding", *padding);
    if (average)
      attrs.set("count_include_pad", true);
    replace(id, n.op, {pad.inputs[0]}, std::move(attrs));
    return true;
  }

  bool averages_zeros(const Node& pool, const Node& pad) {
    const auto own = shapes::read_padding(pool.attrs);
    const bool counts = pool.attrs.get_bool("count_include_pad", false) ||
                        std::ranges::all_of(own, [](int64_t p) { return p == 0; });
    return counts && pads_with_zero(graph(), pad);
  }

  // Pads of the least number, or of zeros beside values that are none below.
  bool changes_no_maximum(const Node& pad) {
    if (pad.attrs.get_string("pad_mode", "constant") != "constant")
      return false;
    const Node& data = graph().node(pad.inputs[0]);
    const bool positive = data.op == "nn.relu" || data.op == "sigmoid" ||
                          (data.op == "clip" && data.attrs.get_double("a_min", -1) >= 0);
    if (positive && pads_with_zero(graph(), pad))
      return true;
    double value = pad.attrs.get_double("pad_value", 0);
    if (pad.inputs.size() > 1) {
      const Tensor* constant = constant_value(graph(), pad.inputs[1]);
      if (constant == nullptr || constant->dtype() != DType::F32 || constant->size() != 1)
        return false;
      value = static_cast<double>(constant->data<float>()[0]);
    }
    return value <= static_cast<double>(std::numeric_limits<float>::lowest());
  }

  // Whether a window may lie in pads alone.
  static bool hides_a_window(const IntList& padding, const Node& pool) {
    const auto size = shapes::read_pair(pool.attrs, "pool_size", 1, 1);
    return std::max(padding[0], padding[2]) >= size[0] ||
           std::max(padding[1], padding[3]) >= size[1];
  }

  // Of one that begins as another does, that one and the rest: as networks are written whose layers
  // read all layers before.
  bool rewrite_concatenate(NodeId id) {
    const Node& n = old_.node(id);
    const int64_t axis = n.attrs.get_int("axis", 0);
    for (size_t size = n.inputs.size() - 1; size > 1; --size) {
      const auto found = joined_.find(
          {axis, {n.inputs.begin(), n.inputs.begin() + static_cast<std::ptrdiff_t>(size)}});
      if (found == joined_.end())
        continue;
      std::vector<NodeId> operands = {rewriter_.mapped(found->second)};
      for (size_t i = size; i < n.inputs.size(); ++i)
        operands.push_back(operand(n, i));
      replace(id, n.op, std::move(operands), n.attrs);
      joined_.try_emplace({axis, n.inputs}, id);
      return true;
    }
    joined_.try_emplace({axis, n.inputs}, id);
    return false;
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::map<std::pair<int64_t, std::vector<NodeId>>, NodeId> joined_;  // concatenations so far
};

}  // namespace

Graph canonicalize(const Graph& graph, PassContext&) {
  return Canonicalizer(graph).run();
}

}  // namespace vta
