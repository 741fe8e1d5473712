#include "compiler/tflite/op_list.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace vta::tflite_import {
namespace {

std::vector<OpImporter> all_importers() {
  std::vector<OpImporter> all;
  for (const auto table :
       {product_importers(), element_importers(), window_importers(), move_importers()})
    all.insert(all.end(), table.begin(), table.end());
  std::ranges::sort(all, {}, &OpImporter::name);
  return all;
}

const std::vector<OpImporter>& importers() {
  static const std::vector<OpImporter> all = all_importers();
  return all;
}

}  // namespace

std::vector<std::string> known_operators() {
  std::vector<std::string> names;
  for (const OpImporter& importer : importers())
    names.emplace_back(importer.name);
  return names;
}

const OpImporter& find_importer(const OperatorInfo& op) {
  const auto found = std::ranges::find(importers(), op.name, &OpImporter::name);
  if (found == importers().end())
    throw CompileError(
        fmt::format("is not supported: supported are {}", fmt::join(known_operators(), ", ")));
  return *found;
}

}  // namespace vta::tflite_import
