// A graph that is computed position by position, as compiler/passes/decode_steps.h makes it.
#pragma once

#include <cstdint>

#include "compiler/graph/graph.h"

namespace vta {

// The input that it has behind the network's own, int64 (1); whoever runs it sets it.
inline constexpr const char* kPositionInput = "position";

// Positions that it can have; 0 of any other graph.
int64_t decode_context(const Graph& graph);

}  // namespace vta
