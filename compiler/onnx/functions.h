// Local functions of a model: a call is replaced by the function's nodes.
#pragma once

#include <onnx/onnx_pb.h>

namespace vta::onnx_import {

// The graph's nodes without calls of the model's own functions, also of functions that functions
// call; names of values inside a call get the call's name in front. CompileError names the node
// for a function that calls itself, more nodes than a model may have, a function of another opset
// than the model, too many operands or results, an attribute that the function needs, without
// default, and the call does not give.
void inline_functions(onnx::ModelProto& model);

}  // namespace vta::onnx_import
