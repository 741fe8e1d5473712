// Gives the accelerator's calls packed layouts, and packs and unpacks where values cross.
//
// Before (configuration 1x16, 20 channels in, 8 out; calls on the accelerator marked *):
//   %0 = nn.conv2d(%x, const (8, 20, 3, 3), ..., out_dtype="int32") *
//   %1 = add(%0, const (8, 1, 1)) *   ... cast int8 *
// After:
//   %0 = nn.pad(%x, 0, pad_width=[[0, 0], [0, 12], [0, 0], [0, 0]])
//   %1 = reshape(%0, newshape=[1, 1, 2, 16, H, W])
//   %2 = transpose(%1, axes=[0, 2, 4, 5, 1, 3])
//   (the weight likewise, to OIHW16o16i; the bias to (1, 1, 1, 1, 16))
//   %3 = nn.conv2d(%2, %w, ..., data_layout="NCHW1n16c", kernel_layout="OIHW16o16i") *
//   %4 = add(%3, %b) *   ... cast int8 *
//   then transpose [0, 4, 1, 5, 2, 3], reshape, strided_slice where the host reads the result.
// Constants stay unpacked, with calls that pack them; weights of convolutions with groups have
// none. Dense layers become 1x1 convolutions on 1x1 maps. Calls that are packed already are kept.
// Names and values are kept.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph pack_layout(const Graph& graph, PassContext& context);

}  // namespace vta
