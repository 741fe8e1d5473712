// Steps by part to a graph for each part, and how the parts are connected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/split/stepped_graph.h"

namespace vta {

// Input or output number `port` of a part.
struct PartPort {
  int64_t part = 0, port = 0;
  bool operator==(const PartPort&) const = default;
};

struct SplitNetwork {
  struct Link {  // an output of one part is an input of a later one
    PartPort from, to;
    std::string value;
    TensorType type;
    NodeId node = -1;  // of the whole graph
  };
  struct Input {
    std::string name;
    TensorType type;
    std::vector<PartPort> to;
  };
  struct Output {
    std::string name;
    TensorType type;
    PartPort from;
  };

  std::vector<Graph> parts;
  std::vector<Link> links;  // by to.part, to.port
  std::vector<Input> inputs;
  std::vector<Output> outputs;
};

// Inputs of a part: those of the network that it reads, in their order, then values of earlier
// parts by their place in the graph. Its outputs: values that later parts read and outputs of the
// network, by their place, the latter under the network's names for them; outputs that are
// constants or inputs are the first part's. What depends on constants alone is in every part that
// reads it. Parts count from 0 without gaps, and values
// go to later parts only and are crossable.
SplitNetwork split_graph(const SteppedGraph& graph, const std::vector<int64_t>& part_of_step);

}  // namespace vta
