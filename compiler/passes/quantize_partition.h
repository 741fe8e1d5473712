// quantize_partition: marks where a quantised graph will cast to int8 and end its kernels.
//
// Values that a convolution leaves in its accumulator are "partitionable". Where such a value is
// needed as a tensor, it is realised: annotation.cast_hint(dtype="int8"), then
// annotation.stop_fusion, fresh ones for every use.
//   - nn.conv2d, nn.dense: realise the data; the result is partitionable.
//   - add of two partitionable values: realise both; the result is partitionable. With a constant:
//     nothing to realise. With any other value: realise the partitionable one; the result is plain.
//   - nn.relu, nn.max_pool2d, clip (and nn.bias_add): the result is what the operand is.
//   - every other operator, and the function's result: realise all; the result is plain.
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
