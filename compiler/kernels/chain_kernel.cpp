// What a kernel is by its chain: extents, window, steps.
#include <array>

#include "compiler/graph/shape_util.h"
#include "compiler/kernels/chain.h"
#include "compiler/kernels/kernels.h"

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

// Padding is top, left, bottom, right.
ConvGeometry window_of(const Attrs& attrs, std::array<int64_t, 2> kernel) {
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

Kernel kernel_of(const Graph& graph, const Chain& chain, const Extents& in, const Extents& out) {
  Kernel kernel;
  kernel.kind = chain.kind;
  kernel.inputs = chain.inputs;
  kernel.output = chain.result;
  kernel.oracle = graph.node(chain.result).name;
  kernel.steps = chain.steps;
  if (chain.head >= 0)
    kind_of(kernel).read_head(graph, chain.head, kernel);
  ConvGeometry& g = kernel.conv;
  g.n = in.n, g.ic = in.c, g.ih = in.h, g.iw = in.w;
  g.oc = out.c, g.oh = out.h, g.ow = out.w;
  for (NodeId call : chain.calls)
    join_onnx_nodes(kernel.onnx_nodes, graph.node(call).onnx_nodes);
  return kernel;
}

}  // namespace vta
