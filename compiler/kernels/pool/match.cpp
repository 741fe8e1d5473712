#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/kernels/pool/kind.h"

namespace vta {

std::optional<std::string> begin_pool(const Graph& graph, NodeId head, Chain& chain) {
  const Node& n = graph.node(head);
  const std::string call = call_text(graph, head);
  if (!chain.inputs.empty())
    return fmt::format("{} is added to another tensor before it is narrowed", call);
  if (const std::string layout = n.attrs.get_string("layout", "NCHW"); layout != "NCHW")
    return fmt::format("{} has layout {}, the accelerator takes NCHW", call, layout);
  for (int64_t d : shapes::read_pair(n.attrs, "dilation", 1, 1))
    if (d != 1)
      return fmt::format("{} has dilation {}, the accelerator takes 1", call, d);
  const std::optional<KernelInput> input = widened_operand(graph, n.inputs[0], chain.calls);
  if (!input || input->shift_left != 0)
    return fmt::format("the data of {} is not an int8 value", call);
  chain.inputs.push_back(*input);
  return "";
}

void read_pool(const Graph& graph, NodeId head, Kernel& kernel) {
  const Node& n = graph.node(head);
  kernel.conv = window_of(n.attrs, shapes::read_pair(n.attrs, "pool_size", 1, 1));
  kernel.pool = n.op == "nn.max_pool2d" ? AluOp::Max : AluOp::Add;
}

}  // namespace vta
