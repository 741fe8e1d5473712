// Operators that stay on the host. Names and attributes are those of the graph IR.
// float32 convolution, dense and pooling run in oneDNN, or in loops of our own where a program is
// built without it (VTA_HOST=plain, libvta_runtime.so); the rest is the same code in both.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/attrs.h"
#include "base/tensor.h"

namespace vta {

bool is_host_op(std::string_view op);
// The types of an operator's results, by the graph's own inference; InputError for an unknown
// operator, and for operands or attributes that it does not take.
std::vector<TensorType> host_op_types(std::string_view op, const Attrs& attrs,
                                      std::span<const TensorType> inputs);
// Runs one operator. InputError as host_op_types, and for element types that the host does not
// compute; ResourceError, before anything is computed, for more than the policy in force allows.
std::vector<Tensor> run_host_op(std::string_view op, const Attrs& attrs,
                                std::span<const Tensor> inputs);

}  // namespace vta
