// An activation is a polynomial of x and of t = erf, tanh or sigmoid of a polynomial of x. Whatever
// the order in which an exporter writes factors and sums, the coefficients are the same.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "compiler/kernels/chain.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/transformer_patterns.h"

namespace vta {
namespace {

// Coefficients by the powers of x and t.
using Polynomial = std::map<std::pair<int, int>, double>;

constexpr int kMostCalls = 8;  // between an activation's end and x
constexpr int kMostPower = 3;

std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [p, c] : a)
    for (const auto& [q, d] : b) {
      const std::pair<int, int> power{p.first + q.first, p.second + q.second};
      if (power.first > kMostPower || power.second > kMostPower)
        return std::nullopt;
      result[power] += c * d;
    }
  return result;
}

bool is_near(const Polynomial& p, const Polynomial& wanted) {
  for (const auto& [power, c] : p)
    if (!wanted.contains(power) && c != 0)
      return false;
  return std::ranges::all_of(wanted, [&](const auto& term) {
    const auto found = p.find(term.first);
    return found != p.end() && std::abs(found->second - term.second) <= 1e-4 * term.second;
  });
}

class ActivationMatcher {
 public:
  ActivationMatcher(const Graph& graph, NodeId end) : graph_(graph), end_(end) {}

  struct Match {
    NodeId data = -1;
    std::string op = {};
    Attrs attrs = {};
  };

  std::optional<Match> match() {
    const NodeId t = function_below(end_, kMostCalls);
    if (t < 0)
      return std::nullopt;
    std::vector<NodeId> candidates;
    collect(graph_.node(t).inputs[0], kMostCalls, candidates);
    for (const NodeId x : candidates)
      if (auto found = match_of(x, t))
        return found;
    return std::nullopt;
  }

 private:
  static bool is_arithmetic(const Node& n) {
    return n.kind == NodeKind::Call && !n.constant_expr &&
           (n.op == "add" || n.op == "multiply" || n.op == "divide" || n.op == "power");
  }

  // The first erf, tanh or sigmoid that the end is computed by.
  NodeId function_below(NodeId id, int depth) const {
    const Node& n = graph_.node(id);
    if (n.kind == NodeKind::Call && !n.constant_expr &&
        (n.op == "erf" || n.op == "tanh" || n.op == "sigmoid"))
      return id == end_ ? -1 : id;
    if (!is_arithmetic(n) || depth == 0)
      return -1;
    for (const NodeId operand : n.inputs)
      if (const NodeId found = function_below(operand, depth - 1); found >= 0)
        return found;
    return -1;
  }

  // What may be x: the function's operand and what that is computed by.
  void collect(NodeId id, int depth, std::vector<NodeId>& candidates) const {
    const Node& n = graph_.node(id);
    if (n.constant_expr || n.kind == NodeKind::Constant || std::ranges::count(candidates, id) > 0)
      return;
    candidates.push_back(id);
    if (is_arithmetic(n) && depth > 0)
      for (const NodeId operand : n.inputs)
        collect(operand, depth - 1, candidates);
  }

  std::optional<Match> match_of(NodeId x, NodeId t) const {
    const auto whole = polynomial(end_, x, t, kMostCalls);
    const auto inner = polynomial(graph_.node(t).inputs[0], x, -1, kMostCalls);
    if (!whole || !inner || graph_.type(x) != graph_.type(end_))
      return std::nullopt;
    const std::string& function = graph_.node(t).op;
    const double root = std::sqrt(2 / 3.14159265358979323846);  // of 2 / pi
    const Polynomial cubic{{{1, 0}, root}, {{3, 0}, 0.044715 * root}};
    const Polynomial half_sum{{{1, 0}, 0.5}, {{1, 1}, 0.5}};
    if (function == "erf" && is_near(*whole, half_sum) &&
        is_near(*inner, {{{1, 0}, std::sqrt(0.5)}}))
      return Match{x, "nn.gelu"};
    if (function == "tanh" && is_near(*whole, half_sum) && is_near(*inner, cubic))
      return Match{x, "nn.gelu_tanh"};
    if (function != "sigmoid" || !is_near(*whole, {{{1, 1}, 1.0}}))
      return std::nullopt;
    if (is_near(*inner, {{{1, 0}, 2 * root}, {{3, 0}, 2 * 0.044715 * root}}))
      return Match{x, "nn.gelu_tanh"};
    const auto alpha = inner->find({1, 0});
    if (alpha == inner->end() || !(alpha->second > 0) ||
        !is_near(*inner, {{{1, 0}, alpha->second}}))
      return std::nullopt;
    return Match{x, "nn.silu", {{"alpha", alpha->second}}};
  }

