// The text form of graphs: Relay's, as in the published listings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// Parses one `def @main(...) { ... }`. InputError with origin, line, column, what was found and
// what was expected. Constants `meta[relay.Constant][i]` get their type from the ty= comment and no
// data; scalars are rank-0 constants with data.
Graph parse_graph(std::string_view text, std::string_view origin);

// A text may hold several functions; a later one may even be cut off, as in published excerpts.
int64_t count_functions(std::string_view text, std::string_view origin);
// Parses the function at `index` (from 0) only; InputError when there is none.
Graph parse_function(std::string_view text, std::string_view origin, int64_t index);
// All of them. The last may be cut off behind a statement: then that is its result.
std::vector<Graph> parse_functions(std::string_view text, std::string_view origin);

struct PrintOptions {
  bool comments = true;  // after calls: Node::comment, or Node::name where that is empty
};
// Numbering and order are Relay's: before a call is printed, the operand subtrees of all its
// operands are printed, then its operands in order, then itself; constants are numbered likewise.
std::string print_graph(const Graph& graph, const PrintOptions& options = {});

}  // namespace vta
