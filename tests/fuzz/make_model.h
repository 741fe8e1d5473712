// Small ONNX networks of every operator that the importer knows: mostly legal, with operands,
// attributes and numbers of results that vary.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace vta::fuzz {

struct MadeModel {
  std::string bytes;
  std::vector<int64_t> shape;      // of its input, "x", in float
  std::vector<std::string> names;  // of nodes, values and results
};

// The same numbers give the same network.
MadeModel make_model(std::mt19937_64& random);

}  // namespace vta::fuzz
