// Operators by number, "add:0": the first Add of a network's file.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/graph/value_names.h"
#include "compiler/split/stepped_graph.h"

namespace vta {

// What each operator and number stands for: the name of its node. An operator may be written in
// small letters and without the "nn." of graphs. `file` is in the file's order; `graph`, the
// operators that were made of it, count where no operator of the format is called so.
std::map<std::string, std::string> occurrence_names(const std::vector<FileOperator>& file,
                                                    const std::vector<FileOperator>& graph = {});

// By value that may cross: "Add:0" of the last operator whose work goes into it.
std::map<NodeId, std::string> occurrences_by_value(const SteppedGraph& graph,
                                                   const std::vector<FileOperator>& file);

}  // namespace vta
