// What remains of a packed, partitioned graph when its accelerator calls are fused: items in
// execution order, which are host operators one by one, kernels, and copies between the two.
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/kernels/kernel.h"
#include "config/vta_config.h"

namespace vta {

struct HostItem {
  NodeId node = -1;  // a call to run on the host
};

// int8 NCHW values cross the boundary packed; pack and unpack are reshape/transpose calls in the
// graph that fuse() recognizes and drops: a packed node stands for its device tensor, an unpacked
// one for the host's NCHW tensor.
struct BoundaryCopy {
  NodeId host = -1, packed = -1;
  bool to_device = true;
};

// Packed values that follow each other along channels as one; this concerns only their places and
// needs no work. All but the last fill whole channel groups, and each is part of this one alone,
// once.
struct Concat {
  NodeId output = -1;
  std::vector<NodeId> parts;         // results of kernels, of concats, or what the host sends
  std::array<int64_t, 4> nchw = {};  // logical extents
};

struct LoweredGraph {
  Graph graph;
  std::vector<std::variant<HostItem, Kernel, BoundaryCopy>> items;
  std::vector<Concat> concats;  // none is before a part of its own
};

// CompileError when an accelerator call fits no kernel (names the node and why).
LoweredGraph fuse(const Graph& graph, const VtaConfig& config);

}  // namespace vta
