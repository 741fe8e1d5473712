// Recognizes what one kernel can compute: a chain of int32 operators that ends in a clip and a cast
// to int8, and begins at a convolution, a dense layer, or int8 values widened to int32.
//
//   conv2d -> add bias -> relu -> add round -> right_shift -> clip -> cast int8        (Conv)
//   cast int32 -> max_pool2d -> clip -> cast int8                                      (Pool)
//   cast int32 -> sum_pool2d -> multiply -> add round -> right_shift -> clip -> cast   (Pool)
//   cast int32 (a), cast int32 (b) [-> left_shift] -> add -> relu -> clip -> cast int8 (Alu)
// or is one operator on int8 values (KernelKind::whole_ops): qnn.attention (Attention).
//
// Partitioning (calls for the accelerator) and fusing (calls of one kernel) both use this function,
// so they cannot disagree. Works on unpacked and on packed graphs.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/kernels/kernel.h"

namespace vta {

struct Chain {
  Kernel::Kind kind = Kernel::Kind::Conv;
  NodeId head = -1;                 // the conv2d, dense or pool call; -1 for Alu
  NodeId result = -1;               // the int8 cast; a whole operator is head and result
  std::vector<NodeId> calls;        // every call of the kernel, the widening of operands included
  std::vector<KernelInput> inputs;  // int8 nodes as the graph names them
  // Channel operands hold one value per channel of the graph's tensor (padded channels included);
  // an invalid tensor where the graph's constant has no data.
  std::vector<AluStep> steps;
};

// The chain that ends in `result`, or the reason why there is none.
using ChainOrReason = std::variant<Chain, std::string>;
ChainOrReason match_chain(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                          NodeId result);

// cast(int8 -> int32) [-> left_shift by a constant]: the load of an operand into accumulators. Its
// calls are added to `calls`.
std::optional<KernelInput> widened_operand(const Graph& graph, NodeId id,
                                           std::vector<NodeId>& calls);

// Whether a node is a cast of an int32 call to int8.
bool is_narrowing_cast(const Graph& graph, NodeId id);
// Whether an operator on int8 values is a kernel of its own.
bool is_whole_kernel(const Graph& graph, NodeId id);
bool is_whole_op(std::string_view op);
// Either: a candidate for `result`.
bool may_end_chain(const Graph& graph, NodeId id);

// Whether a node is a constant or computed from constants only.
bool is_constant_expr(const Graph& graph, NodeId id);
// Value of such a node; an invalid tensor when a constant has no data.
Tensor evaluate_constant(const Graph& graph, NodeId id);

// Batch, height and width of a 4-D NCHW, 6-D NCHW{b}n{c}c or 2-D tensor, whose rows are images of
// one pixel; channels as the tensor has them. device_extents (packing.h) gives the extents of a 2-D
// value on the accelerator.
struct Extents {
  int64_t n = 1, c = 1, h = 1, w = 1;
  bool operator==(const Extents&) const = default;
};
Extents extents(const TensorType& type);

// A window as Relay's attributes have it: stride 1, padding 0, dilation 1 where they are silent.
ConvGeometry window_of(const Attrs& attrs, std::array<int64_t, 2> kernel);

// The kernel of a chain whose first input and result have these logical extents: all but its name,
// its weights, and channel operands cut to the logical channels.
Kernel kernel_of(const Graph& graph, const Chain& chain, const Extents& in, const Extents& out);

}  // namespace vta
