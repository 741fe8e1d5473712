// A kernel: operators that the accelerator computes together, one convolution (dense: 1x1 over
// rows), pool or element-wise chain with its epilogue up to the int8 result, an attention or a
// layer normalisation.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/attention.h"
#include "compiler/graph/graph.h"
#include "compiler/graph/layer_norm.h"
#include "hw/isa/insn.h"

namespace vta {

// Geometry of a convolution, logical (unpacked, unpadded channels).
struct ConvGeometry {
  int64_t n = 1, ic = 1, ih = 1, iw = 1;
  int64_t oc = 1, oh = 1, ow = 1;
  int64_t kh = 1, kw = 1, stride_h = 1, stride_w = 1;
  int64_t pad_top = 0, pad_left = 0, pad_bottom = 0, pad_right = 0;
  int64_t dilation_h = 1, dilation_w = 1;
  int64_t groups = 1;  // of channels, in and out: an output sums the inputs of its group alone

  int64_t inputs_per_output() const { return ic / groups; }  // channels
  int64_t macs() const { return n * oc * oh * ow * inputs_per_output() * kh * kw; }
  auto operator<=>(const ConvGeometry&) const = default;  // NOLINT: no pointer
};

// One step of an epilogue or chain on int32 values: acc = op(acc, operand).
struct AluStep {
  enum class Operand : uint8_t { Imm, Channel, Scalars, Tensor, Other, Self };
  // `on`: the other accumulators, of which there are as many as a tile has, and no tensor.
  static constexpr int64_t kOther = -1;
  AluOp op = AluOp::Add;  // Min, Max, Add, Shr, Mul; Mov and Rshr of a rescaling; Rq, of Channel or
                          // Scalars
  Operand operand = Operand::Imm;
  // Imm: any int32; code generation splits what exceeds 16 bits. Channel: of padded channels.
  int64_t imm = 0;
  Tensor channel = {};  // Channel: int32 [oc], one value per channel
  // Channel, but for Rq: vectors of one value per channel each, int32 [classes][oc], one for each
  // class of a convolution's outputs (border_classes.h).
  int64_t classes = 1;
  // Rq, beside the multipliers in `channel`; its parameters are in `imm`. Scalars: one of each.
  Tensor shifts = {};
  int64_t tensor = 0;  // Tensor: index into Kernel::inputs
  // What it changes: 0, the accumulators; Alu: an operand, an index into Kernel::inputs, before a
  // step reads it; Conv, Dense: kOther. Operand Other: the accumulators if it changes the other
  // ones, else those. Self: what it changes.
  int64_t on = 0;

  // Channel vectors that it reads.
  int64_t vectors() const {
    return operand != Operand::Channel ? 0 : op == AluOp::Rq ? 2 : classes;
  }
  // Single elements that it reads.
  int64_t scalars() const { return operand == Operand::Scalars ? 2 : 0; }
};

struct KernelInput {
  NodeId node = -1;        // the int8 packed value read
  int64_t shift_left = 0;  // of a step's operand: widened to int32 and shifted left first
};

// The largest shift of a residual operand: it is added by a GEMM with weights of 2^shift.
constexpr int64_t kMostResidualShift = 6;

// Epilogues end in a clip to int8 range (Min and Max steps); the result is the low 8 bits.
struct Kernel {
  enum class Kind : uint8_t { Conv, Dense, Alu, Pool, Attention, AttentionStep, LayerNorm };
  Kind kind = Kind::Conv;
  std::string name;                     // "conv2d_0", "dense_0", "alu_0": by kind, in order
  std::vector<std::string> onnx_nodes;  // whose work it does: Node::onnx_nodes of its calls
  // Conv, Dense: the data, and at most one operand of a step, the residual, of the output's
  // extents. Pool: one. Alu: acc starts as inputs[0]. Attention: queries, keys, values.
  std::vector<KernelInput> inputs;
  NodeId output = -1;  // the int8 packed node that the kernel computes
  std::string oracle;  // name of that value in the quantized graph; "" if none
  // Conv, Dense; Pool: its window, ic = oc; Alu: n, oc, oh, ow are the tensor's extents; Attention:
  // those of queries and result
  ConvGeometry conv;
  // Dense: of the pixels, rows that no value has and that complete a block of images (packing.h).
  int64_t idle_pixels = 0;
  // Channels of the operand and the result without zeros that complete the heads of an attention
  // (compiler/passes/whole_heads.h); 0: all are the network's own.
  int64_t own_ic = 0, own_oc = 0;
  // Pool: acc = the window's Max, or its sum (Add), without pads
  AluOp pool = AluOp::Max;
  std::optional<AttentionForm> attention;  // Attention
  std::optional<LayerNormOf> layer_norm;   // LayerNorm
  // Conv, Dense: int8 [oc][ic / groups][kh][kw], unpacked; may be empty (no data)
  Tensor weight;
  std::vector<AluStep> steps;  // epilogue as written in the graph, in order

  // Without padding.
  int64_t macs() const {
    if (attention)
      return own_attention().macs();
    const ConvGeometry own = own_geometry();
    return multiplies() ? own.macs() - idle_pixels * own.oc * own.inputs_per_output() : 0;
  }
  ConvGeometry own_geometry() const {
    ConvGeometry own = conv;
    own.ic = own_ic > 0 ? own_ic : own.ic;
    own.oc = own_oc > 0 ? own_oc : own.oc;
    return own;
  }
  AttentionForm own_attention() const {
    AttentionForm own = *attention;
    own.depth = own_ic > 0 ? own_ic / own.heads : own.depth;
    own.value_depth = own_oc > 0 ? own_oc / own.heads : own.value_depth;
    return own;
  }
  bool multiplies() const { return kind == Kind::Conv || kind == Kind::Dense; }
  bool has_residual() const { return multiplies() && inputs.size() > 1; }
};

}  // namespace vta
