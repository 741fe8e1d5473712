// A quantized model as a float graph whose values have known scales, which `quantize` then takes.
//
// Before:
//   %0 = qnn.quantize(%x, 0.5f, 0 /* int8 */);  %1 = qnn.dequantize(%0, 0.5f, 0);
//   %2 = qnn.dequantize(w8, s, 0);  %3 = nn.conv2d(%1, %2);
//   %4 = qnn.quantize(%3, 0.1f, 0 /* uint8 */);  %5 = qnn.dequantize(%4, 0.1f, 0);
// After, with model_scales x: 2^-1 exactly, %1: 2^-2 for about 25.5:
//   %0 = nn.conv2d(%x, w);  %1 = clip(%0, a_min=0f, a_max=25.5f);
//
// Pairs of the two conversions with one scale go, also around what only moves values; constants
// become float constants. What a pair clips stays clipped: below 0 where the zero point is the
// least value, on both sides elsewhere, unless the value's range is known to be within (a relu or
// clip before it is one with it). A scale that is a power of two, of a value that int8 can hold
// (zero point 0, or 128 of uint8), is exact: every mode of quantization takes it, and the int8
// value clips. Another one is an estimate of the value's range, for quantization without
// calibration. Conversions at inputs and outputs stay.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph fold_quantized(const Graph& graph, PassContext& context);

}  // namespace vta
