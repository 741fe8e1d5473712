// The identity of a layer: all properties on which its tiles depend, except the configuration.
// Layers of one identity can share tiles, in one network and across networks.
//
// Its text names the layer in files and databases, and is read back:
//   conv2d 1x64x56x56 -> 128x28x28 kernel 3x3 stride 2x2 pad 1,1,1,1 steps 4 vectors 1
//   conv2d 1x64x56x56 -> 64x56x56 kernel 3x3 stride 1x1 pad 1,1,1,1 steps 5 vectors 1 residual
//   conv2d 1x147x112x112 -> 64x112x112 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 4 vectors 1
//       then max_pool -> 64x56x56 kernel 3x3 stride 2x2 pad 1,1,1,1            (one line)
//   sum_pool 1x512x7x7 -> 512x1x1 kernel 7x7 stride 1x1 pad 0,0,0,0 steps 4 vectors 1
//   alu 1x64x56x56 operands 2 int32 steps 3
//   attention 1x192x1x197 images 1 heads 3 of 3 keys 197 depths 64x64 fraction 12 shift 20 causal
//   attention_step 1x96x1x1 images 1 heads 6 of 6 keys 256 depths 16x16 fraction 9 shift 22 causal
//   layer_norm 1x192x1x197 epsilon 7 fraction 5
// Pads are top, left, bottom, right; `steps` and `vectors` are of the rewritten epilogue.
// `dilation`, `groups`, `vectors`, `scalars`, `others` (accumulators), `residual`, `results`
// (stored, above one), `int32` and `then` stand only where there are any:
//   conv2d 1x96x56x56 -> 96x56x56 kernel 3x3 stride 1x1 pad 2,2,2,2 dilation 2x2 groups 96 steps 4
//       vectors 1                                                              (one line)
//   conv2d 1x64x7x7 -> 64x7x7 kernel 1x1 stride 1x1 pad 0,0,0,0 steps 8 vectors 4 residual results
//   2
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/kernels/epilogue_shape.h"
#include "compiler/kernels/kernel.h"

namespace vta {

struct LayerId {
  Kernel::Kind kind = Kernel::Kind::Conv;
  ConvGeometry geometry;       // as Kernel::conv
  AluOp taps = AluOp::Max;     // Pool: Max or Add
  int64_t operands = 1;        // Alu
  bool wide_operands = false;  // Alu: they are int32 in DRAM, else int8
  EpilogueShape epilogue;      // rewritten
  std::optional<AttentionForm> attention;
  std::optional<LayerNormOf> layer_norm;
  std::optional<ConvGeometry> pool;  // a maximum that is computed with the convolution

  auto operator<=>(const LayerId&) const = default;  // NOLINT: no pointer
};

// `steps` is the kernel's rewritten epilogue; `pool` the kernel computed with it, or null.
LayerId layer_id(const Kernel& kernel, std::span<const AluStep> steps, const Kernel* pool,
                 bool wide_operands);

// "3x3/2 64x56x56 -> 128x28x28": a geometry in short, for people.
std::string geometry_text(const ConvGeometry& geometry);

std::string layer_text(const LayerId& layer);
// Reads what layer_text() writes and nothing else. InputError, beginning with `where`: the text,
// the word at fault, and what would be legal there.
LayerId parse_layer(std::string_view text, std::string_view where);

}  // namespace vta
