// Emission of one kernel's instructions into a stream. Addresses are bytes from the arena's start.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/codegen/acc_bounds.h"
#include "compiler/codegen/task_stream.h"
#include "compiler/schedule/alu_tiles.h"
#include "compiler/schedule/conv_dims.h"
#include "compiler/schedule/conv_pool.h"
#include "compiler/schedule/pool_tiles.h"
#include "config/vta_config.h"

namespace vta {

// A packed tensor in the arena.
struct TensorPlace {
  int64_t offset = 0;
  int64_t image_groups =
      0;  // channel groups from one batch to the next (PackedLayout::group_pitch)
};

// A result of a kernel: what its accumulators hold after so many steps, and where it goes.
struct ConvResult {
  size_t steps = 0;
  TensorPlace to;
};

struct ConvPlan {
  ConvDims dims;
  ConvTiles tiles;
  std::vector<AluStep> steps;       // rewritten epilogue
  std::vector<ConvResult> results;  // in the order of their steps; the last has all
  TensorPlace input;
  int64_t weight_offset = 0, vector_offset = 0;
  TensorPlace residual = {};  // of a step that adds a tensor
  int64_t identity_offset = 0;
  bool halves = false;  // of two threads each has a half of ACC
};
// `bounds` says what the launch's kernels have left in ACC so far, and is kept up to date.
void emit_conv(const ConvPlan& plan, const VtaConfig& config, TaskStream& stream,
               AccBounds& bounds);

struct ConvPoolPlan {
  ConvDims dims;
  ConvGeometry pool;
  ConvPoolTiles tiles;
  std::vector<AluStep> steps;  // rewritten epilogue of the convolution
  TensorPlace input, output;
  int64_t weight_offset = 0, vector_offset = 0;
};
void emit_conv_pool(const ConvPoolPlan& plan, const VtaConfig& config, TaskStream& stream);

struct AluOperand {
  TensorPlace from;
  bool widened = false;  // int32 in DRAM (LOAD ACC), else int8 (LOAD ACC_8BIT)
  int64_t shift_left = 0;
};
struct AluPlan {
  int64_t batches = 1, groups = 1, pixels = 1, sub = 1;  // elements: batches*groups*pixels*sub
  AluTiles tiles;
  std::vector<AluStep> steps;
  std::vector<AluOperand> operands;
  TensorPlace output;
  int64_t vector_offset = 0;
};
void emit_alu(const AluPlan& plan, const VtaConfig& config, TaskStream& stream, AccBounds& bounds);

struct PoolPlan {
  ConvGeometry geometry;  // window, strides and pads; channels as extents
  AluOp op = AluOp::Max;  // of the taps: Max or Add
  int64_t batches = 1, groups = 1;
  PoolTiles tiles;
  std::vector<AluStep> steps;
  TensorPlace input, output;
  int64_t vector_offset = 0;
};
void emit_pool(const PoolPlan& plan, const VtaConfig& config, TaskStream& stream);

// Weights [oc][ic / groups][kh][kw] -> [co][sub_out][ci][sub_in][kh][kw][block_out][block_in],
// channels padded to groups; of each group of output channels those input groups that it sums,
// zeros between channels that are not connected.
int64_t packed_weight_bytes(const ConvGeometry& g, const VtaConfig& config);
void pack_weights(const Tensor& weight, const ConvGeometry& g, const VtaConfig& config,
                  std::span<std::byte> packed);
// Identity blocks times 2^shift that add a group of channels as INP has it to the group as ACC has
// it: [pair of an INP and an ACC element][block_out][block_in].
int64_t packed_identity_bytes(const VtaConfig& config);
void pack_identity(int64_t shift, const VtaConfig& config, std::span<std::byte> packed);
// Channel vectors of steps, int32 [c] each -> [vector][channel blocks][batch][block_out]; padded
// channels get the step's immediate.
int64_t packed_vector_bytes(int64_t channels, int64_t num_vectors, const VtaConfig& config);
void pack_vectors(std::span<const AluStep> steps, int64_t channels, const VtaConfig& config,
                  std::span<std::byte> packed);

}  // namespace vta
