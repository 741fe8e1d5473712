// A quantized model in integers, as ONNX defines its operators, for the host.
//
// Before:
//   %0 = qnn.dequantize(%x, sx, zx);  %1 = qnn.dequantize(w8, sw, zw);
//   %2 = nn.conv2d(%0, %1);
//   %3 = qnn.dequantize(b32, sx sw, 0);  %4 = add(%2, %3);
//   %5 = qnn.quantize(%4, sy, zy);
// After:
//   %0 = qnn.conv2d(%x, w8, zx, zw);  %1 = add(%0, b32);
//   %2 = qnn.requantize(zy, sy, 1, %1, sx, sw);
//
// Convolutions, dense layers, products of matrices and averages of dequantized values are sums in
// int32, exact, and so are sums, differences, products, leaky relus and concatenations of them. A
// qnn.quantize of those, also of their relu or in another shape, is one qnn.requantize: the real
// value that integers and scales stand for, rounded once, half to even. What reads sums otherwise
// reads sums * scale in float32, scales multiplied and divided from left to right. Constants along
// channels between sums and a qnn.quantize (channel_affine.h) are computed with in float32, or go
// into the factors and a term of qnn.requantize. All else is computed in float32, as the operators
// are defined. What only moves or chooses quantized values
// does so with the integers, and a relu or clip before a qnn.quantize is one of steps.
#pragma once

#include <cstdint>

#include "compiler/graph/graph.h"

namespace vta {

// Other than a bias that is an int32 value at the scale of the sums.
enum class ChannelConstants : uint8_t { InFloat, InFactors };

Graph keep_integers(const Graph& graph, ChannelConstants constants = ChannelConstants::InFloat);

}  // namespace vta
