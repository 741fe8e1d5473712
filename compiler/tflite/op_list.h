// The operators that the import knows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compiler/tflite/op_node.h"

namespace vta::tflite_import {

struct OpImporter {
  std::string_view name;  // TFLite's
  NodeId (*run)(const OpNode& node);
};

// One table per file.
std::span<const OpImporter> product_importers();
std::span<const OpImporter> element_importers();
std::span<const OpImporter> window_importers();
std::span<const OpImporter> move_importers();

// Throws CompileError, which lists the known operators.
const OpImporter& find_importer(const OperatorInfo& op);
std::vector<std::string> known_operators();  // sorted

}  // namespace vta::tflite_import
