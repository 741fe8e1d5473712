#include "compiler/onnx/import.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <set>

#include "base/plural.h"
#include "base/text_safety.h"
#include "compiler/onnx/branches.h"
#include "compiler/onnx/external_data.h"
#include "compiler/onnx/functions.h"
#include "compiler/onnx/model_file.h"
#include "compiler/onnx/op_forms.h"
#include "compiler/onnx/op_list.h"
#include "compiler/onnx/op_node.h"
#include "compiler/onnx/short_integers.h"

namespace vta {

using onnx_import::Branch;
using onnx_import::Builder;
using onnx_import::check_form;
using onnx_import::chosen_results;
using onnx_import::find_importer;
using onnx_import::kFirstOpset;
using onnx_import::kLastOpset;
using onnx_import::node_text;
using onnx_import::OpImporter;
using onnx_import::OpNode;
using onnx_import::short_operands;
using onnx_import::Value;

namespace {

int64_t opset_of(const onnx::ModelProto& model, const std::string& path) {
  for (const auto& import : model.opset_import())
    if (import.domain().empty() || import.domain() == "ai.onnx") {
      if (import.version() < kFirstOpset)
        throw CompileError(fmt::format("model '{}' uses opset {}: supported are {} and later", path,
                                       import.version(), kFirstOpset));
      return import.version();
    }
  throw InputError(fmt::format("model '{}' names no opset: truncated, or not an ONNX model", path));
}

class Importer {
 public:
  // `folder` has the tensors' side files; null: there are none.
  Importer(onnx::ModelProto& model, const std::string& path, const std::string* folder,
           const ImportOptions& options)
      : proto_(*model.mutable_graph()),
        folder_(folder),
        options_(options),
        opset_(opset_of(model, path)) {}

  Graph run() {
    for (onnx::TensorProto& tensor : *proto_.mutable_initializer()) {
      define(tensor.name(), "initializer");
      initializers_[tensor.name()] = &tensor;
    }
    check_given_shapes();
    for (const onnx::ValueInfoProto& input : proto_.input())
      if (!initializers_.contains(input.name()))
        add_input(input);
    note_readers(proto_);
    for (const onnx::NodeProto& node : proto_.node())
      add_node(node);
    set_outputs();
    if (opset_ > kLastOpset)
      builder_.add_note(
          fmt::format("opset {} is later than {}, the last supported one: operators are imported "
                      "in the form of that opset",
                      opset_, kLastOpset));
    if (options_.notes != nullptr)
      for (const std::string& note : builder_.notes())
        options_.notes->push_back(note);
    return std::move(builder_.graph());
  }

 private:
  void note_readers(const onnx::GraphProto& graph) {
    for (const onnx::NodeProto& node : graph.node()) {
      read_.insert(node.input().begin(), node.input().end());
      for (const onnx::AttributeProto& attribute : node.attribute())
        if (attribute.has_g())
          note_readers(attribute.g());
    }
    for (const onnx::ValueInfoProto& output : graph.output())
      read_.insert(output.name());
  }

  // A name stands for one value; two of them would make the network mean whichever comes last.
  void define(const std::string& name, const std::string& by) {
    if (name.empty())
      throw CompileError(fmt::format("{} has no name", by));
    const auto [place, fresh] = defined_by_.emplace(name, by);
    if (!fresh)
      throw CompileError(
          fmt::format("{} produces '{}', which {} already produces", by, name, place->second));
    defined_names_.push_back(name);
  }

  void add_input(const onnx::ValueInfoProto& input) {
    define(input.name(), "input");
    if (!input.type().has_tensor_type())
      throw CompileError(fmt::format("input '{}' is not a tensor", input.name()));
    const auto& type = input.type().tensor_type();
    const DType dtype =
        onnx_import::to_dtype(type.elem_type(), fmt::format("input '{}'", input.name()));
    const Shape shape = input_shape(input.name(), type);
    builder_.note_type(type.elem_type(), fmt::format("input '{}'", input.name()));
    try {
      values_[input.name()] = {builder_.graph().add_input(printable(input.name()), {shape, dtype}),
                               {}};
    } catch (const CompileError& e) {
      throw CompileError(fmt::format("input '{}': {}", input.name(), e.what()));
    }
  }

