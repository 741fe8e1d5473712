// The new graph is what is walked: what was hoisted before (a bias) is a part of what a later call
// (its relu) is hoisted over.
#include "compiler/passes/hoist_elements.h"

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

bool is_reshape(const Node& n) {
  return n.kind == NodeKind::Call && (n.op == "reshape" || n.op == "squeeze" ||
                                      n.op == "expand_dims" || n.op == "nn.batch_flatten");
}
bool is_move(const Node& n) {
  return n.kind == NodeKind::Call && (is_reshape(n) || n.op == "transpose");
}

IntList axes_of(const Node& transpose) {
  const auto rank = static_cast<int64_t>(transpose.type().shape.size());
  IntList axes = transpose.attrs.get_ints("axes", {});
  for (int64_t i = 0; axes.size() < static_cast<size_t>(rank); ++i)
    axes.push_back(rank - 1 - i);
  for (int64_t& axis : axes)
    axis += axis < 0 ? rank : 0;
  return axes;
}

IntList inverse(const IntList& axes) {
  IntList back(axes.size());
  for (size_t i = 0; i < axes.size(); ++i)
    back[static_cast<size_t>(axes[i])] = static_cast<int64_t>(i);
  return back;
}

// One value per channel, axis 1, of a tensor; none where a channel has several.
std::optional<std::vector<float>> values_of_channels(const Tensor& t) {
  const Shape& s = t.shape();
  const auto all = t.data<float>();
  const auto channels = static_cast<size_t>(s[1]);
  const size_t inner = all.size() / channels / static_cast<size_t>(s[0]);
  std::vector<float> values(channels);
  for (size_t c = 0; c < channels; ++c)
    values[c] = all[c * inner];
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i] != values[i / inner % channels])
      return std::nullopt;
  return values;
}

