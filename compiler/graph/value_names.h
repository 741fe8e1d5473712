// A name for every value, and the operators of a file by name and number.
#pragma once

#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// Kernels are compared with the interpreter by name, so every call gets a unique name.
void name_values(Graph& graph);

// An operator as a network's file has it: "Add" of node "add1".
struct FileOperator {
  std::string op, name;
};

// The calls that depend on an input, in their order: what a listing's file has.
std::vector<FileOperator> operators_of(const Graph& graph);

}  // namespace vta