  Shape input_shape(const std::string& name, const onnx::TypeProto::Tensor& type) {
    if (const auto given = options_.shapes.find(name); given != options_.shapes.end())
      return agreed_shape(name, type, given->second);
    if (!type.has_shape())
      throw CompileError(fmt::format(
          "input '{}' has no shape: give it one with --shape {}=1,3,224,224", name, name));
    Shape shape;
    for (int i = 0; i < type.shape().dim_size(); ++i)
      shape.push_back(i == 0 ? batch_extent(name, type.shape().dim(0))
                             : fixed_extent(name, i, type.shape().dim(i)));
    return shape;
  }

  // The shape that was asked for, where the file's has that rank and no other extents than the
  // first.
  Shape agreed_shape(const std::string& name, const onnx::TypeProto::Tensor& type,
                     const Shape& given) {
    if (!type.has_shape())
      return given;
    const auto& dims = type.shape().dim();
    if (dims.size() != std::ssize(given))
      throw UsageError(fmt::format("--shape {}={}: has {}, the model's input has rank {}", name,
                                   fmt::join(given, ","), counted(std::ssize(given), "extent"),
                                   dims.size()));
    for (int i = 0; i < dims.size(); ++i) {
      const int64_t extent = given[static_cast<size_t>(i)];
      const int64_t fixed = dims[i].has_dim_value() ? dims[i].dim_value() : 0;
      if (fixed > 0 && fixed != extent && (i > 0 || fixed != 1))
        throw UsageError(fmt::format("--shape {}={}: axis {} has {}, the model says {}", name,
                                     fmt::join(given, ","), i, extent, fixed));
      if (i == 0 && fixed == 1)
        builder_.set_batch_override(extent);
    }
    return given;
  }

  void check_given_shapes() const {
    for (const auto& [name, shape] : options_.shapes) {
      std::vector<std::string> names;
      for (const onnx::ValueInfoProto& input : proto_.input())
        if (!initializers_.contains(input.name()))
          names.push_back(input.name());
      if (std::ranges::find(names, name) == names.end())
        throw UsageError(fmt::format("--shape {}={}: the model has no such input; it has {}", name,
                                     fmt::join(shape, ","), fmt::join(names, ", ")));
    }
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
    throw CompileError(fmt::format("input '{}' has a fixed batch of {}, requested is {}", input,
                                   dim.dim_value(), options_.batch));
  }

  static int64_t fixed_extent(const std::string& input, int axis,
                              const onnx::TensorShapeProto::Dimension& dim) {
    if (!dim.has_dim_value() || dim.dim_value() < 1)
      throw CompileError(fmt::format(
          "input '{}': axis {} has extent '{}': give the whole shape with --shape {}=1,3,224,224",
          input, axis, dim.has_dim_param() ? dim.dim_param() : std::to_string(dim.dim_value()),
          input));
    return dim.dim_value();
  }

  // Weights are taken out of the file's image when they are first read.
  Value value(const std::string& name, const std::string& reader) {
    if (const auto found = values_.find(name); found != values_.end())
      return found->second;
    const auto initializer = initializers_.find(name);
    if (initializer == initializers_.end())
      refuse_unknown(name, reader);
    builder_.note_type(initializer->second->data_type(), fmt::format("tensor '{}'", name));
    if (folder_ != nullptr)
      onnx_import::load_external(*initializer->second, *folder_);
    const Value v = onnx_import::take_constant(*initializer->second);
    values_[name] = v;
    return v;
  }

