// Common parts of the recurrent layers nn.rnn, nn.gru and nn.lstm: extents, functions of gates.
//
// A layer goes once through its sequences, in one direction. Operands: data (steps, batch, inputs),
// weight (gates * hidden, inputs), recurrence (gates * hidden, hidden), bias (2 * gates * hidden;
// the weight's, then the recurrence's), lengths (batch) int32, the first state (batch, hidden);
// nn.lstm has also the first cell (batch, hidden) and peepholes (3 * hidden: i, o, f). Gates are in
// ONNX's order: z, r, h of a GRU, i, o, f, c of an LSTM. Results: states of all steps, the last
// state, the last cell. A sequence is over after `length` steps: its states are 0 then, and its
// last state is what it was. With reverse it begins at step length - 1.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/attrs.h"
#include "base/tensor.h"

namespace vta {

enum class GateCurve : uint8_t {
  Affine,
  Elu,
  HardSigmoid,
  LeakyRelu,
  Relu,
  ScaledTanh,
  Sigmoid,
  Softplus,
  Softsign,
  Tanh,
  ThresholdedRelu,
};

struct GateFunction {
  GateCurve curve = GateCurve::Tanh;
  double alpha = 0, beta = 0;
};

// How a curve is written, in ONNX and here, with what its numbers are where they are not said; some
// must be.
struct GateCurveName {
  GateCurve curve;
  std::string_view onnx, graph;
  int numbers = 0;  // alpha, beta
  bool has_defaults = true;
  double alpha = 0, beta = 0;
};
std::span<const GateCurveName> gate_curves();

struct RecurrentKind {
  std::string_view op, onnx;
  int64_t gates;
  std::string_view functions;  // where they are not said: "sigmoid, tanh"
  size_t operands;
};
// Null for other operators.
const RecurrentKind* recurrent_kind(std::string_view op);
std::span<const RecurrentKind> recurrent_kinds();

// Of attribute `activations`: "sigmoid, hard_sigmoid(0.2, 0.5)", as many as the layer has.
// CompileError for anything else.
std::vector<GateFunction> gate_functions(const RecurrentKind& kind, const Attrs& attrs);

// Multiply-accumulates of a layer, from its data and its recurrence; at most the largest number.
int64_t recurrent_macs(const RecurrentKind& kind, const Shape& data, const Shape& recurrence);

}  // namespace vta
