// The shape functions, one per operator or family; op_table.cpp binds them to names.
#pragma once

#include "compiler/graph/shape_util.h"

namespace vta::shapes {

// shapes_conv.cpp
Types conv2d(Operands in, const Attrs& attrs);
Types dense(Operands in, const Attrs& attrs);
Types batch_matmul(Operands in, const Attrs& attrs);
Types im2col(Operands in, const Attrs& attrs);
// shapes_nn.cpp
Types pool2d(Operands in, const Attrs& attrs);
Types sum_pool2d(Operands in, const Attrs& attrs);
Types global_pool2d(Operands in, const Attrs& attrs);
Types bias_add(Operands in, const Attrs& attrs);
Types batch_norm(Operands in, const Attrs& attrs);
Types softmax(Operands in, const Attrs& attrs);
Types lrn(Operands in, const Attrs& attrs);
Types pad(Operands in, const Attrs& attrs);
Types dilate(Operands in, const Attrs& attrs);
Types batch_flatten(Operands in, const Attrs& attrs);
// shapes_elementwise.cpp
Types same(Operands in, const Attrs& attrs);
Types same_float(Operands in, const Attrs& attrs);
Types binary(Operands in, const Attrs& attrs);
Types binary_float(Operands in, const Attrs& attrs);
Types compare(Operands in, const Attrs& attrs);
Types logical(Operands in, const Attrs& attrs);
Types logical_not(Operands in, const Attrs& attrs);
Types classify(Operands in, const Attrs& attrs);
Types where(Operands in, const Attrs& attrs);
Types require(Operands in, const Attrs& attrs);
Types shift(Operands in, const Attrs& attrs);
Types clip(Operands in, const Attrs& attrs);
Types cast(Operands in, const Attrs& attrs);
Types cast_hint(Operands in, const Attrs& attrs);
// shapes_tensor.cpp
Types reshape(Operands in, const Attrs& attrs);
Types transpose(Operands in, const Attrs& attrs);
Types squeeze(Operands in, const Attrs& attrs);
Types expand_dims(Operands in, const Attrs& attrs);
Types concatenate(Operands in, const Attrs& attrs);
Types split(Operands in, const Attrs& attrs);
Types strided_slice(Operands in, const Attrs& attrs);
Types broadcast_to(Operands in, const Attrs& attrs);
// shapes_reduce.cpp
Types reduce(Operands in, const Attrs& attrs);
Types arg_reduce(Operands in, const Attrs& attrs);
Types cumsum(Operands in, const Attrs& attrs);
// shapes_index.cpp
Types take(Operands in, const Attrs& attrs);
Types gather(Operands in, const Attrs& attrs);
Types gather_nd(Operands in, const Attrs& attrs);
Types tile(Operands in, const Attrs& attrs);
// shapes_resize.cpp
Types resize(Operands in, const Attrs& attrs);
// shapes_recurrent.cpp
Types rnn(Operands in, const Attrs& attrs);
Types gru(Operands in, const Attrs& attrs);
Types lstm(Operands in, const Attrs& attrs);
// shapes_transformer.cpp
Types layer_norm(Operands in, const Attrs& attrs);
Types rms_norm(Operands in, const Attrs& attrs);
// shapes_sample.cpp
Types topk(Operands in, const Attrs& attrs);
Types grid_sample(Operands in, const Attrs& attrs);
// shapes_quantized.cpp
Types qnn_quantize(Operands in, const Attrs& attrs);
Types qnn_dequantize(Operands in, const Attrs& attrs);
Types qnn_conv2d(Operands in, const Attrs& attrs);
Types qnn_dense(Operands in, const Attrs& attrs);
Types qnn_batch_matmul(Operands in, const Attrs& attrs);
Types qnn_requantize(Operands in, const Attrs& attrs);
Types qnn_rescale(Operands in, const Attrs& attrs);
Types qnn_gelu(Operands in, const Attrs& attrs);
Types qnn_layer_norm(Operands in, const Attrs& attrs);
Types qnn_average(Operands in, const Attrs& attrs);
Types qnn_softmax(Operands in, const Attrs& attrs);
Types qnn_sigmoid(Operands in, const Attrs& attrs);
// shapes_attention.cpp
Types attention(Operands in, const Attrs& attrs);
Types qnn_attention(Operands in, const Attrs& attrs);
Types qnn_attention_step(Operands in, const Attrs& attrs);

}  // namespace vta::shapes