class Hoister {
 public:
  explicit Hoister(const Graph& graph) : old_(graph), rewriter_(graph), uses_(graph.use_counts()) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id) {
      const NodeId made = rewritten(id);
      if (made < 0)
        rewriter_.copy(id);
      else
        take_place(id, made);
      if (uses_[static_cast<size_t>(id)] > 1)
        shared_.insert(rewriter_.mapped(id));
    }
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }
  const Node& made(NodeId id) { return graph().node(id); }

  bool is_output(NodeId id) const {
    return std::ranges::find(old_.outputs(), id) != old_.outputs().end();
  }

  void take_place(NodeId id, NodeId made_id) {
    if (is_output(id))
      graph().node(made_id).name = old_.node(id).name;
    rewriter_.map(id, made_id);
  }

  // What does the work of a call in another place; -1 where it stays as it is.
  NodeId rewritten(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call || n.constant_expr || n.types.size() != 1 ||
        n.type().dtype != DType::F32)
      return -1;
    if (is_move(n))
      return is_output(id) ? -1 : shortened(n);
    if (n.op == "nn.relu" || n.op == "clip")
      return hoisted(n, -1);
    if (n.op != "add" && n.op != "multiply")
      return -1;
    if (!old_.node(n.inputs[1]).constant_expr)
      return n.op == "add" ? hoisted_sum(n) : -1;
    return old_.type(n.inputs[0]) == n.type() ? hoisted(n, n.inputs[1]) : -1;
  }

  // ---- moves

  // Of a move of what is moved already: both as one, or none.
  NodeId shortened(const Node& n) {
    const NodeId in = rewriter_.mapped(n.inputs[0]);
    const Node& before = made(in);
    if (is_reshape(n) && is_reshape(before)) {
      const NodeId source = before.inputs[0];
      return made(source).type() == n.type() ? source : reshape(source, n.type().shape);
    }
    const bool undone = n.op == "transpose" && before.kind == NodeKind::Call &&
                        before.op == "transpose" && axes_of(n) == inverse(axes_of(before));
    return undone ? before.inputs[0] : -1;
  }

  NodeId reshape(NodeId source, const Shape& shape) {
    return graph().add_call("reshape", {source}, {{"newshape", shape}});
  }

  NodeId repeated(const Node& move, NodeId source) {
    const Node like = move;  // adding a call moves nodes
    return is_reshape(like) ? reshape(source, like.type().shape)
                            : graph().add_call(like.op, {source}, like.attrs);
  }

  // The moves between a value and what they move, the last one first.
  std::vector<NodeId> moves_behind(NodeId& value) {
    std::vector<NodeId> moves;
    while (is_move(made(value)) && !shared_.contains(value)) {
      moves.push_back(value);
      value = made(value).inputs[0];
    }
    return moves;
  }

  NodeId moved(NodeId value, const std::vector<NodeId>& moves) {
    for (auto move = moves.rbegin(); move != moves.rend(); ++move)
      value = repeated(made(*move), value);
    return value;
  }

  // ---- calls that are hoisted

  NodeId hoisted(const Node& n, NodeId constant) {
    NodeId base = rewriter_.mapped(n.inputs[0]);
    const std::vector<NodeId> moves = moves_behind(base);
    if (moves.empty() || shared_.contains(base) || !is_of_layer(base))
      return -1;
    if (constant < 0)
      return moved(element(n, {base}), moves);
    const NodeId operand = constant_before(constant, n.type().shape, moves, base);
    if (operand < 0)
      return -1;
    const NodeId result =
        is_sum(made(base)) ? in_sum(n, base, operand) : element(n, {base, operand});
    return result < 0 ? -1 : moved(result, moves);
  }

  NodeId element(const Node& n, std::vector<NodeId> operands) {
    const NodeId call = graph().add_call(n.op, std::move(operands), n.attrs);
    keep_identity(n, graph().node(call));
    return call;
  }

  static bool is_layer(const Node& n) {
    return n.kind == NodeKind::Call && (n.op == "nn.conv2d" || n.op == "nn.dense");
  }
  bool is_sum(const Node& n) {
    return n.kind == NodeKind::Call && n.op == "add" && !made(n.inputs[1]).constant_expr;
  }

  // Of a layer with no more than factors and biases behind it, or of a sum of maps: what has its
  // channels on axis 1.
  bool is_of_layer(NodeId id) {
    const size_t rank = made(id).type().shape.size();
    if (rank != 2 && rank != 4)
      return false;
    while (made(id).kind == NodeKind::Call && (made(id).op == "add" || made(id).op == "multiply")) {
      if (is_sum(made(id)))
        return rank == 4 && is_sum_of_maps(graph(), id);
      if (made(made(id).inputs[0]).type() != made(id).type())
        return false;
      id = made(id).inputs[0];
    }
    return is_layer(made(id)) && made(id).attrs.get_string("data_layout", "NCHW") == "NCHW";
  }

  // What the constant is before the moves, per channel of what they move; -1 where it is not.
  NodeId constant_before(NodeId constant, const Shape& shape, const std::vector<NodeId>& moves,
                         NodeId base) {
    Tensor value = evaluate_constant(old_, constant);
    if (!value.valid() || value.dtype() != DType::F32)
      return -1;
    if (value.size() == 1)
      return graph().add_constant(value.reshaped({}));
    value = evaluate_op("broadcast_to", {{"shape", shape}}, std::span(&value, 1)).front();
    for (const NodeId move : moves) {
      const Shape& before = made(made(move).inputs[0]).type().shape;
      value = is_reshape(made(move))
                  ? value.reshaped(before)
                  : evaluate_op("transpose", {{"axes", inverse(axes_of(made(move)))}},
                                std::span(&value, 1))
                        .front();
    }
    const auto channels = values_of_channels(value);
    const auto rank = static_cast<int64_t>(made(base).type().shape.size());
    return channels ? graph().add_constant(channel_tensor(*channels, 1, rank)) : -1;
  }

  // (a + b) + c as (a + c) + b, where a is a convolution.
  NodeId in_sum(const Node& n, NodeId sum, NodeId constant) {
    const std::vector<NodeId> operands = made(sum).inputs;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      if (n.op != "add" || !is_layer(made(operands[side])) || shared_.contains(operands[side]))
        continue;
      const NodeId biased = element(n, {operands[side], constant});
      const NodeId result = graph().add_call("add", {biased, operands[1 - side]});
      keep_identity(made(sum), graph().node(result));
      return result;
    }
    return -1;
  }

  // m(a) + m(b) as m(a + b), for maps a and b.
  NodeId hoisted_sum(const Node& n) {
    NodeId a = rewriter_.mapped(n.inputs[0]), b = rewriter_.mapped(n.inputs[1]);
    std::vector<NodeId> moves;
    while (is_move(made(a)) && is_move(made(b)) && moves_alike(made(a), made(b))) {
      moves.push_back(a);
      a = made(a).inputs[0];
      b = made(b).inputs[0];
    }
    const bool maps = made(a).type().shape.size() == 4 && made(b).type() == made(a).type();
    return moves.empty() || !maps ? -1 : moved(element(n, {a, b}), moves);
  }

  bool moves_alike(const Node& a, const Node& b) {
    if (a.type() != b.type() || is_reshape(a) != is_reshape(b) ||
        made(a.inputs[0]).type() != made(b.inputs[0]).type())
      return false;
    return is_reshape(a) || axes_of(a) == axes_of(b);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::vector<int> uses_;    // of old nodes
  std::set<NodeId> shared_;  // new nodes that several read
};

}  // namespace

Graph hoist_elements(const Graph& graph, PassContext& context) {
  return remove_dead_code(Hoister(graph).run(), context);
}

}  // namespace vta
