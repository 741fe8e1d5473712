// A norm is recognized from its end: the quotient by a deviation, then with gamma, then with beta.
// What was recognized before without the last step is dead then.
#include <algorithm>
#include <cmath>
#include <optional>

#include "compiler/kernels/chain.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/transformer_patterns.h"

namespace vta {
namespace {

struct NormMatch {
  NodeId data = -1;
  bool centred = false;
  double epsilon = 0;
  std::vector<float> gamma = {}, beta = {};  // empty: ones, zeros
};

// The root of a mean of squares and epsilon.
struct Deviation {
  NodeId base = -1;  // what is squared
  double epsilon = 0;
};

class NormMatcher {
 public:
  explicit NormMatcher(const Graph& graph) : graph_(graph) {}

  std::optional<NormMatch> match(NodeId id) const {
    return is(id, "add") ? with_beta(id) : with_gamma(id);
  }

 private:
  const Node& node(NodeId id) const { return graph_.node(id); }
  bool is(NodeId id, std::string_view op) const { return is_call(graph_, id, op); }

  bool is_value(NodeId id) const {
    const Node& n = node(id);
    return n.kind == NodeKind::Call && !n.constant_expr && n.type().dtype == DType::F32;
  }

  std::optional<double> number(NodeId id) const {
    if (!node(id).constant_expr)
      return std::nullopt;
    const Tensor t = evaluate_constant(graph_, id);
    if (!t.valid() || t.dtype() != DType::F32 || t.size() != 1)
      return std::nullopt;
    return static_cast<double>(t.data<float>()[0]);
  }

  // Beta is a centred norm's alone.
  std::optional<NormMatch> with_beta(NodeId sum) const {
    const Node& n = node(sum);
    for (const size_t side : {size_t{0}, size_t{1}})
      if (auto beta = parameter(n, 1 - side))
        if (auto norm = with_gamma(n.inputs[side]); norm && norm->centred) {
          norm->beta = std::move(*beta);
          return norm;
        }
    return std::nullopt;
  }

  // Or without, which is all ones.
  std::optional<NormMatch> with_gamma(NodeId id) const {
    if (!is_value(id))
      return std::nullopt;
    const Node& n = node(id);
    if (auto norm = unit(n); norm || n.op != "multiply")
      return norm;
    for (const size_t side : {size_t{0}, size_t{1}})
      if (auto gamma = parameter(n, 1 - side))
        if (auto norm = unit(node(n.inputs[side]))) {
          norm->gamma = std::move(*gamma);
          return norm;
        }
    return std::nullopt;
  }

  // The operand's values by channel, where it is constant and the other one has the result's shape.
  std::optional<std::vector<float>> parameter(const Node& n, size_t operand) const {
    const NodeId id = n.inputs[operand];
    if (!is_value_of(n.inputs[1 - operand], n) || !node(id).constant_expr)
      return std::nullopt;
    return channels(id, n.type().shape);
  }
  bool is_value_of(NodeId id, const Node& n) const {
    return is_value(id) && graph_.type(id) == n.type();
  }

  std::optional<std::vector<float>> channels(NodeId id, const Shape& shape) const {
    if (shape.empty())
      return std::nullopt;  // of no row
    const Tensor t = evaluate_constant(graph_, id);
    return t.valid() ? channel_values(t, shape, std::ssize(shape) - 1) : std::nullopt;
  }

  // ---- without parameters

  std::optional<NormMatch> unit(const Node& n) const {
    if (n.op == "divide")
      return quotient(n.inputs[0], deviation(n.inputs[1]));
    if (n.op != "multiply")
      return std::nullopt;
    for (const size_t side : {size_t{0}, size_t{1}})
      if (auto found = quotient(n.inputs[side], inverse_deviation(n.inputs[1 - side])))
        return found;
    return std::nullopt;
  }

  std::optional<NormMatch> quotient(NodeId data, const std::optional<Deviation>& by) const {
    if (!by)
      return std::nullopt;
    const NodeId centred = data_of_centred(data);
    if (centred >= 0 && (data == by->base || centred == data_of_centred(by->base)))
      return NormMatch{centred, true, by->epsilon};
    if (data == by->base)
      return NormMatch{data, false, by->epsilon};
    return std::nullopt;
  }

