// Quantized values of a model as int8: uint8 values less 128, and their zero points too.
//
// Before:
//   %0 = qnn.quantize(%x, s, 131 /* uint8 */);  %1 = qnn.dequantize(%0, s, 131);
//   %2 = qnn.dequantize(w8, sw, zw);
// After:
//   %0 = qnn.quantize(%x, s, 3 /* int8 */);     %1 = qnn.dequantize(%0, s, 3);
//   %2 = qnn.dequantize(w8 - zw, sw, 0);        where int8 holds all differences
//
// What they stand for is the same. Inputs and outputs of the network, and what other operators
// read, stay uint8. A qnn.quantize of constants is a constant.
#pragma once

#include "compiler/graph/graph.h"

namespace vta {

Graph signed_bytes(const Graph& graph);

}  // namespace vta
