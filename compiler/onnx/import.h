// ONNX models (opset 9 to 17) to graphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct ImportOptions {
  int64_t batch = 1;  // value of a symbolic or zero first dimension, and of a fixed one of 1
  // Gets a line for whatever the import changed: DOUBLE that became float32. Null: nobody is told.
  std::vector<std::string>* notes = nullptr;
};

// InputError for a file that is unreadable, not ONNX or truncated, or has tensors without their
// data; CompileError for an operator, attribute or opset that is not supported, or a name that two
// values have: names the node, its attributes and what is supported; ResourceError for more memory,
// work or time than the policy in force allows (base/resource_policy.h).
Graph import_onnx(const std::string& path, const ImportOptions& options = {});
// The same of a file's bytes; `origin` names them in messages.
Graph import_onnx(std::span<const std::byte> bytes, const std::string& origin,
                  const ImportOptions& options = {});

// Operators the importer knows, for the generated page and for messages.
struct OnnxOpInfo {
  std::string name;
  std::string notes;
};
std::vector<OnnxOpInfo> supported_onnx_ops();
// The page docs/onnx_operators.md.
std::string onnx_operators_page();

}  // namespace vta
