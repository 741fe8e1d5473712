// Where a network can be cut, and what crosses there.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "workbench/network_parts.h"

namespace vta::workbench {

struct CutList {
  boost::json::object json;  // schema vta.split_cuts
  std::string text;          // a table as wide as the terminal
};
CutList cut_list(const QuantizedNetwork& network, const std::vector<FileOperator>& operators);

}  // namespace vta::workbench
