#include "compiler/passes/realize_integers.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/rescales_in_steps.h"
#include "compiler/passes/scaled_product.h"
#include "config/alu_ops.h"

namespace vta {
namespace {

constexpr int64_t kMostCount = 1 << 16;  // of values that are averaged

class IntegerRealizer {
 public:
  IntegerRealizer(const Graph& graph, const VtaConfig& config)
      : old_(graph),
        has_rq_(has_extension(config.isa_ext, Extension::Rq)),
        extended_(has_extension(config.isa_ext, Extension::Round)),
        users_(graph.users()),
        rewriter_(graph) {
    if (!has_rq_)
      in_steps_ = rescales_in_steps(graph, extended_);
  }

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id) {
      const NodeId made = realized(id);
      if (made < 0) {
        rewriter_.copy(id);
        continue;
      }
      graph().node(made).name = old_.node(id).name;
      rewriter_.map(id, made);
    }
    return rewriter_.finish();
  }

  // What rescaling without RQ costs.
  std::string note() const {
    if (in_steps_.empty())
      return {};
    const auto [least, most] = std::ranges::minmax_element(
        in_steps_, {}, [](const auto& entry) { return entry.second.steps; });
    const int64_t few = least->second.steps, many = most->second.steps;
    return fmt::format(
        "{} rescaled in {} ALU steps a vector, which the extension rq of ISA_EXT does in one",
        in_steps_.size() == 1 ? "1 layer is" : fmt::format("{} layers are", in_steps_.size()),
        few == many ? fmt::to_string(few) : fmt::format("{} to {}", few, many));
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  // -1: as it is.
  NodeId realized(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call || n.constant_expr)
      return -1;
    if (n.op == "qnn.rescale")
      return has_rq_ ? rescale(n) : rescale_in_steps(id);
    if (n.op == "qnn.average")
      return has_rq_ ? average(n) : -1;
    if (n.op == "qnn.gelu")
      return extended_ ? extended(n) : -1;
    return -1;
  }

  NodeId extended(const Node& n) {
    const NodeId made = append_copy(graph(), n, rewriter_.mapped(n.inputs));
    graph().node(made).attrs.set("extended", int64_t{1});
    return made;
  }

  // The value of a scalar int8 constant.
  std::optional<int64_t> int8_constant(NodeId id) const {
    const Tensor* t = constant_value(old_, id);
    if (t == nullptr || t->size() != 1 || t->dtype() != DType::I8)
      return std::nullopt;
    return t->data<int8_t>()[0];
  }

  NodeId rescale(const Node& n) {
    const auto zero = int8_constant(n.inputs[3]);
    if (!zero || n.attrs.get_string("rounding", "double") == "float" || !stays_within(n))
      return -1;
    const std::vector<NodeId> operands = rewriter_.mapped(std::span(n.inputs).first(3));
    return narrowed(operands, static_cast<int32_t>(*zero), n.attrs.get_string("rounding", "double"),
                    n.attrs);
  }

  NodeId rescale_in_steps(NodeId id) {
    const auto found = in_steps_.find(id);
    const Node& n = old_.node(id);
    const auto zero = int8_constant(n.inputs[3]);
    if (found == in_steps_.end() || !zero)
      return -1;
    std::vector<NodeId> operands = rewriter_.mapped(std::span(n.inputs).first(3));
    operands.push_back(graph().add_constant(Tensor::scalar(static_cast<int32_t>(*zero))));
    return clipped(graph().add_call("qnn.rescale", operands,
                                    {{"rounding", n.attrs.get_string("rounding", "double")},
                                     {"magnitude", found->second.magnitude},
                                     {"extended", int64_t{extended_}}}),
                   n.attrs);
  }

  // What leaves 32 bits wraps in RQ, and not in the graph's operator.
  bool stays_within(const Node& n) const {
    const Tensor* shifts = constant_value(old_, n.inputs[2]);
    if (shifts == nullptr)
      return false;
    const int32_t most = std::ranges::max(shifts->data<int32_t>());
    if (most <= 0)
      return true;
    const auto product = scaled_product(old_, users_, n);
    return product && most < 31 &&
           product->magnitude() <= std::numeric_limits<int32_t>::max() >> most;
  }

  // int8 results of sums, multipliers and shifts, within the limits of `attrs`.
  NodeId narrowed(std::vector<NodeId> operands, int32_t zero, const std::string& rounding,
                  const Attrs& limits) {
    operands.push_back(graph().add_constant(Tensor::scalar(zero)));
    return clipped(graph().add_call(
                       "qnn.rescale", operands,
                       {{"rounding", rounding}, {"a_min", int64_t{-128}}, {"a_max", int64_t{127}}}),
                   limits);
  }

  NodeId clipped(NodeId value, const Attrs& limits) {
    const double low = static_cast<double>(limits.get_int("a_min", -128)),
                 high = static_cast<double>(limits.get_int("a_max", 127));
    const NodeId clip = graph().add_call("clip", {value}, {{"a_min", low}, {"a_max", high}});
    return graph().add_call("cast", {clip}, {{"dtype", std::string("int8")}});
  }

  // By one count. A multiplier just above 1 / count turns ties away from zero, on both sides, and
  // is too close to it to turn anything else: a sum is at most 128 counts.
  NodeId average(const Node& n) {
    const Tensor* counts = constant_value(old_, n.inputs[1]);
    if (counts == nullptr)
      return -1;
    const auto values = counts->data<int32_t>();
    const int64_t count = values[0];
    if (count < 1 || count > kMostCount ||
        std::ranges::any_of(values, [&](int32_t v) { return v != count; }))
      return -1;
    int32_t shift = 1;
    while ((int64_t{1} << (31 - shift)) / count + 1 < int64_t{1} << 30)
      --shift;
    const auto multiplier = static_cast<int32_t>((int64_t{1} << (31 - shift)) / count + 1);
    return narrowed(
        {rewriter_.mapped(n.inputs[0]), graph().add_constant(Tensor::scalar(multiplier)),
         graph().add_constant(Tensor::scalar(shift))},
        0, "single", n.attrs);
  }

  const Graph& old_;
  bool has_rq_, extended_;
  std::map<NodeId, RescaleInSteps> in_steps_;  // without RQ
  std::vector<std::vector<NodeId>> users_;
  GraphRewriter rewriter_;
};

}  // namespace

Graph realize_integers(const Graph& graph, PassContext& context) {
  if (context.quant.mode == QuantMode::Keep)
    return graph;
  IntegerRealizer realizer(graph, context.config);
  Graph realized = realizer.run();
  if (const std::string note = realizer.note(); !note.empty())
    context.notes.push_back({.fact = note});
  return realized;
}

}  // namespace vta
