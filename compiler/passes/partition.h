// Decides which calls run on the accelerator and sets their Node::target; all others run on the
// host. The graph's operators stay as they are.
//
// A chain of int32 calls that a kernel can compute (compiler/kernels/chain.h) goes to the
// accelerator: conv2d or dense with its epilogue, residual adds, element-wise chains; so does a
// concatenation along channels of which something is computed there (concat_parts.h). In a listing
// that is packed already only packed chains do, so that its first, unpacked convolution stays on
// the host. A chain that the context's capacity_problem refuses stays on the host as well (in a
// packed listing: CompileError). Results without a name get one ("conv2d_0"), by which they are
// compared later. For every convolution, dense layer, narrowing chain and int8 concatenation left
// on the host a note says why.
//
// PassContext::placement restricts the candidates: to none, or to chains with all calls inside a
// region. A note then counts the excluded chains, and for a region another note lists the operators
// inside it that run on the host nevertheless. UsageError where that would leave packed calls to
// the host.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph partition(const Graph& graph, PassContext& context);

}  // namespace vta
