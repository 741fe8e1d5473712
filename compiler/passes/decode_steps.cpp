#include "compiler/passes/decode_steps.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/error.h"
#include "compiler/graph/attention.h"
#include "compiler/graph/graph_util.h"

namespace vta {
namespace {

// Operators that compute every element from those at its place, operands broadcast.
constexpr std::array<std::string_view, 35> kElementwise = {
    "add",         "subtract",    "multiply", "divide",     "maximum",      "minimum",
    "left_shift",  "right_shift", "round",    "clip",       "cast",         "negative",
    "abs",         "sigmoid",     "tanh",     "exp",        "log",          "sqrt",
    "erf",         "power",       "rsqrt",    "where",      "nn.relu",      "nn.leaky_relu",
    "nn.elu",      "nn.softplus", "qnn.gelu", "nn.gelu",    "nn.silu",      "qnn.rescale",
    "qnn.sigmoid", "floor",       "ceil",     "nn.dropout", "nn.hard_swish"};
// Operators that compute a row of channels, the last axis, from its own.
constexpr std::array<std::string_view, 4> kOfRows = {"qnn.layer_norm", "nn.layer_norm",
                                                     "nn.rms_norm", "nn.softmax"};

bool among(std::span<const std::string_view> ops, std::string_view op) {
  return std::ranges::find(ops, op) != ops.end();
}

class OnePosition {
 public:
  explicit OnePosition(const Graph& graph)
      : old_(graph), rewriter_(graph), axes_(static_cast<size_t>(graph.size())) {}

  Graph run() {
    take_input();
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    for (size_t i = 0; i < old_.outputs().size(); ++i)
      if (!axis(old_.outputs()[i]))
        throw CompileError(
            fmt::format("the output '{}' does not depend on the tokens", old_.output_name(i)));
    if (steps_ == 0)
      throw CompileError(
          "no attention of the network becomes one with keys and values of the "
          "positions before");
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  // Where the positions are in a value; nothing: it does not depend on them.
  std::optional<int64_t>& axis(NodeId id) { return axes_[static_cast<size_t>(id)]; }
  int64_t rank(NodeId id) const { return std::ssize(old_.type(id).shape); }

  void take_input() {
    const TensorType* type = nullptr;
    if (old_.inputs().size() == 1)
      type = &old_.type(old_.inputs()[0]);
    if (type == nullptr || type->dtype != DType::I64 || type->shape.size() != 2 ||
        type->shape[0] != 1 || type->shape[1] < 2)
      throw CompileError(fmt::format(
          "a decoder has one input of tokens, int64 (1, T) with T above 1; this network has {}",
          type == nullptr ? fmt::format("{} inputs", old_.inputs().size()) : type_text(*type)));
    context_ = type->shape[1];
    tokens_ = old_.inputs()[0];
    axis(tokens_) = 1;
  }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind == NodeKind::Input) {
      rewriter_.map(id, graph().add_input(n.name, {{1, 1}, DType::I64}));
      position_ = graph().add_input(kPositionInput, {{1}, DType::I64});
      return;
    }
    if (std::ranges::none_of(n.inputs, [&](NodeId in) { return axis(in).has_value(); })) {
      rewriter_.copy(id);
      return;
    }
    axis(id) = n.kind == NodeKind::TupleGet ? axis(n.inputs[0]) : axis_of(id);
    if (!axis(id))
      throw CompileError(fmt::format("{} mixes positions, or moves them in a way that is not known",
                                     call_text(old_, id)));
  }

  // Appends the call of one position and returns where its positions are; nothing: the call mixes
  // them.
  std::optional<int64_t> axis_of(NodeId id) {
    const Node& n = old_.node(id);
    if (n.op == "qnn.attention")
      return attention(id);
    if (n.op == "take")
      return gather(id);
    if (n.op == "reshape")
      return reshape(id);
    if (n.op == "transpose")
      return transpose(id);
    if (among(kElementwise, n.op))
      return elementwise(id);
    const std::optional<int64_t> at = axis(n.inputs[0]);
    const bool others = std::any_of(n.inputs.begin() + 1, n.inputs.end(),
                                    [&](NodeId in) { return axis(in).has_value(); });
    const bool rows = (n.op == "nn.dense" || among(kOfRows, n.op)) && at != rank(n.inputs[0]) - 1;
    if (others || !rows || n.attrs.get_int("axis", -1) != -1)
      return std::nullopt;
    rewriter_.copy(id);
    return at;
  }

