#include "compiler/onnx/import.h"

#include <algorithm>
#include <map>

#include "base/text_safety.h"
#include "compiler/onnx/model_file.h"
#include "compiler/onnx/op_node.h"

namespace vta {

using onnx_import::Builder;
using onnx_import::node_text;
using onnx_import::OpImporter;
using onnx_import::OpNode;
using onnx_import::Value;

namespace {

constexpr int64_t kFirstOpset = 9, kLastOpset = 17;

std::vector<const OpImporter*> all_importers() {
  std::vector<const OpImporter*> all;
  for (const auto table :
       {onnx_import::nn_importers(), onnx_import::math_importers(), onnx_import::shape_importers()})
    for (const OpImporter& importer : table)
      all.push_back(&importer);
  std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->op < b->op; });
  return all;
}

const OpImporter& find_importer(const onnx::NodeProto& node) {
  const auto all = all_importers();
  const bool standard = node.domain().empty() || node.domain() == "ai.onnx";
  std::vector<std::string_view> names;
  for (const OpImporter* importer : all) {
    if (standard && importer->op == node.op_type())
      return *importer;
    names.push_back(importer->op);
  }
  throw CompileError(fmt::format(
      "{}: operator '{}'{} is not supported; supported are {}", node_text(node), node.op_type(),
      standard ? "" : fmt::format(" of domain '{}'", node.domain()), fmt::join(names, ", ")));
}

void check_attributes(const onnx::NodeProto& node, const OpImporter& importer) {
  for (const auto& a : node.attribute())
    if (std::find(importer.attrs.begin(), importer.attrs.end(), a.name()) == importer.attrs.end())
      throw CompileError(fmt::format(
          "{}: attribute '{}' is not supported; supported are: {}", node_text(node), a.name(),
          importer.attrs.empty() ? std::string("none")
                                 : fmt::format("{}", fmt::join(importer.attrs, ", "))));
}

int64_t opset_of(const onnx::ModelProto& model, const std::string& path) {
  for (const auto& import : model.opset_import())
    if (import.domain().empty() || import.domain() == "ai.onnx") {
      if (import.version() < kFirstOpset || import.version() > kLastOpset)
        throw CompileError(fmt::format("model '{}' uses opset {}: supported are {} to {}", path,
                                       import.version(), kFirstOpset, kLastOpset));
      return import.version();
    }
  throw InputError(fmt::format("model '{}' names no opset: truncated, or not an ONNX model", path));
}

class Importer {
 public:
  Importer(onnx::ModelProto& model, const std::string& path, const ImportOptions& options)
      : proto_(*model.mutable_graph()), options_(options), opset_(opset_of(model, path)) {}

  Graph run() {
    for (onnx::TensorProto& tensor : *proto_.mutable_initializer())
      initializers_[tensor.name()] = &tensor;
    for (const onnx::ValueInfoProto& input : proto_.input())
      if (!initializers_.contains(input.name()))
        add_input(input);
    for (const onnx::NodeProto& node : proto_.node())
      add_node(node);
    set_outputs();
    return std::move(builder_.graph());
  }

 private:
  void add_input(const onnx::ValueInfoProto& input) {
    if (!input.type().has_tensor_type())
      throw CompileError(fmt::format("input '{}' is not a tensor", input.name()));
    const auto& type = input.type().tensor_type();
    const DType dtype =
        onnx_import::to_dtype(type.elem_type(), fmt::format("input '{}'", input.name()));
    Shape shape;
    for (int i = 0; i < type.shape().dim_size(); ++i)
      shape.push_back(i == 0 ? batch_extent(input.name(), type.shape().dim(0))
                             : fixed_extent(input.name(), i, type.shape().dim(i)));
    if (!type.has_shape())
      throw CompileError(fmt::format("input '{}' has no shape", input.name()));
    values_[input.name()] = {builder_.graph().add_input(printable(input.name()), {shape, dtype}),
                             {}};
  }

  int64_t batch_extent(const std::string& input, const onnx::TensorShapeProto::Dimension& dim) {
    const bool open = !dim.has_dim_value() || dim.dim_value() <= 0;
    if (open || dim.dim_value() == options_.batch)
      return options_.batch;
    if (dim.dim_value() == 1) {
      builder_.set_batch_override(options_.batch);
      return options_.batch;
    }
    if (options_.batch == 1)
      return dim.dim_value();
    throw CompileError(fmt::format("input '{}' has a fixed batch of {}, batch {} was asked for",
                                   input, dim.dim_value(), options_.batch));
  }

