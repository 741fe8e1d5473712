// Makes every crossing between host and accelerator an explicit pack or unpack chain.
//
// Published listings are packed as a whole: host operators work on packed tensors, and casts,
// annotations and copies of casts lie between kernels. Afterwards
// - annotation.stop_fusion, casts of int8 to int8 and repeated casts of one clip are gone;
// - what an accelerator call reads is another accelerator call's result, computed from constants,
//   or the end of a pack chain (compiler/lower/packing.h) of an int8 NCHW value of the host;
// - what the host reads of the accelerator is the end of an unpack chain;
// - dead calls are gone.
// Values are the same ones.
#pragma once

#include "compiler/graph/graph.h"
#include "config/vta_config.h"

namespace vta {

Graph normalize_boundary(const Graph& graph, const VtaConfig& config);

}  // namespace vta
