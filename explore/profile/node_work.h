// The nodes of a network's file: their operations and bytes, independent of where they run, and the
// kernels and host operators of a compiled program that execute them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "explore/profile/profile.h"

namespace vta::explore {

// Values are those that cross the node's edge, each once: what other nodes made, its constants, and
// its results that others read. Bytes are of all of them as int8, one each, or as float32.
struct NodeWork {
  std::string name;                  // of the ONNX node; of a listing's call, its value
  std::vector<std::string> ops;      // of docs/operators.md, in order, each once
  int64_t macs = 0, operations = 0;  // compiler/graph/operations.h
  int64_t int8_bytes = 0, float32_bytes = 0;
  std::vector<Shape> weights;  // of its constants, in the order in which they are read
  Shape output;                // of its last result
  // After covered():
  std::vector<std::string> kernels;    // that do its work, or part of it
  std::vector<int64_t> host;           // positions of host operators that do
  std::optional<double> host_seconds;  // of those of which it is the main node, where measured
};

// A row per node, in the order of the graph. Calls on constants alone are part of what reads them.
std::vector<NodeWork> node_work(const Graph& imported);

// Fills in what the program has of each, by the ONNX nodes that its kernels and host steps name.
void cover(std::vector<NodeWork>& nodes, const Profile& profile);

struct NodeTotals {
  int64_t nodes = 0, macs = 0, operations = 0, int8_bytes = 0, float32_bytes = 0;
  int64_t weights = 0;  // values of all constants, each once
};
NodeTotals totals(const Graph& imported, const std::vector<NodeWork>& nodes);

// "accelerator", "host", "both", or "none": it left no work.
std::string place_of(const NodeWork& node);

}  // namespace vta::explore
