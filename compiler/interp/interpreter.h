// Plain execution of a graph: the reference for all other implementations. float32 operators in
// float, integer operators in 32-bit wrap-around arithmetic; packed layouts included. Links nothing
// from sim, runtime, schedule or codegen.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct InterpretOptions {
  // Called with every node's value as soon as it is computed (calibration, oracle).
  std::function<void(NodeId, const Tensor&)> observe;
};

// Values of the graph's outputs. InputError when inputs do not match the graph's in number, shape
// or type. Intermediate values are freed after their last use.
std::vector<Tensor> interpret(const Graph& graph, std::span<const Tensor> inputs,
                              const InterpretOptions& options = {});

// One operator on constants: also what constant folding uses. CompileError for operands, attributes
// or element types that it does not take; ResourceError, before anything is computed, for more
// memory, work or time than the policy in force allows.
std::vector<Tensor> evaluate_op(const std::string& op, const Attrs& attrs,
                                std::span<const Tensor> inputs);

}  // namespace vta
