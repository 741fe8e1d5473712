// A made-up sweep of ResNet-18 that looks like a real one: deterministic, of any size, without
// simulating anything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/store/rows.h"

namespace vta::explore {

// Legal points in the order of a specification: batch, blocks, buffers, bus, latency; fewer than
// `count` only above 9,000. Layers are there.
std::vector<PointRow> large_points(size_t count, const std::string& network = "resnet18_v1");

struct LargeSweep {
  std::vector<PointRow> points;
  std::string spec = "{\"networks\": [{\"name\": \"resnet18_v1\"}]}";
};
// Writes a database with the points, two exclusions, a failure and two confirmations.
void write_large_sweep(const std::string& path, const LargeSweep& sweep);

}  // namespace vta::explore
