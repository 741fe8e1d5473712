#include "compiler/passes/real_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "compiler/passes/pass_util.h"
#include "compiler/passes/quantized_values.h"

namespace vta {
namespace {

// What a limit of steps stands for.
double real_limit(double step, const ValueScale& s) {
  return (std::clamp(step, static_cast<double>(s.lowest()), static_cast<double>(s.highest())) -
          static_cast<double>(s.zero)) *
         static_cast<double>(s.scale);
}

NodeId limited(GraphRewriter& rewriter, const Node& clip, const Node& quantize,
               const ValueScale& scale) {
  constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  const double low = std::ceil(clip.attrs.get_double("a_min", -kUnlimited)),
               high = std::floor(clip.attrs.get_double("a_max", kUnlimited));
  Graph& graph = rewriter.graph();
  const NodeId real =
      graph.add_call("clip", {rewriter.mapped(quantize.inputs[0])},
                     {{"a_min", real_limit(low, scale)}, {"a_max", real_limit(high, scale)}});
  const NodeId steps = graph.add_call(
      quantize.op, {real, rewriter.mapped(quantize.inputs[1]), rewriter.mapped(quantize.inputs[2])},
      quantize.attrs);
  keep_identity(clip, graph.node(steps));
  return steps;
}

}  // namespace

Graph real_limits(const Graph& graph) {
  GraphRewriter rewriter(graph);
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    const bool of_steps = is_call(graph, id, "clip") &&
                          is_call(graph, n.inputs[0], "qnn.quantize") &&
                          graph.type(graph.node(n.inputs[0]).inputs[0]).dtype == DType::F32;
    const std::optional<ValueScale> scale =
        of_steps ? value_scale(graph, n.inputs[0]) : std::nullopt;
    if (scale)
      rewriter.map(id, limited(rewriter, n, graph.node(n.inputs[0]), *scale));
    else
      rewriter.copy(id);
  }
  return without_dead_nodes(rewriter.finish());
}

}  // namespace vta
