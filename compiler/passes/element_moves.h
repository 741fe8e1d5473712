// Calls that only move, leave out or repeat elements: from which element of another value each
// element of a value comes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

bool only_moves(const Graph& graph, NodeId id);

struct MovedElements {
  NodeId source = -1;           // the nearest value that is no move of another
  std::vector<int64_t> places;  // of each element, in the source
};
// None of what is no move, and of more elements than a plan of moves is worth (2^24).
std::optional<MovedElements> moved_elements(const Graph& graph, NodeId id);

}  // namespace vta
