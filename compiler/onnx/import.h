// ONNX models (opset 9 to 17) to graphs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct ImportOptions {
  int64_t batch = 1;  // value of a symbolic or zero first dimension, and of a fixed one of 1
};

// InputError for a file that is unreadable, not ONNX or truncated; CompileError for an operator,
// attribute or opset that is not supported: names the node, its attributes and what is supported.
Graph import_onnx(const std::string& path, const ImportOptions& options = {});

// Operators the importer knows, for the generated page and for messages.
struct OnnxOpInfo {
  std::string name;
  std::string notes;
};
std::vector<OnnxOpInfo> supported_onnx_ops();
// The page docs/onnx_operators.md.
std::string onnx_operators_page();

}  // namespace vta