  [[noreturn]] void refuse_unknown(const std::string& name, const std::string& reader) const {
    const auto later = defined_by_.find(name);
    if (later == defined_by_.end()) {
      for (const onnx::NodeProto& node : proto_.node())
        if (std::ranges::find(node.output(), name) != node.output().end())
          throw CompileError(
              fmt::format("{} reads '{}', which {} produces only later: nodes must stand after the "
                          "nodes whose results they read",
                          reader, name, node_text(node)));
      for (const onnx::SparseTensorProto& sparse : proto_.sparse_initializer())
        if (sparse.values().name() == name)
          throw CompileError(
              fmt::format("{} reads '{}', a sparse initializer: must be dense", reader, name));
      throw CompileError(
          fmt::format("{} reads '{}', but no earlier node produces it", reader, name));
    }
    throw CompileError(fmt::format("{} reads '{}' of {}: this result is not supported", reader,
                                   name, later->second));
  }

  void define_results(const onnx::NodeProto& proto) {
    for (const std::string& name : proto.output())
      if (!name.empty())
        define(name, node_text(proto));
  }

  void add_node(const onnx::NodeProto& proto) {
    const OpImporter& importer = find_importer(proto);
    check_form(proto, opset_);
    std::vector<Value> inputs;
    for (const std::string& name : proto.input())
      inputs.push_back(name.empty() ? Value{} : value(name, node_text(proto)));
    const NodeId before = builder_.graph().size();
    const OpNode node(proto, std::move(inputs), builder_, opset_, read_);
    const int short_type = short_operands(node);
    if (importer.run == nullptr) {
      add_branch(node, proto);
      return;
    }
    const Value result = run_importer(importer, node, proto);
    builder_.graph().add_onnx_nodes(before, {node.name()});
    if (!result.is_constant() && result.node >= before)
      builder_.name(result, node.name());
    node.set_result(0, result);
    if (short_type != 0)
      node.mark_short(short_type);
    define_results(proto);
    take_results(proto, node.results());
  }

  // The node says which of its operator's results there are: it may have fewer than are offered,
  // and leave out any by an empty name. One that is not offered cannot be read.
  void take_results(const onnx::NodeProto& proto, const std::map<int, Value>& offered) {
    for (int i = 0; i < proto.output_size(); ++i)
      if (const auto found = offered.find(i);
          found != offered.end() && found->second.exists() && !proto.output(i).empty())
        values_[proto.output(i)] = found->second;
  }

  // Of an If. Where the condition is known, the branch that it chooses is imported and the other
  // one means nothing; else both are (branches.h).
  void add_branch(const OpNode& node, const onnx::NodeProto& proto) {
    const NodeId before = builder_.graph().size();
    std::vector<Value> results;
    if (node.in(0).is_constant()) {
      const bool yes = node.constant_bool(0, "the condition");
      results = branch_results(node, proto, yes ? "then_branch" : "else_branch");
    } else {
      for (const char* which : {"then_branch", "else_branch"})
        branch_graph(node, which);
      const Branch yes = tried_branch(node, proto, "then_branch");
      const Branch no = tried_branch(node, proto, "else_branch");
      results = chosen_results(node, yes, no);
      builder_.graph().add_onnx_nodes(before, {node.name()});
    }
    for (size_t i = 0; i < results.size(); ++i)
      node.set_result(static_cast<int>(i), results[i]);
    define_results(proto);
    take_results(proto, node.results());
  }

  Branch tried_branch(const OpNode& node, const onnx::NodeProto& proto, std::string_view which) {
    Branch branch{.name = which, .begin = builder_.graph().size()};
    try {
      branch.results = branch_results(node, proto, which);
    } catch (const CompileError& e) {
      branch.refusal = e.what();
    }
    branch.end = builder_.graph().size();
    return branch;
  }

  static const onnx::GraphProto& branch_graph(const OpNode& node, std::string_view which) {
    const onnx::AttributeProto* found = node.find(which);
    if (found == nullptr || !found->has_g())
      node.fail(fmt::format("attribute {} is missing", which));
    const onnx::GraphProto& branch = found->g();
    if (branch.input_size() > 0 || branch.output_size() != node.output_count())
      node.fail(fmt::format("{} has {} and {}: must have none and {}", which,
                            counted(branch.input_size(), "input"),
                            counted(branch.output_size(), "output"), node.output_count()));
    return branch;
  }

