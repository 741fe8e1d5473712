// channels_first: networks that are written with channels last (NHWC, HWIO), as exporters of some
// frameworks do, become what the same network is with channels first: convolutions, pools, batch
// norms and concatenations, and what stands between them element by element.
//   - Values that a convolution or pool makes in NHWC are computed as NCHW; weights turn with them.
//   - Transposes from one to the other and back go; elsewhere (at inputs, outputs, before operators
//     that keep the order of elements) one remains.
// Graphs without such operators and transposes stay as they are. Values are the same ones.
//
//   %0 = nn.conv2d(%x, W, data_layout="NHWC", kernel_layout="HWIO");
//   %1 = add(%0, B);                           B: [C]
//   nn.relu(%1)
// ->
//   %0 = transpose(%x, axes=[0, 3, 1, 2]);
//   %1 = nn.conv2d(%0, W');                    W' = W as OIHW
//   %2 = add(%1, B');                          B' = B as [C, 1, 1]
//   %3 = nn.relu(%2);
//   transpose(%3, axes=[0, 2, 3, 1])
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph channels_first(const Graph& graph, PassContext& context);

}  // namespace vta
