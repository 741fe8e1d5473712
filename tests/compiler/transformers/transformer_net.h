// Transformers as ONNX files, in the forms that exporters and tools write them in.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vta::testing {

// How a Linear is written: y = x W + b on (..., T, C).
enum class LinearForm : uint8_t {
  MatMulAdd,          // MatMul, Add
  AddMatMul,          // the bias first
  GemmReshape,        // Reshape to (rows, C), Gemm with transB, Reshape
  GemmFactors,        // Gemm with alpha and beta
  Left,               // W times the transposed data
  Einsum,             // "...c,oc->...o"
  Conv1x1,            // Conv of one tap on (B, C, T)
  Batched,            // a constant of rank 3
  BiasBehindReshape,  // of heads, where there are heads
  BiasBehindTranspose,
};
// What a weight is computed by from an initializer.
enum class WeightForm : uint8_t { Plain, Transpose, Cast, Dequantize, Constant, Identity };
enum class NormForm : uint8_t { Operator, Decomposed, None, Rms, RmsDecomposed };
enum class Activation : uint8_t { GeluErf, GeluTanh, GeluOperator, Relu, QuickGelu, Silu };
// How attention is written, from projected queries, keys and values on.
enum class AttentionStyle : uint8_t {
  Plain,           // scores times a number
  Divided,         // scores by a number, and a mask that hides nothing is added (BERT)
  ScaledOperands,  // a root of the scale on queries and keys (exported
                   // scaled_dot_product_attention)
  Timm,            // parts by Reshape, Transpose and Gather
  Causal,          // an added mask
  Hidden,          // the same by Where
  Grouped,         // two heads of queries read one of keys, which is expanded
  Operator,        // Attention of opset 23
  ContribHeads,    // com.microsoft.MultiHeadAttention
  Contrib,         // com.microsoft.Attention, with its layers
};

struct BlockForm {
  std::string_view name;
  int64_t opset = 17;
  bool fused_qkv = false;
  LinearForm linear = LinearForm::MatMulAdd;
  WeightForm weight = WeightForm::Plain;
  NormForm norm = NormForm::Operator;
  Activation activation = Activation::GeluErf;
  AttentionStyle attention = AttentionStyle::Plain;
  int64_t rank = 3;  // of the data: (T, C), (B, T, C), (B, windows, T, C)
  int64_t batch = 1;
  bool quantized = false;  // QuantizeLinear and DequantizeLinear before each product
  bool dynamic = false;    // DynamicQuantizeLinear and MatMulInteger
};

std::span<const BlockForm> block_forms();

struct BlockSize {
  int64_t tokens = 20, width = 32, heads = 4, hidden = 64;
};
// One block of a transformer, data of this form.
onnx::ModelProto transformer_block(const BlockForm& form, const BlockSize& size);

struct VitSize {
  int64_t image = 224, patch = 16, width = 192, heads = 3, layers = 12, classes = 1000;
  int64_t tokens() const { return (image / patch) * (image / patch) + 1; }
};
// A vision transformer as PyTorch exports one: patches by a convolution, a class token, positions,
// blocks, a classifier on the class token.
onnx::ModelProto vision_transformer(const VitSize& size);

}  // namespace vta::testing
