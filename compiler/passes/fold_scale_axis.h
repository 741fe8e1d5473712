// fold_scale_axis: per-channel factors after a convolution or dense layer go into its weights, and
// all constants added after it become one.
//
// Only along chains in which every value has one use. Weights, factors and biases need data;
// otherwise the chain stays, with a note.
//
//   %0 = nn.conv2d(%x, W);            %0 = nn.conv2d(%x, W * S);
//   %1 = add(%0, B);             ->   add(%0, B * S + T)
//   %2 = multiply(%1, S);
//   add(%2, T)
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph fold_scale_axis(const Graph& graph, PassContext& context);

}  // namespace vta
