// quantize_partition: marks where a quantized graph will cast to int8 and end its kernels.
//
// A value that a convolution leaves in its accumulator is marked. Where a marked value is needed as
// a tensor it is cast: annotation.cast_hint(dtype="int8"), then annotation.stop_fusion, fresh ones
// for every use. What each operator does is a row of PassContext::partition_rules:
//   - nn.conv2d: casts a marked operand; the result is marked.
//   - clip, nn.relu, nn.max_pool2d: the result is marked where the operand is.
//   - add of two marked values: casts both; the result is marked. Of a marked value and a constant
//   on
//     its right: nothing to cast, the mark is passed on. With any other value, and with a constant
//     on the left: casts the marked one; the result is plain.
//   - multiply: casts a marked left operand; the result is then marked.
//   - nn.global_avg_pool2d: casts its operand, marked or not; the result is plain.
//   - every other operator (nn.dense and nn.bias_add too), and the function's result: casts what is
//     marked; the result is plain.
//
//   %0 = nn.conv2d(%x, W0);           %0 = nn.conv2d(%x, W0);
//   %1 = nn.relu(%0);                 %1 = nn.relu(%0);
//   mean(%1)                   ->     %2 = annotation.cast_hint(%1, dtype="int8");
//                                     %3 = annotation.stop_fusion(%2);
//                                     mean(%3)
#pragma once

#include "compiler/passes/pass.h"

namespace vta {

Graph quantize_partition(const Graph& graph, PassContext& context);

}  // namespace vta
