// A product by constant weights, with or without a bias, that one qnn.rescale reads: what its sums
// may be.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct ScaledProduct {
  struct Bounds {
    int64_t low = 0, high = 0;
  };
  NodeId product = -1;            // qnn.conv2d or qnn.dense of int8 values
  const Tensor* bias = nullptr;   // int32, one value or one of each channel; nullptr: none
  std::vector<Bounds> sums = {};  // of each output channel, with the bias, whatever the data

  int64_t magnitude() const;  // bound of all sums
};

// Nothing where the rescaled value is something else, is read elsewhere as well, or has its
// channels in another axis than the second (a dense layer of more than rows). `users` are the
// graph's.
std::optional<ScaledProduct> scaled_product(const Graph& graph,
                                            const std::vector<std::vector<NodeId>>& users,
                                            const Node& rescale);

}  // namespace vta
