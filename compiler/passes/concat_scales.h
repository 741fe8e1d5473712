// Values that a concatenation joins need one scale: int8 values can then lie beside each other
// unchanged.
#pragma once

#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// Whether a call joins NCHW or (N, C) values along channels.
bool joins_channels(const Graph& graph, NodeId id);

// Concatenations along channels with their operands, those that share a value together; a set per
// such family, ascending.
std::vector<std::vector<NodeId>> values_of_one_scale(const Graph& graph);

}  // namespace vta
