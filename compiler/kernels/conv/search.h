// Choosing a convolution's tiles: legality, the analytic cost model, the search.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/kernels/conv/axis_memo.h"
#include "compiler/kernels/conv/dims.h"
#include "compiler/kernels/cost.h"
#include "compiler/kernels/epilogue_shape.h"

namespace vta {

// Bytes of all weights of a layer.
int64_t weights_once_bytes(const ConvDims& d, const VtaConfig& config);
// Bytes of all input tiles of a walk, each read once (edges cut at the image).
int64_t input_once_bytes(const ConvDims& d, const TileTotals& totals, const VtaConfig& config);
// The cost of tiles, as a formula cheap enough for a search. Bytes of INP and OUT, GEMM's steps
// and, where every tile is reset, compute's are what emitted_cost() finds; so are bytes of WGT but
// for steps of padding alone, which are left out, for the blocks that add a residual. Of steps that
// stay in their slots in turn and have unequally many elements (a last one, parts of a kernel),
// both are those of steps of a mean size. The rest is an estimate: of instructions where tiles at
// the edges take a residual in fewer parts, the micro-op scratchpad cuts a sequence or weights lie
// apart; of ACC where halves of it keep vectors apart; of micro-ops always. `totals` is
// TileTotals::of(d, t), which a search computes seldom.
KernelCost conv_cost(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                     const TileTotals& totals, const VtaConfig& config);

inline constexpr int64_t kMostSlots = 64;  // that a search tries

// One output, one channel group, one kernel position at a time, nothing overlapped.
ConvTiles least_conv_tiles(const EpilogueShape& epilogue);

// Empty if the tiles fit the configuration, else the reason: the extent, its value, the limit.
std::string conv_tiles_problem(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                               const VtaConfig& config);

// Least cost over all legal tiles: bytes plus 24 bytes for every cycle that the compute unit loses.
// CompileError when not even single-element tiles fit. `reuse` false: as the published schedules,
// which load every tile afresh and multiply padding.
ConvTiles search_conv_tiles(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse);
// The same; reuses the layer's axes in `memo`.
ConvTiles search_conv_tiles(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse, AxisMemo& memo);

}  // namespace vta
