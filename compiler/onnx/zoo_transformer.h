// Transformers, as exporters write them: heads by Reshape and Transpose, GELU by Erf.
#pragma once

#include "compiler/onnx/net_writer.h"

namespace vta::onnx_import {

void write_deit_tiny(NetWriter& net);

}  // namespace vta::onnx_import