  std::optional<int64_t> elementwise(NodeId id) {
    const Node& n = old_.node(id);
    std::optional<int64_t> at;  // from the right
    for (const NodeId in : n.inputs)
      if (axis(in)) {
        const int64_t from_right = rank(in) - *axis(in);
        if (at && *at != from_right)
          return std::nullopt;
        at = from_right;
      }
    std::vector<NodeId> operands;
    for (const NodeId in : n.inputs)
      operands.push_back(axis(in) ? rewriter_.mapped(in) : own_of_position(in, *at));
    rewriter_.map(id, append_copy(graph(), n, std::move(operands)));
    return rank(id) - *at;
  }

  // What has a value for every position: that of this one.
  NodeId own_of_position(NodeId id, int64_t from_right) {
    const int64_t at = rank(id) - from_right;
    const NodeId made = rewriter_.mapped(id);
    if (at < 0 || old_.type(id).shape[static_cast<size_t>(at)] != context_)
      return made;
    return graph().add_call("take", {made, position_}, {{"axis", at}});
  }

  // Of a table, by tokens.
  std::optional<int64_t> gather(NodeId id) {
    const Node& n = old_.node(id);
    const int64_t along = n.attrs.get_int("axis", 0);
    if (axis(n.inputs[0]) || along < 0)
      return std::nullopt;
    rewriter_.copy(id);
    return along + *axis(n.inputs[1]);
  }

  std::optional<int64_t> reshape(NodeId id) {
    const Node& n = old_.node(id);
    const Shape &from = old_.type(n.inputs[0]).shape, &to = n.type().shape;
    int64_t before = 1;
    for (int64_t i = 0; i < *axis(n.inputs[0]); ++i)
      before *= from[static_cast<size_t>(i)];
    int64_t at = 0;
    for (int64_t product = 1; at < std::ssize(to); product *= to[static_cast<size_t>(at++)])
      if (product == before && to[static_cast<size_t>(at)] == context_)
        break;
    if (at == std::ssize(to))
      return std::nullopt;
    Shape one = to;
    one[static_cast<size_t>(at)] = 1;
    Attrs attrs = n.attrs;
    attrs.set("newshape", one);
    take_place(id, graph().add_call(n.op, {rewriter_.mapped(n.inputs[0])}, std::move(attrs)));
    return at;
  }

  std::optional<int64_t> transpose(NodeId id) {
    const Node& n = old_.node(id);
    rewriter_.copy(id);
    const IntList axes = n.attrs.get_ints("axes", {});
    const auto found = std::ranges::find(axes, *axis(n.inputs[0]));
    return found == axes.end() ? std::nullopt : std::optional(found - axes.begin());
  }

  std::optional<int64_t> attention(NodeId id) {
    const Node& n = old_.node(id);
    const AttentionForm form = attention_form(old_.type(n.inputs[0]), old_.type(n.inputs[1]),
                                              old_.type(n.inputs[2]), n.attrs);
    for (const NodeId in : n.inputs)
      if (axis(in) != 0)
        return std::nullopt;
    if (!form.causal || form.batch != 1 || form.queries != context_ || form.keys != context_)
      return std::nullopt;
    Attrs attrs = {{"context", context_}};
    for (const std::string_view name : {"num_heads", "kv_heads", "fraction", "shift", "exp"})
      if (const AttrValue* const value = n.attrs.find(name))
        attrs.set(name, *value);
    take_place(
        id, graph().add_call("qnn.attention_step", rewriter_.mapped(n.inputs), std::move(attrs)));
    ++steps_;
    return 0;
  }

  void take_place(NodeId id, NodeId made) {
    keep_identity(old_.node(id), graph().node(made));
    rewriter_.map(id, made);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::vector<std::optional<int64_t>> axes_;
  int64_t context_ = 0, steps_ = 0;
  NodeId tokens_ = -1, position_ = -1;
};

}  // namespace

Graph decode_steps(const Graph& graph) {
  return OnePosition(graph).run();
}

}  // namespace vta