  static int64_t fixed_extent(const std::string& input, int axis,
                              const onnx::TensorShapeProto::Dimension& dim) {
    if (!dim.has_dim_value() || dim.dim_value() < 1)
      throw CompileError(fmt::format(
          "input '{}': axis {} has extent '{}'; only the first (batch) may be symbolic", input,
          axis, dim.has_dim_param() ? dim.dim_param() : std::to_string(dim.dim_value())));
    return dim.dim_value();
  }

  // Weights are converted when they are first read, and then dropped from the file's image.
  Value value(const std::string& name, const std::string& reader) {
    if (const auto found = values_.find(name); found != values_.end())
      return found->second;
    const auto initializer = initializers_.find(name);
    if (initializer == initializers_.end())
      throw CompileError(
          fmt::format("{} reads '{}', which nothing before it defines", reader, name));
    Value v{-1, onnx_import::to_tensor(*initializer->second)};
    initializer->second->clear_raw_data();
    values_[name] = v;
    return v;
  }

  void add_node(const onnx::NodeProto& proto) {
    const OpImporter& importer = find_importer(proto);
    check_attributes(proto, importer);
    std::vector<Value> inputs;
    for (const std::string& name : proto.input())
      inputs.push_back(name.empty() ? Value{} : value(name, node_text(proto)));
    const NodeId before = builder_.graph().size();
    const OpNode node(proto, std::move(inputs), builder_, opset_);
    const Value result = run_importer(importer, node, proto);
    builder_.graph().add_onnx_nodes(before, {node.name()});
    if (!result.is_constant() && result.node >= before)
      builder_.name(result, node.name());
    if (proto.output_size() > 0)
      values_[proto.output(0)] = result;
  }

  // Errors of shape functions get the node's name.
  static Value run_importer(const OpImporter& importer, const OpNode& node,
                            const onnx::NodeProto& proto) {
    const std::string prefix = node_text(proto);
    try {
      return importer.run(node);
    } catch (const Error& e) {
      if (std::string_view(e.what()).starts_with(prefix))
        throw;
      throw CompileError(fmt::format("{}: {}", prefix, e.what()));
    }
  }

  void set_outputs() {
    std::vector<NodeId> outputs;
    for (const onnx::ValueInfoProto& output : proto_.output())
      outputs.push_back(
          builder_.node_of(value(output.name(), fmt::format("output '{}'", output.name()))));
    if (outputs.empty())
      throw CompileError("the model has no outputs");
    builder_.graph().set_outputs(outputs);
  }

  onnx::GraphProto& proto_;
  ImportOptions options_;
  int64_t opset_;
  Builder builder_;
  std::map<std::string, onnx::TensorProto*> initializers_;
  std::map<std::string, Value> values_;
};

}  // namespace

Graph import_onnx(const std::string& path, const ImportOptions& options) {
  constexpr int64_t kMaxBatch = 65536;
  if (options.batch < 1 || options.batch > kMaxBatch)
    throw UsageError(fmt::format("batch {}: must be 1 to {}", options.batch, kMaxBatch));
  onnx::ModelProto model = onnx_import::read_model(path);
  return Importer(model, path, options).run();
}

std::vector<OnnxOpInfo> supported_onnx_ops() {
  std::vector<OnnxOpInfo> ops;
  for (const OpImporter* importer : all_importers())
    ops.push_back({std::string(importer->op), std::string(importer->notes)});
  return ops;
}

std::string onnx_operators_page() {
  std::string page = fmt::format(
      "# ONNX operators\n\n"
      "Generated from the importer's tables (compiler/onnx/ops_*.cpp); a test fails when this page "
      "is stale.\nOpset {} to {}. An operator, attribute or form that is not listed is refused "
      "with "
      "the node's name.\n\n"
      "| operator | attributes | notes |\n|---|---|---|\n",
      kFirstOpset, kLastOpset);
  for (const OpImporter* importer : all_importers())
    page += fmt::format("| `{}` | {} | {} |\n", importer->op, fmt::join(importer->attrs, ", "),
                        importer->notes);
  return page;
}

}  // namespace vta
