#include "compiler/onnx/file_operators.h"

#include "compiler/onnx/functions.h"
#include "compiler/onnx/model_file.h"
#include "compiler/onnx/op_node.h"

namespace vta {

std::vector<FileOperator> onnx_operators(const std::string& path) {
  onnx::ModelProto model = onnx_import::read_model(path);
  onnx_import::inline_functions(model);
  std::vector<FileOperator> operators;
  for (const onnx::NodeProto& node : model.graph().node())
    operators.push_back({onnx_import::table_name(node), onnx_import::node_name(node)});
  return operators;
}

}  // namespace vta
