#include "tests/compiler/onnx/conformance/backend_case.h"

#include <onnx/onnx_pb.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/model_file.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"

namespace vta::testing {
namespace {

namespace fs = std::filesystem;

std::optional<onnx::TensorProto> read_tensor(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  onnx::TensorProto tensor;
  if (!file || !tensor.ParseFromIstream(&file))
    return std::nullopt;
  return tensor;
}

std::vector<onnx::TensorProto> read_tensors(const fs::path& folder, const std::string& kind) {
  std::vector<onnx::TensorProto> tensors;
  for (int i = 0;; ++i) {
    const fs::path path = folder / fmt::format("{}_{}.pb", kind, i);
    if (!fs::exists(path))
      return tensors;
    const auto tensor = read_tensor(path);
    if (!tensor)
      throw CompileError(fmt::format("{} {} is no tensor", kind, i));
    tensors.push_back(*tensor);
  }
}

struct Case {
  onnx::ModelProto model;
  std::map<std::string, onnx::TensorProto> inputs;  // by name
  std::vector<onnx::TensorProto> outputs;
};

onnx::ModelProto read_model_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  onnx::ModelProto model;
  if (!model.ParseFromIstream(&file))
    throw CompileError(fmt::format("'{}' does not parse", path.string()));
  return model;
}

// The package keeps the bits of bfloat16 as uint16.
void set_type(onnx::TensorProto& tensor, const onnx::ValueInfoProto& info) {
  const int type = info.type().tensor_type().elem_type();
  if (type == onnx::TensorProto::BFLOAT16 && tensor.data_type() == onnx::TensorProto::UINT16)
    tensor.set_data_type(type);
}

Case case_of_folder(const fs::path& folder) {
  Case test{read_model_file(folder / "model.onnx"), {}, {}};
  std::vector<onnx::TensorProto> values = read_tensors(folder / "test_data_set_0", "input");
  if (static_cast<int>(values.size()) != test.model.graph().input_size())
    throw CompileError("inputs are missing");
  for (size_t i = 0; i < values.size(); ++i) {
    const onnx::ValueInfoProto& info = test.model.graph().input(static_cast<int>(i));
    set_type(values[i], info);
    test.inputs[info.name()] = values[i];
  }
  test.outputs = read_tensors(folder / "test_data_set_0", "output");
  for (size_t i = 0; i < test.outputs.size(); ++i)
    set_type(test.outputs[i], test.model.graph().output(static_cast<int>(i)));
  return test;
}

Case case_of_file(const fs::path& path) {
  Case test{read_model_file(path), {}, {}};
  google::protobuf::RepeatedPtrField<onnx::TensorProto> all;
  all.Swap(test.model.mutable_graph()->mutable_initializer());
  for (const onnx::TensorProto& tensor : all)
    if (tensor.name().starts_with("given/"))
      test.inputs[tensor.name().substr(6)] = tensor;
    else if (tensor.name().starts_with("expected/"))
      test.outputs.push_back(tensor);
    else
      *test.model.mutable_graph()->add_initializer() = tensor;
  return test;
}

// The model with some of its inputs as initializers.
class BoundModel {
 public:
  explicit BoundModel(Case test) : model_(std::move(test.model)), inputs_(std::move(test.inputs)) {
    for (const onnx::ValueInfoProto& info : model_.graph().input()) {
      const std::string& name = info.name();
      if (!inputs_.contains(name))
        throw CompileError(fmt::format("input '{}' has no value", name));
      onnx::TensorProto& value = inputs_[name];
      value.set_name(name);
      require_declared(info, value);
      if (num_elements({value.dims().begin(), value.dims().end()}) == 0)
        bind(name);
    }
  }

  Graph import() {
    while (true) {
      try {
        const std::string bytes = model_.SerializeAsString();
        return import_onnx(std::as_bytes(std::span(bytes)), "model");
      } catch (const CompileError& e) {
        std::smatch name;
        const std::string why = e.what();
        if (!std::regex_search(why, name, std::regex(R"(\('([^']*)'\) must be a constant)")) ||
            !bind(name[1]))
          throw;
      }
    }
  }

  std::vector<Tensor> input_values() const {
    std::vector<Tensor> values;
    for (const auto& input : model_.graph().input())
      if (!bound_.contains(input.name()))
        values.push_back(onnx_import::to_tensor(inputs_.at(input.name())));
    return values;
  }

