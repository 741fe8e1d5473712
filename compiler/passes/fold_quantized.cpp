#include "compiler/passes/fold_quantized.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "compiler/graph/unique_names.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/calibrate.h"
#include "compiler/passes/dynamic_products.h"
#include "compiler/passes/fold_constants.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/quantized_values.h"

namespace vta {
namespace {

// Operators that choose or move values: of a quantized value they make one of the same scale.
constexpr std::string_view kMoves[] = {
    "reshape",     "transpose",     "squeeze", "expand_dims",      "strided_slice",
    "concatenate", "nn.max_pool2d", "max",     "nn.batch_flatten", "nn.global_max_pool2d",
    "copy",        "nn.dropout"};

constexpr double kEndless = std::numeric_limits<double>::infinity();

// What a value is known to lie in.
struct Interval {
  double least, most;

  bool holds(const Interval& other) const { return least <= other.least && other.most <= most; }
  // Of a relu or clip, what it leaves; false of anything else.
  bool take_clip(const Node& n) {
    if (n.kind != NodeKind::Call || (n.op != "nn.relu" && n.op != "clip"))
      return false;
    const bool relu = n.op == "nn.relu";
    *this = {relu ? 0.0 : n.attrs.get_double("a_min", -kEndless),
             relu ? kEndless : n.attrs.get_double("a_max", kEndless)};
    return true;
  }
};

class Folder {
 public:
  Folder(const Graph& graph, PassContext& context)
      : old_(graph), context_(context), rewriter_(graph) {
    for (NodeId id = 0; id < old_.size(); ++id)
      names_.take(old_.node(id).name);
  }

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    for (const NodeId id : old_.outputs())
      make_plain(id);
    Graph folded = fold_constants(without_dead_nodes(rewriter_.finish()), context_);
    folded.set_model_scales(std::move(scales_));
    return folded;
  }

 private:
  // A quantized value of the old graph as the real one that it stands for.
  struct Real {
    NodeId node = -1;  // of the new graph
    ValueScale scale;
  };