  // A branch's nodes are those of the graph around it, whose values they may read. Its own names
  // mean something in it alone.
  std::vector<Value> branch_results(const OpNode& node, const onnx::NodeProto& proto,
                                    std::string_view which) {
    const onnx::GraphProto& branch = branch_graph(node, which);
    const Scope scope(*this);
    for (const onnx::TensorProto& tensor : branch.initializer()) {
      define(tensor.name(), "initializer");
      initializers_[tensor.name()] = &branch_tensors_.emplace_back(tensor);
    }
    for (const onnx::NodeProto& inner : branch.node())
      add_node(inner);
    std::vector<Value> results;
    for (const onnx::ValueInfoProto& output : branch.output())
      results.push_back(value(output.name(), node_text(proto)));
    return results;
  }

  // What is defined while it lives is forgotten then.
  class Scope {
   public:
    explicit Scope(Importer& importer)
        : importer_(importer), outside_(importer.defined_names_.size()) {}
    ~Scope() { importer_.forget(outside_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Importer& importer_;
    size_t outside_;
  };

  void forget(size_t outside) {
    for (; defined_names_.size() > outside; defined_names_.pop_back()) {
      const std::string& name = defined_names_.back();
      defined_by_.erase(name);
      initializers_.erase(name);
      values_.erase(name);
    }
  }

  // Errors of shape functions and limits get the node's name.
  static Value run_importer(const OpImporter& importer, const OpNode& node,
                            const onnx::NodeProto& proto) {
    const std::string prefix = node_text(proto);
    try {
      return importer.run(node);
    } catch (const Error& e) {
      if (std::string_view(e.what()).starts_with(prefix))
        throw;
      const std::string message = fmt::format("{}: {}", prefix, e.what());
      if (e.exit_code() == ExitCode::ResourceLimit)
        throw ResourceError(message);
      throw CompileError(message);
    }
  }

  void set_outputs() {
    std::vector<NodeId> outputs;
    std::vector<std::string> names;
    UniqueNames different;  // a file may list a value twice
    for (const onnx::ValueInfoProto& output : proto_.output()) {
      outputs.push_back(output_node(fmt::format("output '{}'", output.name()), output.name()));
      names.push_back(different.make(printable(output.name())));
    }
    if (outputs.empty())
      throw CompileError("the model has no outputs");
    builder_.graph().set_outputs(std::move(outputs), std::move(names));
  }

  NodeId output_node(const std::string& what, const std::string& name) {
    const Value of = value(name, what);
    try {
      return builder_.node_of(of);
    } catch (const CompileError& e) {
      throw CompileError(fmt::format("{}: {}", what, e.what()));
    }
  }

  onnx::GraphProto& proto_;
  const std::string* folder_;
  ImportOptions options_;
  int64_t opset_;
  Builder builder_;
  std::set<std::string> read_;
  std::map<std::string, onnx::TensorProto*> initializers_;
  std::deque<onnx::TensorProto> branch_tensors_;  // initializers of branches
  std::map<std::string, Value> values_;
  std::map<std::string, std::string> defined_by_;  // in words
  std::vector<std::string> defined_names_;         // in the order in which they are defined
};

Graph import_model(onnx::ModelProto model, const std::string& origin, const std::string* folder,
                   const ImportOptions& options) {
  constexpr int64_t kMaxBatch = 65536;
  if (options.batch < 1 || options.batch > kMaxBatch)
    throw UsageError(fmt::format("batch {}: must be 1 to {}", options.batch, kMaxBatch));
  if (folder != nullptr)
    onnx_import::load_external_attributes(model, *folder);
  onnx_import::inline_functions(model);
  return Importer(model, origin, folder, options).run();
}

}  // namespace

Graph import_onnx(const std::string& path, const ImportOptions& options) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return import_model(onnx_import::read_model(path), path, &folder, options);
}

Graph import_onnx(std::span<const std::byte> bytes, const std::string& origin,
                  const ImportOptions& options) {
  return import_model(onnx_import::parse_model(bytes, origin), origin, nullptr, options);
}

}  // namespace vta
