// A float or integer graph run once by the operators of the host: oneDNN for float, exact routines
// for int8. Many times faster than interpret(), and float values may differ in their last bits.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// The outputs, which may be constants and inputs. Every input's and call's value is shown as soon
// as it is there; freed after its last use. Errors as run_host_op.
std::vector<Tensor> run_on_host(const Graph& graph, std::span<const Tensor> inputs,
                                const std::function<void(NodeId, const Tensor&)>& observe = {});

// The same, integers by the reference interpreter. Float values are those of the host in every run,
// so that a device's integers are all that can differ.
std::vector<Tensor> run_integers(const Graph& graph, std::span<const Tensor> inputs,
                                 const std::function<void(NodeId, const Tensor&)>& observe = {});

}  // namespace vta
