// combine_parallel_conv2d: three or more float convolutions of one tensor with the same geometry
// become one with more output channels, and slices of its result.
//
// The sums of every output channel are the same numbers in the same order, so the result is exact.
// Two branches are left alone: on the accelerator a slice costs more than a second pass over the
// data saves. Weights need data. Where concatenations are the accelerator's none are combined
// (PassContext::combine_parallel): branches that are joined later stay there, slices would be the
// host's.
//
//   %0 = nn.conv2d(%x, W0);           %0 = nn.conv2d(%x, [W0; W1; W2]);
//   %1 = nn.conv2d(%x, W1);      ->   %1 = strided_slice(%0, begin=[0], end=[8], axes=[1]);
//   %2 = nn.conv2d(%x, W2);           ...
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph combine_parallel_conv2d(const Graph& graph, PassContext& context);

}  // namespace vta
