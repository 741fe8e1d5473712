// Which ONNX operators there are importers of.
#pragma once

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {

// CompileError names the node and the operators with the nearest names.
const OpImporter& find_importer(const onnx::NodeProto& node);

}  // namespace vta::onnx_import
