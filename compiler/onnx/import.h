// ONNX models (opset 7 and later, by the forms of 24; before 7 what is as it was from 7 on) to
// graphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct ImportOptions {
  int64_t batch = 1;  // value of a symbolic or zero first dimension, and of a fixed one of 1
  // Extents of inputs by name, for those that the file leaves open and for the batch; extents that
  // the file has must agree. They come before `batch`.
  std::map<std::string, Shape> shapes = {};
  // Gets a line for each change by the import, such as DOUBLE to float32. May be null.
  std::vector<std::string>* notes = nullptr;
};

// Side files of tensors are looked for in the model's folder; calls of the model's own functions
// are replaced by their nodes.
// InputError for a file that is unreadable, not ONNX or truncated, or has tensors without their
// data; CompileError for an operator, attribute or opset that is not supported, or a name that two
// values have: names the node, its attributes and what is supported; ResourceError for more memory,
// work or time than the policy in force allows (base/resource_policy.h).
Graph import_onnx(const std::string& path, const ImportOptions& options = {});
// The same of a file's bytes, without side files; `origin` names them in messages.
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
