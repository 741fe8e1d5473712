// Concatenations of int8 values that need no work on the accelerator: the maker of a part stores it
// at its place in the whole (compiler/lower/lowered_graph.h, Concat).
#pragma once

#include <set>
#include <string>

#include "compiler/graph/graph.h"
#include "config/vta_config.h"

namespace vta {

class ConcatParts {
 public:
  // Takes the operands as parts of `concat`, a call whose operands are placed already; or says why
  // that cannot be, and takes none.
  std::string take(const Graph& graph, NodeId concat, const VtaConfig& config);

 private:
  std::set<NodeId> taken_;  // a value lies in one place
};

}  // namespace vta
