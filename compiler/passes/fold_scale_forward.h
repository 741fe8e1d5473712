// fold_scale_forward: factors of batch norms that no layer before them can take go into the weights
// of the layers behind them.
//
// A batch norm with its relu is y = relu(S * x + T). Per channel, with b = T / S,
//   S > 0:  y = S * max(x + b, 0)
//   S < 0:  y = S * min(x + b, 0)
//   S = 0:  y = 1 * relu(T), whatever x is
// so that one sum and two limits remain of it where every reader can take the factor: convolutions
// (grouped ones too) and dense layers, behind average pools and what only rearranges. The
// accelerator's ALU then computes it with the sum that it reads.
//
//   %1 = multiply(%0, S);                 %1 = add(%0, T / S);
//   %2 = add(%1, T);                      %2 = maximum(%1, LO);      0 or no limit
//   %3 = nn.relu(%2);                     %3 = minimum(%2, HI);      no limit or 0
//   %4 = nn.conv2d(%3, W);          ->    %4 = nn.conv2d(%3, W * S);   S per input channel
//   %5 = nn.conv2d(%3, V);                %5 = nn.conv2d(%3, V * S);
//
// Only for a batch norm of a residual sum (%0, an add of two maps), which the accelerator
// computes, of a concatenation along channels where those are the accelerator's (layers that read
// all layers before), or of a maximum pool where pools are on it; a note says why one stays.
// QuantOptions::batch_norms Host: none is folded.
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph fold_scale_forward(const Graph& graph, PassContext& context);

}  // namespace vta
