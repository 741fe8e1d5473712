// Tensors whose values are in files beside the model.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>

namespace vta::onnx_import {

// The folder that a model's side files are in; empty: there are none.
// Reads the values of a tensor with data_location EXTERNAL into its raw_data; others stay as they
// are. InputError names the tensor where the location is missing, is no plain path below the folder
// (absolute, with "..", a link that leads out), cannot be read or has too few bytes; ResourceError
// for more bytes than the policy in force allows.
void load_external(onnx::TensorProto& tensor, const std::string& folder);
// All of them in attributes of nodes, functions included.
void load_external_attributes(onnx::ModelProto& model, const std::string& folder);

}  // namespace vta::onnx_import
