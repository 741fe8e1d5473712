// Costs of parts of a network: each is compiled as it would be for use, and runs on csim without
// values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "compiler/split/stepped_graph.h"
#include "explore/split/balance.h"

namespace vta::explore {

struct PartCost {
  int64_t cycles = 0;        // of all launches; 0 if no node runs on the accelerator
  int64_t memory_bytes = 0;  // that the device needs for the part
  int64_t operator[](bool bytes) const { return bytes ? memory_bytes : cycles; }
};

// Errors are those of compile_graph and run_launches.
PartCost cost_of_part(const Graph& part, const CompileOptions& options);

// Measures all segments that a division into `parts` can have, in `workers` parallel processes with
// a line of progress. `bytes`: the memory that they need, otherwise their cycles. CompileError if a
// segment cannot be compiled or run.
SegmentCosts segment_costs(const SteppedGraph& graph, const std::vector<LinearCut>& cuts,
                           const CompileOptions& options, int64_t parts, bool bytes,
                           int64_t workers);

}  // namespace vta::explore
