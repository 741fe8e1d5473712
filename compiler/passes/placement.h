// The user's restriction of the operators offered to the accelerator. By default all are offered,
// and `partition` selects those that it can compute.
//
// A region is named by two operators of the graph before `partition`, as published flows name it:
// "nn.max_pool2d:0..nn.global_avg_pool2d:0", or shorter "max_pool2d..global_avg_pool2d". It is what
// stands between them in the graph's order; both ends are the host's. Occurrences of an operator
// count from 0 in that order; constants' own operators do not count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/graph/graph.h"

namespace vta {

struct OperatorPlace {
  // The first; as a region's end the first behind its begin.
  static constexpr int64_t kFirst = -1;

  std::string op;  // "nn.max_pool2d"
  int64_t occurrence = kFirst;

  std::string text() const;
};

struct Region {
  OperatorPlace from, to;

  std::string text() const { return from.text() + ".." + to.text(); }
};

struct Placement {
  enum class Offer : uint8_t { Everything, InsideRegion, Nothing };

  Offer offer = Offer::Everything;
  Region region = {};  // what InsideRegion names
};

// FROM[:N]..TO[:N]. UsageError names the text and what a region is.
Region parse_region(std::string_view text);

// The region's ends in a graph.
struct RegionEnds {
  NodeId from = -1, to = -1;
  bool holds(NodeId id) const { return id > from && id < to; }
};

// UsageError for an operator that the graph does not have (lists what it has, and the nearest
// name), for an occurrence that it does not have (says how many there are), and for ends with
// nothing between them or in the wrong order.
RegionEnds find_region(const Graph& graph, const Region& region);

}  // namespace vta
