// The ONNX operators with importers.
#pragma once

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {

// CompileError names the node, and the operator that is meant where the name is only misspelt.
const OpImporter& find_importer(const onnx::NodeProto& node);

}  // namespace vta::onnx_import