  std::optional<Deviation> inverse_deviation(NodeId id) const {
    const Node& n = node(id);
    if (is(id, "reciprocal"))
      return deviation(n.inputs[0]);
    if (is(id, "divide") && number(n.inputs[0]) == 1.0)
      return deviation(n.inputs[1]);
    if (is(id, "power") && number(n.inputs[1]) == -0.5)
      return variance(n.inputs[0]);
    return std::nullopt;
  }

  std::optional<Deviation> deviation(NodeId id) const {
    const Node& n = node(id);
    if (is(id, "sqrt") || (is(id, "power") && number(n.inputs[1]) == 0.5))
      return variance(n.inputs[0]);
    return std::nullopt;
  }

  // With epsilon, on either side.
  std::optional<Deviation> variance(NodeId id) const {
    if (!is(id, "add"))
      return std::nullopt;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const auto epsilon = number(node(id).inputs[1 - side]);
      const NodeId squares = data_of_mean(node(id).inputs[side]);
      if (!epsilon || !(*epsilon >= 0) || squares < 0)
        continue;
      if (const NodeId base = base_of_square(squares); base >= 0)
        return Deviation{base, *epsilon};
    }
    return std::nullopt;
  }

  NodeId base_of_square(NodeId id) const {
    const Node& n = node(id);
    if ((is(id, "power") && number(n.inputs[1]) == 2.0) ||
        (is(id, "multiply") && n.inputs[0] == n.inputs[1]))
      return n.inputs[0];
    return -1;
  }

  // Of x less its mean; -1 of anything else.
  NodeId data_of_centred(NodeId id) const {
    const Node& n = node(id);
    return is(id, "subtract") && data_of_mean(n.inputs[1]) == n.inputs[0] ? n.inputs[0] : -1;
  }

  // Along the last axis, which is kept.
  NodeId data_of_mean(NodeId id) const {
    if (!is(id, "mean"))
      return -1;
    const Node& n = node(id);
    const Shape& from = graph_.type(n.inputs[0]).shape;
    if (from.empty() || n.attrs.get_bool("exclude", false))
      return -1;
    Shape wanted = from;
    wanted.back() = 1;
    const AttrValue* axis = n.attrs.find("axis");
    if (axis == nullptr || n.type().shape != wanted)
      return -1;
    const IntList axes = std::holds_alternative<int64_t>(*axis) ? IntList{std::get<int64_t>(*axis)}
                                                                : n.attrs.get_ints("axis", {});
    const bool last = axes == IntList{-1} || axes == IntList{std::ssize(from) - 1};
    return last ? n.inputs[0] : -1;
  }

  const Graph& graph_;
};

}  // namespace

Graph recognize_norms(const Graph& graph, PassContext& context) {
  const NormMatcher matcher(graph);
  GraphRewriter rewriter(graph);
  for (NodeId id = 0; id < graph.size(); ++id) {
    const auto norm = matcher.match(id);
    if (!norm) {
      rewriter.copy(id);
      continue;
    }
    const auto parameter = [&](const std::vector<float>& values, float absent) {
      const auto width = static_cast<size_t>(graph.type(id).shape.back());
      const std::vector<float> all = values.empty() ? std::vector<float>(width, absent) : values;
      return rewriter.graph().add_constant(
          Tensor::from_span<float>({static_cast<int64_t>(width)}, all));
    };
    std::vector<NodeId> operands = {rewriter.mapped(norm->data), parameter(norm->gamma, 1)};
    if (norm->centred)
      operands.push_back(parameter(norm->beta, 0));
    const NodeId made = rewriter.graph().add_call(norm->centred ? "nn.layer_norm" : "nn.rms_norm",
                                                  operands, {{"epsilon", norm->epsilon}});
    keep_identity(graph.node(id), rewriter.graph().node(made));
    rewriter.map(id, made);
  }
  return remove_dead_code(rewriter.finish(), context);
}

}  // namespace vta