 private:
  // A few values of the package do not have the shape that their model declares.
  static void require_declared(const onnx::ValueInfoProto& info, const onnx::TensorProto& value) {
    const auto& dims = info.type().tensor_type().shape().dim();
    bool same = dims.size() == value.dims_size();
    for (int i = 0; same && i < dims.size(); ++i)
      same = !dims[i].has_dim_value() || dims[i].dim_value() == value.dims(i);
    if (!same && info.type().tensor_type().has_shape())
      throw CompileError(fmt::format("input '{}' is not declared as its value is", info.name()));
  }

  bool bind(const std::string& name) {
    if (!inputs_.contains(name) || !bound_.insert(name).second)
      return false;
    *model_.mutable_graph()->add_initializer() = inputs_.at(name);
    return true;
  }

  onnx::ModelProto model_;
  std::map<std::string, onnx::TensorProto> inputs_;
  std::set<std::string> bound_;
};

// Empty where the tensors agree.
std::string difference(const Tensor& have, const Tensor& want, const Tolerance& tolerance) {
  const TensorType got{have.shape(), have.dtype()}, wanted{want.shape(), want.dtype()};
  if (got != wanted)
    return fmt::format("{} instead of {}", type_text(got), type_text(wanted));
  if (have.dtype() != DType::F32)
    return std::ranges::equal(have.bytes(), want.bytes()) ? "" : "values differ";
  for (size_t i = 0; i < have.data<float>().size(); ++i) {
    const double a = have.data<float>()[i], b = want.data<float>()[i];
    const bool same = a == b || (std::isnan(a) && std::isnan(b)) ||
                      std::fabs(a - b) <= tolerance.atol + tolerance.rtol * std::fabs(b);
    if (!same)
      return fmt::format("element {} is {} instead of {}", i, a, b);
  }
  return "";
}

std::vector<Tensor> run_compiled(const Graph& graph, const std::vector<Tensor>& inputs) {
  CompileOptions options;
  options.config = named_config("default");
  SettingValues all;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "nn.conv2d")
      all.push_back(std::to_string(all.size()));
  options.recipe.set_list("skip_conv", all);
  Program program = compile_graph(graph, options).program;
  Executor executor(program, make_device("fsim", options.config));
  for (size_t i = 0; i < inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), inputs[i]);
  executor.run();
  std::vector<Tensor> outputs;
  for (size_t i = 0; i < program.outputs.size(); ++i)
    outputs.push_back(executor.output(static_cast<int64_t>(i)));
  return outputs;
}

Outcome compare(const std::string& who, const std::vector<Tensor>& outputs,
                const std::vector<Tensor>& wanted, const Tolerance& tolerance) {
  if (outputs.size() != wanted.size())
    return {Verdict::Differ,
            fmt::format("{}: {} outputs instead of {}", who, outputs.size(), wanted.size())};
  for (size_t i = 0; i < wanted.size(); ++i)
    if (const std::string why = difference(outputs[i], wanted[i], tolerance); !why.empty())
      return {Verdict::Differ, fmt::format("{}: output {}: {}", who, i, why)};
  return {Verdict::Match, ""};
}

Outcome run_case(const std::function<Case()>& load, const Tolerance& tolerance) {
  Graph graph;
  std::vector<Tensor> inputs, wanted;
  try {
    const Case test = load();
    BoundModel model(test);
    graph = model.import();
    inputs = model.input_values();
    for (const onnx::TensorProto& tensor : test.outputs)
      wanted.push_back(onnx_import::to_tensor(tensor));
  } catch (const Error& e) {
    return {Verdict::Refused, e.what()};
  }
  try {
    verify(graph);
    const Outcome interpreted = compare("interpreter", interpret(graph, inputs), wanted, tolerance);
    if (interpreted.verdict != Verdict::Match)
      return interpreted;
    return compare("executor", run_compiled(graph, inputs), wanted, tolerance);
  } catch (const std::exception& e) {
    return {Verdict::Differ, e.what()};
  }
}

}  // namespace

Outcome run_folder(const fs::path& folder, const Tolerance& tolerance) {
  return run_case([&] { return case_of_folder(folder); }, tolerance);
}

Outcome run_file(const fs::path& file, const Tolerance& tolerance) {
  return run_case([&] { return case_of_file(file); }, tolerance);
}

}  // namespace vta::testing
