// A made-up sweep of ResNet-18 that looks like a real one: deterministic, of any size, without
// simulating anything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/store/rows.h"

namespace vta::explore {

// The first legal points of a specification whose axes are latency, batch, blocks, buffers and bus,
// the last the fastest. Layers are there.
std::vector<PointRow> large_points(size_t count, const std::string& network = "resnet18_v1");

struct LargeSweep {
  std::vector<PointRow> points;
  std::string spec =
      R"({"networks": [{"name": "resnet18_v1"}], "sampling": {"method": "random", "points": 600}})";
};
// Writes a database with the points, two exclusions, a failure and two confirmations.
void write_large_sweep(const std::string& path, const LargeSweep& sweep);

}  // namespace vta::explore
