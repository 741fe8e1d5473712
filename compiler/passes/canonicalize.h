// canonicalize: converts equivalent forms to one, and removes operators without effect at
// inference.
//   - nn.bias_add becomes add with the bias shaped to broadcast: [C, 1, 1] for NCHW.
//   - A constant operand of add and multiply comes second, without leading extents of 1.
//   - subtract of a float constant becomes add of its negative.
//   - nn.dropout and copy go; so do reshape, transpose, cast and broadcast_to that change nothing;
//     of two reshapes in a row one remains.
//   - nn.pad with zeros on height and width becomes padding of the convolutions that read it; so
//   does
//     what pools read, where pads are no part of a maximum, and zeros of an average.
//   - A concatenation that begins with all operands of another one is of that one and the rest.
//
//   %0 = nn.pad(%x, 0f, pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]]);
//   %1 = nn.conv2d(%0, W);
//   nn.bias_add(%1, B)
// ->
//   %0 = nn.conv2d(%x, W, padding=[1, 1, 1, 1]);
//   add(%0, B')                       B' = B as [C, 1, 1]
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph canonicalize(const Graph& graph, PassContext& context);

}  // namespace vta
