// The operators of an ONNX file, counted in the file's order.
#pragma once

#include <string>
#include <vector>

#include "compiler/graph/value_names.h"

namespace vta {

// The nodes in the file's order, each with its operator ("Add", "com.microsoft.QLinearAdd") and the
// name that the import calls it by; calls of the file's own functions are replaced by their nodes,
// and nodes inside an If count with it. Errors as import_onnx().
std::vector<FileOperator> onnx_operators(const std::string& path);

}  // namespace vta