  std::optional<double> number(NodeId id) const {
    if (!graph_.node(id).constant_expr)
      return std::nullopt;
    const Tensor value = evaluate_constant(graph_, id);
    if (!value.valid() || value.dtype() != DType::F32 || value.size() != 1)
      return std::nullopt;
    return static_cast<double>(value.data<float>()[0]);
  }

  std::optional<Polynomial> polynomial(NodeId id, NodeId x, NodeId t, int depth) const {
    if (id == x)
      return Polynomial{{{1, 0}, 1.0}};
    if (id == t)
      return Polynomial{{{0, 1}, 1.0}};
    if (const auto value = number(id))
      return Polynomial{{{0, 0}, *value}};
    const Node& n = graph_.node(id);
    if (!is_arithmetic(n) || depth == 0)
      return std::nullopt;
    const auto a = polynomial(n.inputs[0], x, t, depth - 1);
    if (!a)
      return std::nullopt;
    if (n.op == "power" || n.op == "divide") {
      const auto by = number(n.inputs[1]);
      if (!by || *by == 0)
        return std::nullopt;
      return n.op == "power" ? raised(*a, *by) : product(*a, {{{0, 0}, 1 / *by}});
    }
    const auto b = polynomial(n.inputs[1], x, t, depth - 1);
    if (!b || n.op == "multiply")
      return b ? product(*a, *b) : std::nullopt;
    Polynomial sum = *a;
    for (const auto& [power, c] : *b)
      sum[power] += c;
    return sum;
  }

  static std::optional<Polynomial> raised(const Polynomial& p, double exponent) {
    if (exponent != 2 && exponent != 3)
      return std::nullopt;
    std::optional<Polynomial> result = product(p, p);
    return result && exponent == 3 ? product(*result, p) : result;
  }

  const Graph& graph_;
  NodeId end_;
};

bool is_activation(const Graph& graph, NodeId id) {
  const std::string& op = graph.node(id).op;
  return graph.node(id).kind == NodeKind::Call &&
         (op == "nn.gelu" || op == "nn.gelu_tanh" || op == "nn.silu");
}

// An activation of reshaped values before the reshape, next to the layer that it is computed with;
// a reshape behind that one, too, is one with it.
Graph before_reshapes(const Graph& graph, PassContext& context) {
  GraphRewriter rewriter(graph);
  Graph& made = rewriter.graph();
  const std::vector<int> uses = graph.use_counts();
  const auto reshaped = [&](NodeId value, const Shape& shape) {
    return made.type(value).shape == shape
               ? value
               : made.add_call("reshape", {value}, {{"newshape", shape}});
  };
  const auto is_output = [&](NodeId id) {
    return std::ranges::find(graph.outputs(), id) != graph.outputs().end();
  };
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    const NodeId data = n.inputs.empty() ? -1 : n.inputs[0];
    if (is_activation(graph, id) && !is_output(id) && is_call(graph, data, "reshape") &&
        uses[static_cast<size_t>(data)] == 1) {
      const NodeId source = made.node(rewriter.mapped(data)).inputs[0];
      const NodeId early = append_copy(made, n, {source});
      rewriter.map(id, reshaped(early, n.type().shape));
    } else if (is_call(graph, id, "reshape") && is_activation(graph, data) && !is_output(id) &&
               is_call(made, rewriter.mapped(data), "reshape")) {
      const NodeId source = made.node(rewriter.mapped(data)).inputs[0];
      rewriter.map(id, reshaped(source, n.type().shape));
    } else {
      rewriter.copy(id);
    }
  }
  return remove_dead_code(rewriter.finish(), context);
}

}  // namespace

Graph recognize_activations(const Graph& graph, PassContext& context) {
  GraphRewriter rewriter(graph);
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    const bool product = n.kind == NodeKind::Call && n.op == "multiply" && !n.constant_expr &&
                         n.type().dtype == DType::F32;
    const auto match = product ? ActivationMatcher(graph, id).match() : std::nullopt;
    if (!match) {
      rewriter.copy(id);
      continue;
    }
    const NodeId made =
        rewriter.graph().add_call(match->op, {rewriter.mapped(match->data)}, match->attrs);
    keep_identity(n, rewriter.graph().node(made));
    rewriter.map(id, made);
  }
  return before_reshapes(remove_dead_code(rewriter.finish(), context), context);
}

}  // namespace vta
