// Reading ONNX protobuf files of any size.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstddef>
#include <span>
#include <string>

#include "base/tensor.h"

namespace vta::onnx_import {

// InputError when the file is unreadable, empty, truncated or not an ONNX model.
onnx::ModelProto read_model(const std::string& path);
// The same of a file's bytes; `origin` names them in messages.
onnx::ModelProto parse_model(std::span<const std::byte> bytes, const std::string& origin);

// Values of a tensor, wherever the format keeps them. DOUBLE, FLOAT16 and BFLOAT16 become
// float32. CompileError for other element types and for data that is still in a second file
// (external_data.h), InputError when there is too little data.
Tensor to_tensor(const onnx::TensorProto& proto);
// The same; `proto` has no values afterwards, and where they lay as a tensor's do, they are the
// tensor's.
Tensor take_tensor(onnx::TensorProto& proto);
// The same of INT16 and UINT16, as int32.
Tensor short_tensor(const onnx::TensorProto& proto);
// CompileError names the ONNX type.
DType to_dtype(int onnx_type, const std::string& what);

}  // namespace vta::onnx_import
