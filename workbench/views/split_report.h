// A network in parts as `vta split` shows it: text, JSON, a drawing.
#pragma once

#include <boost/json/object.hpp>
#include <map>
#include <string>
#include <vector>

#include "compiler/split/split_graph.h"
#include "explore/split/segment_cost.h"
#include "runtime/program.h"

namespace vta::workbench {

struct SplitReport {
  std::string model;
  const SplitNetwork* network = nullptr;
  const std::vector<Program>* programs = nullptr;
  std::vector<explore::PartCost> costs = {};
  std::map<std::string, int> exponents = {};  // of int8 values, as far as they are known
};

// The scale of a value: "2^-4"; empty where there is none or it is not known.
std::string scale_text(const SplitReport& report, const std::string& value);

std::string split_text(const SplitReport& report, size_t width);
// split.json (docs/split.md).
boost::json::object split_json(const SplitReport& report);
std::string split_svg(const SplitReport& report);

}  // namespace vta::workbench
