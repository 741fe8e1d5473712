// Products of values that are quantized as the model runs, in float.
//
// Before, as DynamicQuantizeLinear, MatMulInteger (or ConvInteger), Cast and Mul:
//   %q = qnn.quantize(%x, %s, %z);          (%s and %z computed of %x)
//   %0 = qnn.dense(%q, w8, %z, zw);  %1 = cast(%0, dtype="float32");
//   %2 = multiply(%s, sw);  %3 = multiply(%1, %2);
// After:
//   %0 = nn.dense(%x, (w8 - zw) as float);  %1 = multiply(%0, sw);
//
// Weights and their zero points must be constant. Other forms stay unchanged.
#pragma once

#include "compiler/graph/graph.h"

namespace vta {

Graph fold_dynamic_products(const Graph& graph);

}  // namespace vta