  Graph& graph() { return rewriter_.graph(); }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind == NodeKind::Call && (quantize(n, id) || dequantize(n, id) || move(n, id)))
      return;
    for (const NodeId in : n.inputs)
      make_plain(in);
    rewriter_.copy(id);
  }

  // Makes the quantized value itself, for readers that the cases above do not cover.
  void make_plain(NodeId id) {
    const auto real = real_.find(id);
    if (real == real_.end() || rewriter_.mapped(id) >= 0)
      return;
    const ValueScale& s = real->second.scale;
    const Tensor zero = s.dtype == DType::U8 ? Tensor::scalar<uint8_t>(static_cast<uint8_t>(s.zero))
                                             : Tensor::scalar<int8_t>(static_cast<int8_t>(s.zero));
    const NodeId call = graph().add_call(
        "qnn.quantize", {real->second.node, graph().add_constant(Tensor::scalar<float>(s.scale)),
                         graph().add_constant(zero)});
    graph().node(call).name = old_.node(id).name;
    rewriter_.map(id, call);
  }

  bool quantize(const Node& n, NodeId id) {
    if (n.op != "qnn.quantize" || old_.type(n.inputs[0]).dtype != DType::F32)
      return false;
    const std::optional<ValueScale> scale = value_scale(old_, id);
    if (!scale || is_constant(graph(), rewriter_.mapped(n.inputs[0])))
      return false;
    real_[id] = {clipped(rewriter_.mapped(n.inputs[0]), *scale, n), *scale};
    return true;
  }

  bool dequantize(const Node& n, NodeId id) {
    if (n.op != "qnn.dequantize")
      return false;
    const std::optional<ValueScale> scale = value_scale(old_, id);
    const auto real = real_.find(n.inputs[0]);
    if (real != real_.end() && scale == real->second.scale) {
      rewriter_.map(id, real->second.node);
      return true;
    }
    make_plain(n.inputs[0]);
    rewriter_.copy(id);
    if (scale && old_.node(n.inputs[0]).kind == NodeKind::Input)
      note_scale(rewriter_.mapped(id), *scale);
    return true;
  }

  bool move(const Node& n, NodeId id) {
    if (!moves(n) || n.types.size() != 1)
      return false;
    std::vector<NodeId> operands;
    for (const NodeId in : n.inputs) {
      const auto real = real_.find(in);
      if (real == real_.end() || real->second.scale != real_[n.inputs[0]].scale)
        return false;
      operands.push_back(real->second.node);
    }
    const NodeId call = append_copy(graph(), n, operands);
    const ValueScale scale = real_[n.inputs[0]].scale;
    real_[id] = {call, scale};
    note_scale(call, scale);
    return true;
  }

  // A relu of steps is one of values where both have their 0 at the same place.
  bool moves(const Node& n) const {
    if (n.op != "nn.relu")
      return std::ranges::find(kMoves, n.op) != std::end(kMoves);
    const auto real = real_.find(n.inputs[0]);
    return real != real_.end() && real->second.scale.zero == 0;
  }

  NodeId clipped(NodeId real, const ValueScale& scale, const Node& n) {
    const Interval own{scale.least(), scale.most()};
    if (scale.exponent() || own.holds(interval_of(real))) {
      note_scale(real, scale);
      return real;
    }
    // clip(clip(x, a, b), c, d) = clip(x, clip(a, c, d), clip(b, c, d)); a relu is clip(x, 0, inf).
    Interval bounds{-kEndless, kEndless};
    const Node& computed = graph().node(real);
    const NodeId from = bounds.take_clip(computed) ? computed.inputs[0] : real;
    const NodeId clip = graph().add_call("clip", {from},
                                         {{"a_min", std::clamp(bounds.least, own.least, own.most)},
                                          {"a_max", std::clamp(bounds.most, own.least, own.most)}});
    graph().node(clip).name = names_.make(n.name.empty() ? "clipped" : n.name + "_clipped");
    graph().node(clip).onnx_nodes = n.onnx_nodes;
    note_scale(clip, scale);
    return clip;
  }

  const Interval& interval_of(NodeId id) {
    const auto known = intervals_.find(id);
    if (known != intervals_.end())
      return known->second;
    return intervals_.emplace(id, interval_of_node(id)).first->second;
  }

  Interval interval_of_node(NodeId id) {
    const Node& n = graph().node(id);
    Interval all{-kEndless, kEndless};
    if (n.kind != NodeKind::Call)
      return all;
    if (n.op == "sigmoid" || n.op == "nn.softmax" || n.op == "nn.hard_sigmoid")
      return {0, 1};
    if (n.op == "tanh")
      return {-1, 1};
    if (n.op == "abs")
      return {0, kEndless};
    if (Interval clip = all; clip.take_clip(n)) {
      const Interval& in = interval_of(n.inputs[0]);
      return {std::clamp(in.least, clip.least, clip.most),
              std::clamp(in.most, clip.least, clip.most)};
    }
    if (n.op == "qnn.dequantize")
      if (const auto scale = value_scale(graph(), id))
        return {scale->least(), scale->most()};
    const bool averages = n.op == "nn.avg_pool2d" || n.op == "nn.global_avg_pool2d";
    if (!averages && std::ranges::find(kMoves, n.op) == std::end(kMoves))
      return all;
    Interval of_inputs = averages ? Interval{0, 0} : Interval{kEndless, -kEndless};  // pads are 0
    for (const NodeId in : n.inputs) {
      const Interval& own = interval_of(in);
      of_inputs = {std::min(of_inputs.least, own.least), std::max(of_inputs.most, own.most)};
    }
    return of_inputs;
  }

  // The first scale that a value is given is its scale.
  void note_scale(NodeId id, const ValueScale& scale) {
    Node& n = graph().node(id);
    if (n.kind == NodeKind::Constant)
      return;
    if (n.name.empty())
      n.name = names_.make(n.op.substr(n.op.find('.') + 1));
    const double largest = std::max(std::abs(scale.least()), std::abs(scale.most()));
    const std::optional<int> exact = scale.exponent();
    scales_.values.emplace(
        n.name, ModelScale{exact.value_or(covering_exponent(largest)), exact.has_value()});
  }

  const Graph& old_;
  PassContext& context_;
  GraphRewriter rewriter_;
  UniqueNames names_;
  std::map<NodeId, Real> real_;
  std::map<NodeId, Interval> intervals_;  // of the new graph
  ModelScales scales_{.present = true, .values = {}};
};

}  // namespace

Graph fold_quantized(const Graph& graph, PassContext& context) {
  const Graph fixed = fold_dynamic_products(graph);
  return Folder(fixed, context).run();
}

}  // namespace vta
