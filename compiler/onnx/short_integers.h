// 16-bit integers, which the graph has no type for: they are int32 between QuantizeLinear and
// DequantizeLinear, and only operators that move values may stand there. Arithmetic would go beyond
// 16 bits where the standard's wraps around.
#pragma once

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {

// Whether this ONNX type is one of them.
bool is_short(int onnx_type);
// Values of a tensor of the file, marked where they are short.
Value constant_of(const onnx::TensorProto& proto);
Value take_constant(onnx::TensorProto& proto);  // with the memory of its values: take_tensor()
// Fails where the node's operator computes with short operands. The type that its results then
// have, 0 for none.
int short_operands(const OpNode& node);

// round(x / scale) + zero point, half to even, saturated to the type; marked. The zero point is
// int32.
Value short_quantized(const OpNode& node, const Value& real, const Value& scale, const Value& zero,
                      int type);
// (x - zero point) scale
Value short_dequantized(const OpNode& node, const Value& value, const Value& scale,
                        const Value& zero);

}  // namespace vta::onnx_import
