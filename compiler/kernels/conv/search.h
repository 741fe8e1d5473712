// Choosing a convolution's tiles: legality, the analytic cost model, the search.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/kernels/conv/axis_memo.h"
#include "compiler/kernels/conv/dims.h"
#include "compiler/kernels/epilogue_shape.h"

namespace vta {

// DRAM traffic and work of one convolution kernel under given tiles. Steps and instructions of GEMM
// are exact (but for what the micro-op scratchpad cuts, and resets that vectors save). Bytes of INP
// and WGT are exact without reuse, and with reuse where all tiles are full; both count the loads of
// reduction steps that exact_taps leaves out. With groups those of INP are an upper estimate where
// tiles have inputs in common. Micro-op bytes are an upper estimate.
struct ConvCost {
  int64_t inp_bytes = 0, wgt_bytes = 0, acc_bytes = 0, uop_bytes = 0, out_bytes = 0;
  int64_t gemm_steps = 0;     // resets excepted
  int64_t compute_steps = 0;  // GEMM, reset and ALU steps
  int64_t compute_insns = 0;
  int64_t inp_load_insns = 0, wgt_load_insns = 0;  // LOADs, upper estimates
  int64_t total_bytes() const { return inp_bytes + wgt_bytes + acc_bytes + uop_bytes + out_bytes; }
};

// Bytes of all weights of a layer.
int64_t weights_once_bytes(const ConvDims& d, const VtaConfig& config);
// Bytes of all input tiles of a walk, each read once (edges cut at the image).
int64_t input_once_bytes(const ConvDims& d, const TileTotals& totals, const VtaConfig& config);
// Bytes of the input pixels that some output needs, each read once: the least possible.
int64_t input_touched_bytes(const ConvDims& d, const VtaConfig& config);
// `totals` is TileTotals::of(d, t), which a search computes seldom.
ConvCost conv_cost(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                   const TileTotals& totals, const VtaConfig& config);

inline constexpr int64_t kMostSlots = 64;  // that a search tries

// One output, one channel group, one kernel position at a time, nothing overlapped.
ConvTiles least_conv_tiles(const EpilogueShape& epilogue);

// Empty when the tiles fit the configuration, else why not: which extent, its value, the limit.
std::string conv_tiles_problem(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                               const VtaConfig& config);

// Least cost over all legal tiles: bytes plus 24 bytes for every cycle that the compute unit loses.
// CompileError when not even single-element tiles fit. `reuse` false: as the published schedules,
// which load every tile afresh and multiply padding.
ConvTiles search_conv_tiles(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse);
// The same; what `memo` knows of the layer's axes need not be found again.
ConvTiles search_conv_tiles(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse, AxisMemo& memo);

}  // namespace vta
