// A quantized graph as steps: groups of calls up to a value that can be passed to another part. An
// int32 sum, or what a float chain has in its middle, stays inside a step.
//
//   %1 = nn.conv2d(%0, ...);   %2 = add(%1, ...);  %3 = right_shift(%2, ...);
//   %4 = clip(%3, ...);        %5 = cast(%4, dtype="int8");                     one step, value %5
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct SplitStep {
  NodeId value = -1;          // the last of its nodes
  std::vector<NodeId> nodes;  // ascending
};

struct SteppedGraph {
  Graph graph;  // all names differ; every value that may cross has one
  // In one fixed topological order: a step reads values of steps before it, inputs and constants.
  std::vector<SplitStep> steps;
  std::vector<int64_t> step_of;  // by node; -1: inputs, what is constant, what nothing needs
  std::vector<bool> crossable;   // by node: another part may be given this value
};

SteppedGraph step_graph(const Graph& quantized);

// Between two steps of the order.
struct LinearCut {
  int64_t steps = 0;           // so many are before it
  std::vector<NodeId> values;  // what crosses, ascending; network inputs do not count
};

inline constexpr int64_t kMostCrossing = 4;

// All cuts along the order that no more than `most` values cross, all of them crossable.
std::vector<LinearCut> linear_cuts(const SteppedGraph& graph, int64_t most = kMostCrossing);

// The part of every step when the order is cut after these numbers of steps, ascending.
std::vector<int64_t> parts_behind(const SteppedGraph& graph, const std::vector<int64_t>& cuts);

}  // namespace vta
