#include "compiler/onnx/functions.h"

#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

constexpr int kMostNodes = 1 << 20;  // functions of functions multiply
constexpr int kMostCalls = 1 << 16;  // and may have no nodes of their own
constexpr int kMostDepth = 64;

using Key = std::pair<std::string, std::string>;  // domain, name

[[noreturn]] void fail_call(const onnx::NodeProto& node, const std::string& why) {
  throw CompileError(fmt::format("{}: {}", node_text(node), why));
}

// Attributes with defaults: field 11, which ONNX 1.12 does not know yet.
std::vector<onnx::AttributeProto> defaults_of(const onnx::FunctionProto& function) {
  constexpr int kAttributeProto = 11;
  std::vector<onnx::AttributeProto> defaults;
  const auto& fields = function.unknown_fields();
  for (int i = 0; i < fields.field_count(); ++i) {
    const auto& field = fields.field(i);
    onnx::AttributeProto attribute;
    if (field.number() == kAttributeProto &&
        field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED &&
        attribute.ParseFromString(field.length_delimited()))
      defaults.push_back(attribute);
  }
  return defaults;
}

// What names mean inside a call.
struct Call {
  const onnx::NodeProto& node;
  const onnx::FunctionProto& function;
  std::string prefix;
  std::map<std::string, std::string> names;

  std::string renamed(const std::string& name) {
    if (name.empty())
      return name;
    return names.try_emplace(name, prefix + name).first->second;
  }
};

class Inliner {
 public:
  explicit Inliner(onnx::ModelProto& model) : model_(model) {
    for (const onnx::FunctionProto& function : model.functions())
      functions_[{function.domain(), function.name()}] = &function;
  }

  void run() {
    onnx::GraphProto& graph = *model_.mutable_graph();
    add_all(*graph.mutable_node(), 0);
  }

 private:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  // The nodes of a graph, and those of graphs within it.
  void add_all(Nodes& nodes, int depth) {
    Nodes before;
    before.Swap(&nodes);
    for (onnx::NodeProto& node : before)
      add(std::move(node), depth, nodes);
  }

  void add(onnx::NodeProto node, int depth, Nodes& to) {
    const auto found = functions_.find({node.domain(), node.op_type()});
    if (found != functions_.end()) {
      expand(node, *found->second, depth, to);
      return;
    }
    if (++nodes_ > kMostNodes)
      fail_call(node,
                fmt::format("with its functions the model has more than {} nodes", kMostNodes));
    for (onnx::AttributeProto& attribute : *node.mutable_attribute())
      if (attribute.has_g())
        add_all(*attribute.mutable_g()->mutable_node(), depth);
    *to.Add() = std::move(node);
  }

  void expand(const onnx::NodeProto& node, const onnx::FunctionProto& function, int depth,
              Nodes& to) {
    if (depth >= kMostDepth)
      fail_call(node, fmt::format("functions call each other more than {} deep", kMostDepth));
    if (++expanded_ > kMostCalls)
      fail_call(node, fmt::format("functions are called more than {} times", kMostCalls));
    check(node, function);
    Call call{node, function, fmt::format("{}/", prefix_of(node)), {}};
    for (int i = 0; i < function.input_size(); ++i)
      call.names[function.input(i)] = i < node.input_size() ? node.input(i) : std::string();
    for (int i = 0; i < function.output_size(); ++i)
      if (i < node.output_size() && !node.output(i).empty())
        call.names[function.output(i)] = node.output(i);
    for (const onnx::NodeProto& inner : function.node())
      add(renamed(inner, call), depth + 1, to);
  }

  std::string prefix_of(const onnx::NodeProto& node) {
    const std::string name = node_name(node);
    return prefixes_.insert(name).second ? name : fmt::format("{}.{}", name, ++calls_);
  }

  void check(const onnx::NodeProto& node, const onnx::FunctionProto& function) const {
    if (node.input_size() > function.input_size() || node.output_size() > function.output_size())
      fail_call(node, fmt::format("has {} and {}, its function {} and {}",
                                  counted(node.input_size(), "operand"),
                                  counted(node.output_size(), "result"), function.input_size(),
                                  function.output_size()));
    for (const auto& import : function.opset_import())
      for (const auto& own : model_.opset_import())
        if (plain(import.domain()) == plain(own.domain()) && import.version() != own.version() &&
            plain(own.domain()).empty())
          fail_call(node, fmt::format("its function uses opset {}, the model {}: must be the same",
                                      import.version(), own.version()));
  }

  static std::string plain(const std::string& domain) {
    return domain == "ai.onnx" ? std::string() : domain;
  }

  // A result that is an operand's name in the function as well keeps the operand's meaning.
  static onnx::NodeProto renamed(const onnx::NodeProto& inner, Call& call) {
    onnx::NodeProto node = inner;
    node.set_name(call.prefix + node_name(inner));
    for (std::string& name : *node.mutable_input())
      name = call.renamed(name);
    for (std::string& name : *node.mutable_output())
      name = call.renamed(name);
    node.clear_attribute();
    for (const onnx::AttributeProto& attribute : inner.attribute())
      set_attribute(attribute, call, node);
    for (onnx::AttributeProto& attribute : *node.mutable_attribute())
      if (attribute.has_g())
        rename(*attribute.mutable_g(), call);
    return node;
  }

  // A graph within the function: its values, and those of the function that it reads.
  static void rename(onnx::GraphProto& graph, Call& call) {
    for (onnx::NodeProto& node : *graph.mutable_node())
      node = renamed(node, call);
    for (onnx::TensorProto& tensor : *graph.mutable_initializer())
      tensor.set_name(call.renamed(tensor.name()));
    for (onnx::ValueInfoProto& output : *graph.mutable_output())
      output.set_name(call.renamed(output.name()));
  }

  // Attributes may refer to the call's, which may leave out those with a default.
  static void set_attribute(const onnx::AttributeProto& attribute, const Call& call,
                            onnx::NodeProto& node) {
    if (attribute.ref_attr_name().empty()) {
      *node.add_attribute() = attribute;
      return;
    }
    for (const auto& values : {given_to(call), defaults_of(call.function)})
      for (const onnx::AttributeProto& value : values)
        if (value.name() == attribute.ref_attr_name()) {
          *node.add_attribute() = value;
          node.mutable_attribute(node.attribute_size() - 1)->set_name(attribute.name());
          return;
        }
    fail_call(call.node, fmt::format("attribute '{}' is missing: its function needs it",
                                     attribute.ref_attr_name()));
  }

  static std::vector<onnx::AttributeProto> given_to(const Call& call) {
    return {call.node.attribute().begin(), call.node.attribute().end()};
  }

  onnx::ModelProto& model_;
  std::map<Key, const onnx::FunctionProto*> functions_;
  std::set<std::string> prefixes_;
  int64_t calls_ = 0, expanded_ = 0, nodes_ = 0;
};

}  // namespace

void inline_functions(onnx::ModelProto& model) {
  if (model.functions_size() > 0)
    Inliner(model).run();
}

}  // namespace vta::onnx_import
