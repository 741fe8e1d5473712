// Orders a lowered graph's items so that kernels run in as few launches as dependencies allow.
#pragma once

#include <vector>

#include "compiler/lower/lowered_graph.h"

namespace vta {

// Indices into lowered.items: all host items that are ready, then all kernels that are ready, and
// so on; the given order is kept within each. InternalError when an item waits for nothing that
// exists.
std::vector<size_t> order_items(const LoweredGraph& lowered);

}  // namespace vta
