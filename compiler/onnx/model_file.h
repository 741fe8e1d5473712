// Reading ONNX protobuf files of any size.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

#include "base/tensor.h"

namespace vta::onnx_import {

// InputError when the file is unreadable, empty, truncated or not an ONNX model.
onnx::ModelProto read_model(const std::string& path);

// Values of a tensor, wherever the format keeps them. DOUBLE becomes float32. CompileError for
// other element types and for data in a second file, InputError when there is too little data.
Tensor to_tensor(const onnx::TensorProto& proto);
// CompileError names the ONNX type.
DType to_dtype(int onnx_type, const std::string& what);

}  // namespace vta::onnx_import
