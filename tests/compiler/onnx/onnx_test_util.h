// Small ONNX models made in tests.
#pragma once

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"

namespace vta {

// A file name that no other test process uses; removed at the end.
class TempFile {
 public:
  explicit TempFile(const std::string& suffix = ".onnx") {
    static int counter = 0;
    path_ = (std::filesystem::temp_directory_path() /
             fmt::format("vta_test_{}_{}{}", ::getpid(), counter++, suffix))
                .string();
  }
  ~TempFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  const std::string& path() const { return path_; }
  void write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

 private:
  std::string path_;
};

class TestModel {
 public:
  explicit TestModel(int64_t opset = 13) {
    model_.set_ir_version(7);
    model_.add_opset_import()->set_version(opset);
    graph().set_name("test");
  }

  onnx::ModelProto& proto() { return model_; }
  onnx::GraphProto& graph() { return *model_.mutable_graph(); }

  // Extent -1: symbolic.
  TestModel& input(const std::string& name, const std::vector<int64_t>& shape) {
    auto& info = *graph().add_input();
    info.set_name(name);
    auto& type = *info.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    type.mutable_shape();
    for (int64_t d : shape) {
      auto& dim = *type.mutable_shape()->add_dim();
      if (d < 0)
        dim.set_dim_param("N");
      else
        dim.set_dim_value(d);
    }
    return *this;
  }
  TestModel& floats(const std::string& name, const std::vector<int64_t>& shape,
                    const std::vector<float>& values) {
    auto& t = tensor(name, shape, onnx::TensorProto::FLOAT);
    for (float v : values)
      t.add_float_data(v);
    return *this;
  }
  TestModel& ints(const std::string& name, const std::vector<int64_t>& values) {
    return ints(name, {static_cast<int64_t>(values.size())}, values);
  }
  TestModel& ints(const std::string& name, const std::vector<int64_t>& shape,
                  const std::vector<int64_t>& values) {
    auto& t = tensor(name, shape, onnx::TensorProto::INT64);
    for (int64_t v : values)
      t.add_int64_data(v);
    return *this;
  }
  TestModel& scalar_int(const std::string& name, int64_t value) {
    tensor(name, {}, onnx::TensorProto::INT64).add_int64_data(value);
    return *this;
  }

  // Any type whose values are kept as int32.
  TestModel& typed(const std::string& name, int type, const std::vector<int64_t>& shape,
                   const std::vector<int>& values) {
    auto& t = tensor(name, shape, type);
    for (const int v : values)
      t.add_int32_data(v);
    return *this;
  }
  TestModel& u8(const std::string& name, const std::vector<int64_t>& shape,
                const std::vector<int>& values) {
    return typed(name, onnx::TensorProto::UINT8, shape, values);
  }
  TestModel& i8(const std::string& name, const std::vector<int64_t>& shape,
                const std::vector<int>& values) {
    return typed(name, onnx::TensorProto::INT8, shape, values);
  }

  // Appends a node named after its output; attributes are set on the one last added.
  TestModel& node(const std::string& op, const std::vector<std::string>& inputs,
                  const std::string& output) {
    auto& n = *graph().add_node();
    n.set_op_type(op);
    n.set_name(output + "_node");
    for (const auto& i : inputs)
      n.add_input(i);
    n.add_output(output);
    return *this;
  }
  // Of onnxruntime's own operators.
  TestModel& other(const std::string& op, const std::vector<std::string>& inputs,
                   const std::string& output) {
    node(op, inputs, output);
    graph().mutable_node(graph().node_size() - 1)->set_domain("com.microsoft");
    return *this;
  }
  TestModel& attr(const std::string& name, int64_t value) {
    auto& a = attribute(name, onnx::AttributeProto::INT);
    a.set_i(value);
    return *this;
  }
  TestModel& attr_float(const std::string& name, float value) {
    auto& a = attribute(name, onnx::AttributeProto::FLOAT);
    a.set_f(value);
    return *this;
  }
  TestModel& attr_text(const std::string& name, const std::string& value) {
    auto& a = attribute(name, onnx::AttributeProto::STRING);
    a.set_s(value);
    return *this;
  }
  TestModel& attr_ints(const std::string& name, const std::vector<int64_t>& values) {
    auto& a = attribute(name, onnx::AttributeProto::INTS);
    for (int64_t v : values)
      a.add_ints(v);
    return *this;
  }
  TestModel& output(const std::string& name) {
    graph().add_output()->set_name(name);
    return *this;
  }

  std::string bytes() const { return model_.SerializeAsString(); }
  Graph import(int64_t batch = 1) const {
    const TempFile file;
    file.write(bytes());
    Graph g = import_onnx(file.path(), {.batch = batch});
    verify(g);
    return g;
  }
  // The only output for the only input.
  Tensor run(const Shape& shape, const std::vector<float>& values) const {
    const std::vector<Tensor> inputs = {Tensor::from_span<float>(shape, values)};
    return interpret(import(shape.empty() ? 1 : shape[0]), inputs).front();
  }
  std::string error() const {
    try {
      import();
    } catch (const Error& e) {
      return e.what();
    }
    ADD_FAILURE() << "no error";
    return {};
  }

 private:
  onnx::TensorProto& tensor(const std::string& name, const std::vector<int64_t>& shape, int type) {
    auto& t = *graph().add_initializer();
    t.set_name(name);
    t.set_data_type(type);
    for (int64_t d : shape)
      t.add_dims(d);
    return t;
  }
  onnx::AttributeProto& attribute(const std::string& name,
                                  onnx::AttributeProto_AttributeType type) {
    auto& a = *graph().mutable_node(graph().node_size() - 1)->add_attribute();
    a.set_name(name);
    a.set_type(type);
    return a;
  }
  onnx::ModelProto model_;
};

inline std::vector<float> floats_of(const Tensor& t) {
  return {t.data<float>().begin(), t.data<float>().end()};
}

// Names of the operators in a graph, in order.
inline std::vector<std::string> ops_of(const Graph& g) {
  std::vector<std::string> ops;
  for (NodeId id = 0; id < g.size(); ++id)
    if (g.node(id).kind == NodeKind::Call)
      ops.push_back(g.node(id).op);
  return ops;
}

}  // namespace vta
