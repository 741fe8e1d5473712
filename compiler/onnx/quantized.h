// Quantized values while they are imported: qnn.quantize and qnn.dequantize around float operators.
// The passes take them apart again: in integers as the standard defines them, or for the
// accelerator (compiler/passes/keep_integers.h, fold_quantized.h).
#pragma once

#include <string_view>
#include <vector>

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {

// A scale or zero point, of rank 0 where it has one value; a vector goes along `axis` of a tensor
// of this shape, whose extent it must have. Fails for other ranks, naming `what`.
Value along_axis(const OpNode& node, const Value& value, int64_t axis, const Shape& shape,
                 std::string_view what);
// Fails for a constant scale with a value that is not above 0 or not finite.
void require_scale(const OpNode& node, const Value& scale);
// Operand i, or a 0 of this type where it is left out.
Value zero_point(const OpNode& node, size_t i, DType type);

Value dequantized(const OpNode& node, const Value& value, const Value& scale, const Value& zero);
Value quantized(const OpNode& node, const Value& real, const Value& scale, const Value& zero);

// Operands i, i + 1, i + 2 of a QLinear operator, a value with its scale and zero point, as a real
// value; vectors go along `axis`. Scales and zero points must be constant.
Value real_operand(const OpNode& node, size_t i, int64_t axis = 0);
// The result of a QLinear operator, with scale and zero point operands i and i + 1; a zero point
// that is left out is a 0 of `type`.
Value quantized_result(const OpNode& node, const Value& real, size_t i, DType type);

// A standard operator's float form on these operands, with the attributes that it takes of the
// node's, or with those of `attrs`.
Value float_form(const OpNode& node, std::string_view op, std::vector<Value> operands);
Value float_form(const OpNode& node, std::string_view op, std::vector<Value> operands,
                 std::span<const std::string_view> attrs);

// Products of matrices as numpy.matmul's of operands `a` and `b`, by calls of `multiply`: with
// (..., k) and a turned (units, k) where `dense`, else with (b, m, k) and (b, k, n).
using MultiplyMatrices = Value (*)(const OpNode& node, bool dense, const Value& a, const Value& b);
Value matrix_product(const OpNode& node, const Value& a, const Value& b, MultiplyMatrices multiply);

// The same in float32.
Value float_matrix_product(const OpNode& node, const Value& a, const Value& b);

}  // namespace vta::onnx_import
