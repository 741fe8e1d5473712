// An If with a computed condition: both branches are computed, and the condition selects the
// results.
#pragma once

#include <string>
#include <vector>

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {

// One of its two graphs, imported into the graph around it.
struct Branch {
  std::string_view name;  // "then_branch"
  std::vector<Value> results = {};
  NodeId begin = 0, end = 0;  // of its nodes
  std::string refusal = {};   // why it could not be imported; empty where it was
};

// The branches' results chosen by the node's condition. A branch that could not be imported is
// refused where the condition chooses it, when the network runs (a note says so). Fails where
// neither could, where results have different types, and for branches with operators that values
// can make fail: the branch that is not chosen is computed as well.
std::vector<Value> chosen_results(const OpNode& node, const Branch& yes, const Branch& no);

}  // namespace vta::onnx_import
