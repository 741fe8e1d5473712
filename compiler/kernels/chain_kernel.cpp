// What a kernel is by its chain: extents, window, steps.
#include <array>

#include "compiler/graph/shape_util.h"
#include "compiler/kernels/chain.h"

namespace vta {

Extents extents(const TensorType& type) {
  const Shape& s = type.shape;
  switch (s.size()) {
    case 2:
      return {.n = s[0], .c = s[1], .h = 1, .w = 1};
    case 4:
      return {.n = s[0], .c = s[1], .h = s[2], .w = s[3]};
    case 6:
      return {.n = s[0] * s[4], .c = s[1] * s[5], .h = s[2], .w = s[3]};
    default:
      throw CompileError(
          fmt::format("a tensor {} on the accelerator: only (N, C), NCHW and packed NCHW are known",
                      shape_text(s)));
  }
}

// Relay's defaults: stride 1, padding 0, dilation 1; padding is top, left, bottom, right.
static ConvGeometry window(const Attrs& attrs, std::array<int64_t, 2> kernel) {
  const auto strides = shapes::read_pair(attrs, "strides", 1, 1);
  const auto pads = shapes::read_padding(attrs);
  const auto dilation = shapes::read_pair(attrs, "dilation", 1, 1);
  return {.kh = kernel[0],
          .kw = kernel[1],
          .stride_h = strides[0],
          .stride_w = strides[1],
          .pad_top = pads[0],
          .pad_left = pads[1],
          .pad_bottom = pads[2],
          .pad_right = pads[3],
          .dilation_h = dilation[0],
          .dilation_w = dilation[1],
          .groups = attrs.get_int("groups", 1)};
}

static ConvGeometry window_of(const Graph& graph, const Chain& chain) {
  if (chain.head < 0)
    return {};
  const Node& head = graph.node(chain.head);
  if (chain.kind == Kernel::Kind::Pool)
    return window(head.attrs, shapes::read_pair(head.attrs, "pool_size", 1, 1));
  if (head.op != "nn.conv2d")
    return {};
  const Shape& weight = graph.type(head.inputs[1]).shape;
  const IntList kernel = shapes::read_ints(head.attrs, "kernel_size", {weight[2], weight[3]});
  return window(head.attrs, {kernel[0], kernel[1]});
}

Kernel kernel_of(const Graph& graph, const Chain& chain, const Extents& in, const Extents& out) {
  Kernel kernel;
  kernel.kind = chain.kind;
  kernel.inputs = chain.inputs;
  kernel.output = chain.result;
  kernel.oracle = graph.node(chain.result).name;
  kernel.steps = chain.steps;
  kernel.conv = window_of(graph, chain);
  ConvGeometry& g = kernel.conv;
  g.n = in.n, g.ic = in.c, g.ih = in.h, g.iw = in.w;
  g.oc = out.c, g.oh = out.h, g.ow = out.w;
  if (chain.kind == Kernel::Kind::Pool && graph.node(chain.head).op != "nn.max_pool2d")
    kernel.pool = AluOp::Add;
  for (NodeId call : chain.calls)
    join_onnx_nodes(kernel.onnx_nodes, graph.node(call).onnx_nodes);
  return kernel;
}

}  // namespace vta
