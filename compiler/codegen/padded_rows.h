// Tensors of rows whose channel groups begin at whole blocks of rows.
//
// A kernel that reads rows as tiles of WGT (layer normalisation, attention) copies them to whole
// blocks first where their number is no multiple of the block. Further rows behind the last one of
// each channel group save the copies; no kernel computes them, and no value depends on them:
//
//   65 rows of 64 channels, block 16    [4][65][16] -> [4][80][16]
#pragma once

#include <set>

#include "compiler/lower/lowered_graph.h"

namespace vta {

// Results of dense layers that such a kernel reads, and else only kernels that can: as the operand
// that another layer adds.
std::set<NodeId> rows_of_whole_blocks(const LoweredGraph& lowered, const VtaConfig& config);

}  // namespace vta
