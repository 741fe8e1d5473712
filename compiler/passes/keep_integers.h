// A quantised model in integers, as ONNX defines its operators; everything stays on the host.
//
// Before:
//   %0 = qnn.dequantize(%x, sx, zx);  %1 = qnn.dequantize(w8, sw, zw);
//   %2 = nn.conv2d(%0, %1);
//   %3 = qnn.dequantize(b32, sx sw, 0);  %4 = add(%2, %3);
//   %5 = qnn.quantize(%4, sy, zy);
// After:
//   %0 = qnn.conv2d(%x, w8, zx, zw);  %1 = add(%0, b32);
//   %2 = multiply(cast(%1, dtype="float32"), sx sw / sy);
//   %3 = qnn.quantize(%2, 1f, zy);
//
// Convolutions, dense layers, products of matrices and averages of dequantised values are sums in
// int32, exact; what reads them otherwise than a qnn.quantize reads sums * scale in float32. Scales
// are multiplied and divided in float32, from left to right. A bias at another scale than the sums
// is added in float32, as is everything else: as the operators are defined.
#pragma once

#include "compiler/graph/graph.h"

namespace vta {

Graph keep_integers(const Graph& graph);

}  // namespace vta
