// Real factors of a quantized model as fractions: qnn.requantize as qnn.rescale, ties to even.
//
// Before:
//   %2 = qnn.requantize(zy, sy, 1, %1, sx, sw);  %3 = maximum(%2, zy);
//   %5 = qnn.requantize(zy, sy, 1, %a - za, sa, 1, %b - zb, sb, 1);
// After:
//   %3 = qnn.rescale(%1, m, s, zy, rounding="even", a_min=zy, a_max=127);
//   %4 = add(multiply(%a - za, ma), multiply(%b - zb, mb));
//   %5 = qnn.rescale(%4, 2^30, 1 - e, zy, rounding="even");
// with m 2^(s - 31) near sx sw / sy, ma near 2^e sa / sy, mb near 2^e sb / sy.
//
// Of values of int8. A fraction has 31 bits, so that a result differs from the exact one where that
// is within some 2^-24 of a tie; of two terms each factor has what int32 leaves, 22 bits where
// both are near 1. Factors that 31 bits hold, as of scales that are powers of two, are exact.
// Those with ties that a fraction misses, sixths for example, stay as they are, on the host, with a
// note, and so do results of which a bias in float could not be added exactly enough; such a bias
// is added to sums 2^k, with k bits more than they have.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

// Of a graph of keep_integers, with ChannelConstants::InFactors.
Graph rescaled_integers(const Graph& graph, PassContext& context);

}  // namespace vta
