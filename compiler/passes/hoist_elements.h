// hoist_elements: biases, factors, relus and clips that stand behind what only moves a layer's
// result (reshapes, transposes) come before it, next to their layer, where they are computed with
// it; sums of two results that are moved alike, likewise. Moves that then undo each other go.
//
//   %0 = nn.conv2d(%x, w);  %1 = reshape(%0, newshape=[1, 8, 50]);
//   %2 = add(%1, b);        %3 = nn.relu(%2);                          b of (8, 1)
// becomes
//   %0 = nn.conv2d(%x, w);  %1 = add(%0, b);  %2 = nn.relu(%1);        b of (8, 1, 1)
//   %3 = reshape(%2, newshape=[1, 8, 50]);
//
// A constant that differs within a channel stays where it is (a position's embedding). That of a
// sum of convolutions is added to one of them.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph hoist_elements(const Graph& graph, PassContext& context);

}  // namespace vta
