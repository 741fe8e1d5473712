// Parts of a network as functions of one listing, published without their connections: they follow
// from the types.
#pragma once

#include <string>
#include <vector>

#include "compiler/split/split_graph.h"

namespace vta {

struct ListedLink {
  PartPort from, to;
  // "part 0, output 0 -> part 1, input 1 '%y': Tensor[(4), float32]"
  std::string text;
};

// What every input of a later part is: the output of earlier parts that has its type. An input that
// no output has the type of is the network's. InputError where several outputs have it (they are
// listed).
std::vector<ListedLink> find_links(const std::vector<Graph>& parts, const std::string& origin);

// The parts as one graph. Its outputs are those that no part reads.
Graph join_parts(const std::vector<Graph>& parts, const std::vector<ListedLink>& links);

}  // namespace vta
