// A walk from the result to the scores' product. Sums and choices are followed on both sides, for
// either may be the mask.
#include "compiler/passes/attention_match.h"

#include <algorithm>
#include <limits>

#include "compiler/graph/graph_util.h"
#include "compiler/kernels/chain.h"

namespace vta {
namespace {

// What hides a score weighs nothing beside any other.
constexpr double kHides = -1e4;

// Calls between the products; no exporter writes as many.
constexpr size_t kFarthest = 40;

class Matcher {
 public:
  Matcher(const Graph& graph, const std::vector<int>& uses) : graph_(graph), uses_(uses) {}

  std::optional<AttentionMatch> match(NodeId product) {
    const Node& n = graph_.node(product);
    if (!is_product(product))
      return std::nullopt;
    match_.value = n.inputs[1];
    match_.value_turned = n.attrs.get_bool("transpose_b", false);
    match_.calls.push_back(product);
    if (!weights(n.inputs[0]) || !take_extents(n))
      return std::nullopt;
    return std::move(match_);
  }

 private:
  bool is_product(NodeId id) const {
    return is_call(graph_, id, "nn.batch_matmul") && graph_.type(id).dtype == DType::F32 &&
           !graph_.node(id).constant_expr;
  }

  bool is_own(NodeId id) const {
    const Node& n = graph_.node(id);
    return n.kind == NodeKind::Call && !n.constant_expr && uses_[static_cast<size_t>(id)] == 1;
  }

  bool keeps_last_axis(const Node& n) const {
    const bool reshapes = n.op == "reshape" || n.op == "squeeze" || n.op == "expand_dims";
    const Shape& from = graph_.type(n.inputs[0]).shape;
    return reshapes && !from.empty() && !n.type().shape.empty() &&
           from.back() == n.type().shape.back();
  }

  // The number that all values of a constant are.
  std::optional<double> number(NodeId id) const {
    if (!graph_.node(id).constant_expr)
      return std::nullopt;
    const Tensor t = evaluate_constant(graph_, id);
    if (!t.valid() || t.dtype() != DType::F32 || t.size() == 0)
      return std::nullopt;
    const auto values = t.data<float>();
    if (std::ranges::any_of(values, [&](float v) { return v != values[0]; }))
      return std::nullopt;
    return static_cast<double>(values[0]);
  }

  // ---- from the result to the softmax

  bool weights(NodeId id) {
    if (!is_own(id) || match_.calls.size() > kFarthest)
      return false;
    const Node& n = graph_.node(id);
    match_.calls.push_back(id);
    if (keeps_last_axis(n))
      return weights(n.inputs[0]);
    if (n.op == "where" && number(n.inputs[2]) == 0.0) {
      shown_.push_back(n.inputs[0]);
      return weights(n.inputs[1]);
    }
    const int64_t rank = std::ssize(n.type().shape);
    const int64_t axis = n.attrs.get_int("axis", -1);
    if (n.op != "nn.softmax" || (axis != -1 && axis != rank - 1) || rank < 3)
      return false;
    scores_shape_ = n.type().shape;
    return scores(n.inputs[0], 1) && all_shown_are_masks();
  }

  // Weights of 0 where scores were hidden before: those hide entirely.
  bool all_shown_are_masks() {
    return std::ranges::all_of(shown_, [&](NodeId shown) {
      const auto mask = std::ranges::find_if(match_.masks, [&](const ScoreMask& m) {
        return m.kind == ScoreMask::Kind::Shown && m.value == shown;
      });
      if (mask == match_.masks.end())
        return false;
      mask->number = -std::numeric_limits<double>::infinity();
      return true;
    });
  }

  // ---- from the softmax to the product of queries and keys

  // `factor`: of this value on its way to the softmax.
  bool scores(NodeId id, double factor) {
    if (!is_own(id) || match_.calls.size() > kFarthest)
      return false;
    const Node& n = graph_.node(id);
    const size_t calls = match_.calls.size();
    match_.calls.push_back(id);
    if (is_product(id)) {
      match_.query = n.inputs[0];
      match_.key = n.inputs[1];
      match_.key_turned = n.attrs.get_bool("transpose_b", false);
      match_.scale = factor;
      return true;
    }
    const bool found = (keeps_last_axis(n) && scores_at(n, 0, factor)) || scaled(n, factor) ||
                       added(n, factor) || chosen(n, factor);
    if (!found)
      match_.calls.resize(calls);
    return found;
  }

  bool scores_at(const Node& n, size_t operand, double factor) {
    const NodeId id = n.inputs[operand];
    const size_t size = scores_shape_.size();
    if (graph_.type(id).shape.size() > size && size == 3)
      scores_shape_ = graph_.type(id).shape;
    return scores(id, factor);
  }

  bool scaled(const Node& n, double factor) {
    if (n.op != "multiply" && n.op != "divide")
      return false;
    const std::optional<double> by = number(n.inputs[1]);
    if (!by || *by == 0 || graph_.type(n.inputs[0]) != n.type())
      return false;
    return scores(n.inputs[0], n.op == "multiply" ? factor * *by : factor / *by);
  }

  bool added(const Node& n, double factor) {
    if (n.op != "add")
      return false;
    for (const size_t side : {size_t{0}, size_t{1}})
      if (masked(n, side, {ScoreMask::Kind::Added, n.inputs[1 - side], factor, n.type().shape},
                 factor))
        return true;
    return false;
  }

  bool chosen(const Node& n, double factor) {
    if (n.op != "where")
      return false;
    for (const size_t side : {size_t{1}, size_t{2}}) {
      const std::optional<double> low = number(n.inputs[3 - side]);
      const auto kind = side == 1 ? ScoreMask::Kind::Shown : ScoreMask::Kind::Hidden;
      if (low && *low * factor <= kHides &&
          masked(n, side, {kind, n.inputs[0], *low * factor, n.type().shape}, factor))
        return true;
    }
    return false;
  }

  // The scores are the operand `side`.
  bool masked(const Node& n, size_t side, ScoreMask mask, double factor) {
    const size_t masks = match_.masks.size();
    match_.masks.push_back(std::move(mask));
    if (graph_.type(n.inputs[side]) == n.type() && scores_at(n, side, factor))
      return true;
    match_.masks.resize(masks);
    return false;
  }

  // ---- batch, heads, groups

  bool take_extents(const Node& product) {
    const Shape &q = graph_.type(match_.query).shape, &k = graph_.type(match_.key).shape,
                &v = graph_.type(match_.value).shape;
    AttentionForm& s = match_.form;
    const size_t rank = scores_shape_.size();
    s.keys = scores_shape_[rank - 1];
    s.queries = scores_shape_[rank - 2];
    s.heads = scores_shape_[rank - 3];
    s.batch = num_elements(scores_shape_) / (s.keys * s.queries * s.heads);
    s.depth = q[2];
    s.value_depth = product.type().shape[2];
    if (k[0] != q[0] || v[0] != q[0] || q[0] % s.batch != 0 || q[1] % s.queries != 0)
      return false;
    s.kv_heads = q[0] / s.batch;
    return s.kv_heads * (q[1] / s.queries) == s.heads;
  }

  const Graph& graph_;
  const std::vector<int>& uses_;
  AttentionMatch match_;
  Shape scores_shape_;  // (batch..., heads, queries, keys)
  std::vector<NodeId> shown_;
};

}  // namespace

std::optional<AttentionMatch> match_attention(const Graph& graph, const std::vector<int>& uses,
                                              NodeId product) {
  return Matcher(graph, uses).match(product);
}

}  // namespace vta
