// Two products with a softmax between them as one nn.attention, on rows of tokens. The moves from
// heads to rows and back are written out; attention_rows.cpp takes away those that undo others.
#include <algorithm>
#include <limits>
#include <map>

#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"
#include "compiler/passes/attention_match.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/transformer_patterns.h"

namespace vta {
namespace {

// A constant, or a node of the new graph.
struct MaskTerm {
  NodeId node = -1;
  Tensor constant = {};
};

MaskTerm number_term(double value) {
  return {-1, Tensor::scalar(static_cast<float>(value))};
}

// Hides the keys behind the query's own, and nothing else. Queries without a key keep their mask.
bool is_causal(const Tensor& mask, AttentionForm s) {
  if (s.keys < s.queries)
    return false;
  s.causal = true;
  const auto values = mask.data<float>();
  for (size_t i = 0; i < values.size(); ++i) {
    const auto key = static_cast<int64_t>(i) % s.keys;
    const auto query = static_cast<int64_t>(i) / s.keys % s.queries;
    if (key < s.visible_keys(query) ? values[i] != 0 : values[i] > -1e4F)
      return false;
  }
  return true;
}

class AttentionRecognizer {
 public:
  explicit AttentionRecognizer(const Graph& graph)
      : old_(graph), rewriter_(graph), uses_(graph.use_counts()) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id) {
      const auto match = match_attention(old_, uses_, id);
      if (match)
        rewrite(id, *match);
      else
        rewriter_.copy(id);
    }
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  NodeId reshaped(NodeId value, Shape shape) {
    return graph().add_call("reshape", {value}, {{"newshape", std::move(shape)}});
  }
  NodeId turned(NodeId value, IntList axes) {
    return graph().add_call("transpose", {value}, {{"axes", std::move(axes)}});
  }

  // (n, tokens, depth), or (n, depth, tokens) where it is turned, as rows of heads.
  NodeId rows_of(NodeId old_id, bool is_turned, int64_t heads, int64_t depth, int64_t batch) {
    const int64_t tokens = num_elements(old_.type(old_id).shape) / (batch * heads * depth);
    const Shape four =
        is_turned ? Shape{batch, heads, depth, tokens} : Shape{batch, heads, tokens, depth};
    const NodeId parts = reshaped(rewriter_.mapped(old_id), four);
    const NodeId by_token = turned(parts, is_turned ? IntList{0, 3, 1, 2} : IntList{0, 2, 1, 3});
    return reshaped(by_token, {batch * tokens, heads * depth});
  }

  void rewrite(NodeId id, const AttentionMatch& m) {
    const AttentionForm& s = m.form;
    Attrs attrs{{"batch", s.batch}, {"num_heads", s.heads}};
    if (s.kv_heads != s.heads)
      attrs.set("kv_heads", s.kv_heads);
    attrs.set("scale", m.scale);
    std::vector<NodeId> operands = {
        rows_of(m.query, false, s.heads, s.depth, s.batch),
        rows_of(m.key, !m.key_turned, s.kv_heads, s.depth, s.batch),
        rows_of(m.value, m.value_turned, s.kv_heads, s.value_depth, s.batch)};
    bool causal = false;
    const MaskTerm mask = mask_of(m, causal);
    if (causal)
      attrs.set("causal", true);
    if (mask.node >= 0 || mask.constant.valid())
      operands.push_back(node_of(mask));
    const NodeId made = graph().add_call("nn.attention", std::move(operands), std::move(attrs));
    keep_identity(old_.node(id), graph().node(made));
    for (const NodeId call : m.calls)
      join_onnx_nodes(graph().node(made).onnx_nodes, old_.node(call).onnx_nodes);
    const NodeId parts = reshaped(made, {s.batch, s.queries, s.heads, s.value_depth});
    const NodeId result = reshaped(turned(parts, {0, 2, 1, 3}), old_.type(id).shape);
    if (std::ranges::find(old_.outputs(), id) != old_.outputs().end())
      graph().node(result).name = old_.node(id).name;
    rewriter_.map(id, result);
  }

  // ---- masks

  NodeId node_of(const MaskTerm& term) {
    return term.node >= 0 ? term.node : graph().add_constant(term.constant);
  }
  const Shape& shape_of(const MaskTerm& term) {
    return term.node >= 0 ? graph().type(term.node).shape : term.constant.shape();
  }

  MaskTerm call(const std::string& op, const std::vector<MaskTerm>& operands,
                const Attrs& attrs = {}) {
    std::vector<Tensor> constants;
    std::vector<NodeId> nodes;
    for (const MaskTerm& t : operands)
      if (t.node < 0)
        constants.push_back(t.constant);
    if (constants.size() == operands.size())
      return {-1, evaluate_op(op, attrs, constants).front()};
    for (const MaskTerm& t : operands)
      nodes.push_back(node_of(t));
    return {graph().add_call(op, nodes, attrs)};
  }

  MaskTerm old_value(NodeId id) {
    const Tensor constant = old_.node(id).constant_expr ? evaluate_constant(old_, id) : Tensor();
    return constant.valid() ? MaskTerm{-1, constant} : MaskTerm{rewriter_.mapped(id)};
  }

  MaskTerm term_of(const ScoreMask& mask, const Shape& scores) {
    MaskTerm term = old_value(mask.value);
    if (mask.kind == ScoreMask::Kind::Added && mask.number != 1)
      term = call("multiply", {term, number_term(mask.number)});
    if (mask.kind == ScoreMask::Kind::Shown)
      term = call("where", {term, number_term(0), number_term(mask.number)});
    if (mask.kind == ScoreMask::Kind::Hidden)
      term = call("where", {term, number_term(mask.number), number_term(0)});
    if (mask.scores == scores)
      return term;
    if (shape_of(term) != mask.scores)
      term = call("broadcast_to", {term}, {{"shape", mask.scores}});
    return call("reshape", {term}, {{"newshape", scores}});
  }

  // The sum of all masks; of constants none where it hides nothing or is causal.
  MaskTerm mask_of(const AttentionMatch& m, bool& causal) {
    const AttentionForm& s = m.form;
    const Shape scores{s.batch, s.heads, s.queries, s.keys};
    MaskTerm constant, computed;
    for (const ScoreMask& mask : m.masks) {
      const MaskTerm term = term_of(mask, scores);
      MaskTerm& sum = term.node < 0 ? constant : computed;
      sum = sum.node < 0 && !sum.constant.valid() ? term : call("add", {sum, term});
    }
    if (constant.constant.valid() && is_known(constant.constant, scores, s, causal))
      return computed;
    if (computed.node < 0 || !constant.constant.valid())
      return computed.node < 0 ? constant : computed;
    return call("add", {computed, constant});
  }

  static bool is_known(const Tensor& mask, const Shape& scores, const AttentionForm& s,
                       bool& causal) {
    const auto values = mask.data<float>();
    if (std::ranges::all_of(values, [](float v) { return v == 0; }))
      return true;
    const Tensor whole =
        evaluate_op("broadcast_to", {{"shape", scores}}, std::span(&mask, 1)).front();
    return causal = is_causal(whole, s);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::vector<int> uses_;
};

}  // namespace

Graph recognize_attention(const Graph& graph, PassContext& context) {
  return remove_dead_code(AttentionRecognizer(graph).run(), context);
}

}  // namespace vta
