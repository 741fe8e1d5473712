// Quantized networks for tests: what they compute, written down plainly, and the ONNX files that
// say it, as quantizers write them.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/tensor.h"

namespace vta::testing {

// (value - zero) * scale, int8 or uint8.
struct ValueForm {
  float scale = 1;
  int zero = 0;
  bool is_signed = true;
};

enum class Layer { Conv, Dense, Add, Multiply, GlobalAverage, Concat, MaxPool };

struct QuantizedLayer {
  Layer kind = Layer::Conv;
  std::vector<size_t> inputs = {};  // values: 0 is the input, i + 1 what layer i makes
  ValueForm out = {};
  bool relu = false;  // an operator of its own
  float most = 0;     // Qdq: above 0, the relu is a Clip to 0..most
  // Conv and Dense: (O, I, k, k), (O, I); one scale, or one per output.
  Shape shape = {};
  std::vector<int> weight = {};
  std::vector<float> weight_scale = {};
  int weight_zero = 0;
  bool weight_signed = true;
  std::vector<int32_t> bias = {};
  std::vector<float> float_bias = {};  // Qdq: instead of it, a constant of no quantized values
  int64_t stride = 1;
  std::vector<int64_t> pads = {0, 0, 0, 0};  // top, left, bottom, right
  int64_t groups = 1;
};

struct QuantizedNet {
  Shape input;
  ValueForm in;
  std::vector<QuantizedLayer> layers;
};

enum class Form {
  Qdq,      // QuantizeLinear, DequantizeLinear around float operators
  QLinear,  // QLinearConv, QGemm, com.microsoft.QLinear..., Relu of int8 values
};

// What the standard defines: sums in integers, and what they stand for rounded once to steps of the
// result's scale, half to even, saturated.
std::vector<float> defined_output(const QuantizedNet& net, Form form, const Tensor& input);
onnx::ModelProto written(const QuantizedNet& net, Form form);

// How a static quantizer chooses scales, from the largest and least values that it saw.
enum class Scales {
  PowersOfTwo,  // int8, zero point 0; weights per channel
  MinMax,       // uint8 from the least to the largest value, whose zero point does what relus did;
                // weights per channel
  PerTensor,    // as MinMax, weights uint8 with a zero point, one scale
};
// Of a float model of Conv, Relu, Add, GlobalAveragePool, Flatten and Gemm alone.
QuantizedNet quantized_model(const onnx::ModelProto& model, const std::vector<Tensor>& samples,
                             Scales scales);

}  // namespace vta::testing
