// Every value of rank 4 has up to two forms: as the graph had it (channels last), and turned
// (channels first). A call whose operands have turned forms is computed on them where its row below
// says how its attributes turn; the other form is made by a transpose when somebody needs it.
#include "compiler/passes/channels_first.h"

#include <algorithm>
#include <array>
#include <optional>

#include "compiler/graph/layout.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

const IntList kToFirst = {0, 3, 1, 2}, kToLast = {0, 2, 3, 1};
// Where an axis of a value with channels last is with channels first.
constexpr std::array<int64_t, 4> kTurnedAxis = {0, 2, 3, 1};

int64_t turned_axis(int64_t axis) {
  return kTurnedAxis[static_cast<size_t>(axis < 0 ? axis + 4 : axis)];
}

bool is_layout(const Attrs& attrs, const char* name, std::string_view layout) {
  return attrs.get_string(name, "NCHW") == layout;
}

class Turner {
 public:
  explicit Turner(const Graph& old) : old_(old), forms_(static_cast<size_t>(old.size())) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    std::vector<NodeId> outputs;
    for (const NodeId id : old_.outputs())
      outputs.push_back(last(id));
    new_.set_outputs(std::move(outputs), old_.output_names());
    return std::move(new_);
  }

 private:
  // Of an old value, in the new graph; -1 where not made yet.
  struct Forms {
    NodeId last = -1, first = -1;
  };
  Forms& forms(NodeId id) { return forms_[static_cast<size_t>(id)]; }
  bool is_turned(NodeId id) { return forms(id).first >= 0; }
  bool is_map(NodeId id) const {
    return old_.node(id).types.size() == 1 && old_.type(id).shape.size() == 4;
  }

  NodeId transposed(NodeId value, const IntList& axes) {
    const Node n = new_.node(value);
    if (n.kind == NodeKind::Constant && !n.constant.valid()) {
      Shape shape;
      for (const int64_t axis : axes)
        shape.push_back(n.type().shape[static_cast<size_t>(axis)]);
      return new_.add_constant_type({shape, n.type().dtype});
    }
    if (n.kind == NodeKind::Constant)
      return new_.add_constant(
          evaluate_op("transpose", {{"axes", axes}}, std::span(&n.constant, 1)).front());
    return new_.add_call("transpose", {value}, {{"axes", axes}});
  }

  // The value as the old graph has it.
  NodeId last(NodeId id) {
    Forms& f = forms(id);
    if (f.last < 0)
      f.last = transposed(f.first, kToLast);
    return f.last;
  }
  NodeId first(NodeId id) {
    Forms& f = forms(id);
    if (f.first < 0)
      f.first = transposed(f.last, kToFirst);
    return f.first;
  }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind == NodeKind::Call && (turns(id) || drops_turns(id)))
      return;
    if (n.kind == NodeKind::TupleGet && is_turned(n.inputs.front()))
      return keep(id, new_.add_tuple_get(forms(n.inputs.front()).first, n.tuple_index),
                  n.types.front().shape.size() == 4);
    copy(id);
  }

  void keep(NodeId id, NodeId made, bool turned) {
    keep_identity(old_.node(id), new_.node(made));
    new_.node(made).onnx_nodes = old_.node(id).onnx_nodes;
    new_.node(made).target = old_.node(id).target;
    (turned ? forms(id).first : forms(id).last) = made;
  }

  void copy(NodeId id) {
    const Node& n = old_.node(id);
    NodeId made = -1;
    switch (n.kind) {
      case NodeKind::Input:
        made = new_.add_input(n.name, n.type());
        break;
      case NodeKind::Constant:
        made =
            n.constant.valid() ? new_.add_constant(n.constant) : new_.add_constant_type(n.type());
        break;
      case NodeKind::TupleGet:
        made = new_.add_tuple_get(last(n.inputs.front()), n.tuple_index);
        break;
      case NodeKind::Call: {
        std::vector<NodeId> operands;
        for (const NodeId in : n.inputs)
          operands.push_back(last(in));
        made = new_.add_call(n.op, operands, n.attrs);
        break;
      }
    }
    keep(id, made, false);
  }

  bool make(NodeId id, std::vector<NodeId> operands, Attrs attrs) {
    keep(id, new_.add_call(old_.node(id).op, std::move(operands), std::move(attrs)), true);
    return true;
  }

  // ---- calls that are computed with channels first -----------------------------------------

  bool turns(NodeId id) {
    const Node& n = old_.node(id);
    if (n.op == "nn.conv2d")
      return turn_convolution(id);
    if (n.op.ends_with("_pool2d"))
      return turn_pool(id);
    if (n.inputs.empty() || !is_map(n.inputs.front()) || n.type().shape.size() != 4)
      return false;
    if (n.op == "transpose")
      return turn_transpose(id);
    if (std::ranges::none_of(n.inputs, [&](NodeId in) { return is_turned(in); }))
      return false;
    if (n.op == "concatenate")
      return turn_concatenation(id);
    if (n.op == "nn.pad")
      return turn_pad(id);
    if (n.op == "nn.bias_add" || n.op == "nn.batch_norm")
      return turn_along_axis(id);
    if (n.op == "mean")
      return turn_mean(id);
    return turn_elementwise(id);
  }

  bool turn_convolution(NodeId id) {
    const Node& n = old_.node(id);
    const Layout kernel(n.attrs.get_string("kernel_layout", "OIHW"));
    if (!is_layout(n.attrs, "data_layout", "NHWC") || kernel.blocked() || kernel.rank() != 4)
      return false;
    Attrs attrs = n.attrs;
    attrs.set("data_layout", std::string("NCHW"));
    attrs.set("kernel_layout", std::string("OIHW"));
    attrs.erase("out_layout");
    IntList axes;
    for (const char letter : {'O', 'I', 'H', 'W'})
      axes.push_back(kernel.index(letter));
    const NodeId weight = transposed(last(n.inputs[1]), axes);
    return make(id, {first(n.inputs[0]), weight}, std::move(attrs));
  }

  bool turn_pool(NodeId id) {
    const Node& n = old_.node(id);
    if (!is_layout(n.attrs, "layout", "NHWC"))
      return false;
    Attrs attrs = n.attrs;
    attrs.set("layout", std::string("NCHW"));
    attrs.erase("out_layout");
    return make(id, {first(n.inputs[0])}, std::move(attrs));
  }

  // From channels last to first: the turned form itself. The other way: a value whose turned form
  // is known.
  bool turn_transpose(NodeId id) {
    const Node& n = old_.node(id);
    const IntList axes = n.attrs.get_ints("axes", {});
    const NodeId in = n.inputs.front();
    if (axes == kToFirst && is_turned(in)) {
      forms(id).last = forms(in).first;
      return true;
    }
    if (axes != kToLast || is_turned(in))
      return false;
    forms(id).first = last(in);
    return true;
  }

  bool turn_concatenation(NodeId id) {
    const Node& n = old_.node(id);
    std::vector<NodeId> operands;
    for (const NodeId in : n.inputs)
      operands.push_back(first(in));
    Attrs attrs = n.attrs;
    attrs.set("axis", turned_axis(n.attrs.get_int("axis", 0)));
    return make(id, std::move(operands), std::move(attrs));
  }

  bool turn_pad(NodeId id) {
    const Node& n = old_.node(id);
    const std::vector<IntList> width = n.attrs.get_int_lists("pad_width");
    if (width.size() != 4)
      return false;
    Attrs attrs = n.attrs;
    attrs.set("pad_width", std::vector<IntList>{width[0], width[3], width[1], width[2]});
    std::vector<NodeId> operands = {first(n.inputs[0])};
    if (n.inputs.size() > 1)
      operands.push_back(last(n.inputs[1]));
    return make(id, std::move(operands), std::move(attrs));
  }

  // Operands but the first are vectors along the axis.
  bool turn_along_axis(NodeId id) {
    const Node& n = old_.node(id);
    Attrs attrs = n.attrs;
    attrs.set("axis", turned_axis(n.attrs.get_int("axis", 1)));
    std::vector<NodeId> operands = {first(n.inputs[0])};
    for (size_t i = 1; i < n.inputs.size(); ++i)
      operands.push_back(last(n.inputs[i]));
    return make(id, std::move(operands), std::move(attrs));
  }

  bool turn_mean(NodeId id) {
    const Node& n = old_.node(id);
    if (!n.attrs.get_bool("keepdims", false) || n.attrs.get_bool("exclude", false))
      return false;
    IntList axes;
    for (const int64_t axis : n.attrs.get_ints("axis", {}))
      axes.push_back(turned_axis(axis));
    std::ranges::sort(axes);
    Attrs attrs = n.attrs;
    if (n.attrs.find("axis") != nullptr)  // without, all axes
      attrs.set("axis", axes);
    return make(id, {first(n.inputs[0])}, std::move(attrs));
  }

  bool turn_elementwise(NodeId id) {
    constexpr std::string_view kUnary[] = {
        "nn.relu", "nn.leaky_relu", "nn.dropout", "round", "clip", "cast", "negative",
        "abs",     "sigmoid",       "tanh",       "exp",   "sqrt", "copy"};
    constexpr std::string_view kBinary[] = {"add",     "subtract", "multiply",   "divide",
                                            "maximum", "minimum",  "left_shift", "right_shift"};
    const Node& n = old_.node(id);
    if (std::ranges::find(kUnary, n.op) != std::end(kUnary))
      return make(id, {first(n.inputs[0])}, n.attrs);
    if (std::ranges::find(kBinary, n.op) == std::end(kBinary))
      return false;
    std::vector<NodeId> operands;
    for (const NodeId in : n.inputs) {
      const std::optional<NodeId> operand = broadcast_operand(in);
      if (!operand)
        return false;
      operands.push_back(*operand);
    }
    return make(id, std::move(operands), n.attrs);
  }

  // A map turned; a constant with fewer axes as one that broadcasts along the same ones.
  std::optional<NodeId> broadcast_operand(NodeId id) {
    const Shape& shape = old_.type(id).shape;
    if (shape.size() == 4)
      return first(id);
    if (num_elements(shape) == 1)
      return last(id);
    if (!is_constant(old_, id) || num_elements(shape) != shape.back())
      return std::nullopt;
    const Shape channels = {shape.back(), 1, 1};
    const Node n = new_.node(last(id));
    return n.constant.valid() ? new_.add_constant(n.constant.reshaped(channels))
                              : new_.add_constant_type({channels, n.type().dtype});
  }

  // ---- calls that keep the order of elements -----------------------------------------------

  // Of 1x1 maps it is the same one in both forms. A mean of planes drops what was turned, too.
  bool drops_turns(NodeId id) {
    const Node& n = old_.node(id);
    if (n.op == "mean" && is_turned(n.inputs.front()) && !n.attrs.get_bool("keepdims", false) &&
        !n.attrs.get_bool("exclude", false) && n.attrs.get_ints("axis", {}) == IntList{1, 2}) {
      Attrs attrs = n.attrs;
      attrs.set("axis", IntList{2, 3});
      keep(id, new_.add_call("mean", {forms(n.inputs.front()).first}, attrs), false);
      return true;
    }
    if (n.op != "reshape" && n.op != "nn.batch_flatten" && n.op != "squeeze")
      return false;
    const NodeId in = n.inputs.front();
    if (!is_turned(in) || forms(in).last >= 0 || !is_map(in) || n.type().shape.size() != 2)
      return false;
    const Shape& shape = old_.type(in).shape;
    if (shape[1] * shape[2] != 1 || n.type().shape != Shape{shape[0], shape[3]})
      return false;
    keep(id, new_.add_call("nn.batch_flatten", {forms(in).first}), false);
    return true;
  }

  const Graph& old_;
  std::vector<Forms> forms_;  // by old node
  Graph new_;
};

// Only then is there anything to turn.
bool has_channels_last(const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.kind != NodeKind::Call)
      continue;
    const bool to_last = n.op == "transpose" && n.attrs.get_ints("axes", {}) == kToLast;
    if (to_last || is_layout(n.attrs, "data_layout", "NHWC") ||
        is_layout(n.attrs, "layout", "NHWC"))
      return true;
  }
  return false;
}

}  // namespace

Graph channels_first(const Graph& graph, PassContext& context) {
  return has_channels_last(graph) ? remove_dead_code(Turner(graph).run(), context) : graph;
}

}  // namespace vta
