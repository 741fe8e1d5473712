#include "compiler/passes/pads_as_values.h"

#include <algorithm>

#include "compiler/graph/shape_util.h"
#include "compiler/graph/unique_names.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

// The zero point of an integer convolution of int8 data; 0 where it is no such constant.
int64_t zero_point(const Graph& graph, const Node& n) {
  if (n.kind != NodeKind::Call || n.op != "qnn.conv2d" || n.constant_expr)
    return 0;
  const Tensor* zero = constant_value(graph, n.inputs[2]);
  return zero != nullptr && zero->size() == 1 && zero->dtype() == DType::I8
             ? zero->data<int8_t>()[0]
             : 0;
}

}  // namespace

Graph pads_as_values(const Graph& graph, PassContext&) {
  GraphRewriter rewriter(graph);
  UniqueNames names;
  for (NodeId id = 0; id < graph.size(); ++id)
    names.take(graph.node(id).name);
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    const int64_t zero = zero_point(graph, n);
    const auto pads = zero != 0 ? shapes::read_padding(n.attrs) : std::array<int64_t, 4>{};
    if (std::ranges::all_of(pads, [](int64_t p) { return p == 0; })) {
      rewriter.copy(id);
      continue;
    }
    Graph& to = rewriter.graph();
    const auto [top, left, bottom, right] = pads;
    const std::vector<IntList> widths = {{0, 0}, {0, 0}, {top, bottom}, {left, right}};
    std::vector<NodeId> operands = rewriter.mapped(n.inputs);
    const std::string data = to.node(operands[0]).name;
    const NodeId pad = to.add_call(
        "nn.pad", {operands[0]}, {{"pad_width", widths}, {"pad_value", static_cast<double>(zero)}});
    to.node(pad).name = names.make((data.empty() ? "value" : data) + ".padded");
    operands[0] = pad;
    Attrs attrs = n.attrs;
    attrs.set("padding", IntList{0, 0, 0, 0});
    const NodeId made = to.add_call(n.op, operands, attrs);
    to.node(made).name = n.name;
    rewriter.map(id, made);
  }
  return rewriter.finish();
}

}  // namespace vta
