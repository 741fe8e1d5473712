// Operators that stay on the host. Names and attributes are those of the graph IR.
// float32 convolution, dense and pooling run in oneDNN; the rest is plain.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/attrs.h"
#include "base/tensor.h"

namespace vta {

bool is_host_op(std::string_view op);
// Runs one operator. InputError for an unknown operator or types that it does not take.
std::vector<Tensor> run_host_op(std::string_view op, const Attrs& attrs,
                                std::span<const Tensor> inputs);

}  // namespace vta
