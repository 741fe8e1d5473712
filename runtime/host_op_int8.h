// Exact int8 convolution and dense with int32 sums (which wrap), on plain row-major buffers.
#pragma once

#include <cstdint>

#include "runtime/host_op_float.h"

namespace vta::host {

// data NCHW, weight [oc][ic / groups][kh][kw], out NCHW.
void conv_int8(const ConvShape& shape, const int8_t* data, const int8_t* weight, int32_t* out);
// out[rows][units] = data[rows][depth] * transpose(weight[units][depth])
void dense_int8(const DenseShape& shape, const int8_t* data, const int8_t* weight, int32_t* out);

}  // namespace vta::host
