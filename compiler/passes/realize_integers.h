// Integer networks for the accelerator: sums rescaled by RQ.
//
// Before:
//   %3 = qnn.rescale(%2, m, s, zero, rounding="double", a_min=-128, a_max=127);   // int8
// After:
//   %3 = qnn.rescale(%2, m, s, zero in int32, rounding="double", a_min=-128, a_max=127);
//   %4 = cast(clip(%3, a_min=-128, a_max=127), dtype="int8");
//
// An average, qnn.average by one count, is a sum rescaled by a fraction just above 1 / count. The
// values are the same, and keep their names. Nothing changes with QuantMode::Keep, for roundings in
// float32, and for fractions with a positive shift where a layer's weights let a result leave 32
// bits. Products of quantized values stay: a kernel takes what their zero point is worth off its
// sums (../kernels/border_classes.h).
//
// Where the machine lacks RQ, products whose rescaling is exact in ALU steps (rescales_in_steps.h)
// get those instead, and all else stays the host's:
//   %3 = qnn.rescale(%2, m, s, zero in int32, rounding="double", magnitude=190000, extended=0);
//
// qnn.gelu and steps of rescaling are `extended` where the machine has MOV and RSHR.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph realize_integers(const Graph& graph, PassContext& context);

}  // namespace vta
