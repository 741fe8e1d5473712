// Graphs of quantized models: qnn.quantize and qnn.dequantize between float operators.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

bool has_quantized_values(const Graph& graph);

// An int8 or uint8 value's meaning, (value - zero) * scale, where both are one constant number.
struct ValueScale {
  float scale = 1;
  int zero = 0;
  DType dtype = DType::I8;
  bool operator==(const ValueScale&) const = default;

  int lowest() const { return dtype == DType::U8 ? 0 : -128; }
  int highest() const { return lowest() + 255; }
  double least() const;  // of the real values it stands for
  double most() const;
  // e where values at scale 2^e are these: the scale is a power of two and the zero point that of
  // int8.
  std::optional<int> exponent() const;
};
// Of a qnn.quantize or qnn.dequantize call; nullopt where it varies or is computed.
std::optional<ValueScale> value_scale(const Graph& graph, NodeId id);

// The pass, of graphs that have such values; others are returned as they are. Mode Keep:
// keep_integers; Model: those of int8, rescaled_integers; else fold_quantized. CompileError for the
// first two of a model without them.
Graph take_quantized(const Graph& graph, PassContext& context);

}  // namespace vta
