// Relay's numbering: before a call is printed, the operand subtrees of all its operands are
// printed, then its operands in order. With c = add(a(x), b(y)) that is: x, y are printed, then a,
// then b, and c by its user.
#include <algorithm>
#include <cctype>
#include <set>

#include "base/error.h"
#include "compiler/graph/op_table.h"
#include "compiler/text/text.h"

namespace vta {
namespace {

std::string float_text(double value) {
  return fmt::format("{}f", value);
}

std::string string_text(std::string_view value) {
  std::string text = "\"";
  for (char c : value) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + "\"";
}

std::string list_text(const IntList& list) {
  return fmt::format("[{}]", fmt::join(list, ", "));
}

struct AttrText {
  std::string operator()(bool v) const { return v ? "True" : "False"; }
  std::string operator()(int64_t v) const { return fmt::format("{}", v); }
  std::string operator()(double v) const { return float_text(v); }
  std::string operator()(const std::string& v) const { return string_text(v); }
  std::string operator()(const IntList& v) const { return list_text(v); }
  std::string operator()(const std::vector<IntList>& v) const {
    std::string text;
    for (const IntList& list : v)
      text += (text.empty() ? "" : ", ") + list_text(list);
    return "[" + text + "]";
  }
};

std::string types_text(const std::vector<TensorType>& types) {
  std::string text;
  for (const TensorType& type : types)
    text += (text.empty() ? "" : ", ") + type_text(type);
  return types.size() == 1 ? text : "(" + text + ")";
}

std::string scalar_text(const Tensor& value) {
  switch (value.dtype()) {
    case DType::F32:
      return fmt::format("{}f", value.data<float>()[0]);
    case DType::I8:
      return fmt::format("{}", static_cast<int>(value.data<int8_t>()[0]));
    case DType::U8:
      return fmt::format("{}", static_cast<int>(value.data<uint8_t>()[0]));
    case DType::I32:
      return fmt::format("{}", value.data<int32_t>()[0]);
    case DType::I64:
      return fmt::format("{}", value.data<int64_t>()[0]);
    case DType::Bool:
      return value.data<bool>()[0] ? "True" : "False";
  }
  VTA_CHECK(false, "element type {}", static_cast<int>(value.dtype()));
}

// A comment must not end early or look like a type, and line ends would hide it from the reader.
// Spaces around it are not part of it; empty where nothing is left.
std::string comment_text(std::string text) {
  for (size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/", at))
    text.replace(at, 2, "* /");
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20)
      c = ' ';
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  text.erase(text.find_last_not_of(' ') + 1);
  if (text.starts_with("ty="))
    text.insert(0, "name ");
  return text.empty() ? text : fmt::format(" /* {} */", text);
}

class Printer {
 public:
  Printer(const Graph& graph, const PrintOptions& options)
      : graph_(graph), options_(options), names_(static_cast<size_t>(graph.size())) {}

  std::string run() {
    name_inputs();
    const std::vector<NodeId>& outputs = graph_.outputs();
    VTA_CHECK(!outputs.empty(), "graph without outputs");
    print_header();
    if (outputs.size() == 1) {
      prepare(outputs.front());
      text_ += "  " + last_expression(outputs.front()) + "\n}\n";
      return std::move(text_);
    }
    for (NodeId output : outputs)
      prepare(output);
    for (NodeId output : outputs)
      emit(output);
    text_ += "  (" + operands_text(outputs) + ")\n}\n";
    return std::move(text_);
  }

 private:
  std::string& name(NodeId id) { return names_[static_cast<size_t>(id)]; }

  void name_inputs() {
    std::set<std::string> taken;
    for (NodeId id : graph_.inputs()) {
      std::string word;
      for (char c : graph_.node(id).name)
        word += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
      if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) != 0)
        word.insert(0, 1, 'v');
      while (!taken.insert(word).second)
        word += '_';
      name(id) = "%" + word;
    }
  }

  void print_header() {
    std::string inputs;
    for (NodeId id : graph_.inputs())
      inputs +=
          fmt::format("{}{}: {}", inputs.empty() ? "" : ", ", name(id), type_text(graph_.type(id)));
    std::vector<TensorType> results;
    for (NodeId id : graph_.outputs())
      results.push_back(graph_.type(id));
    text_ += fmt::format("def @main({}) -> {} {{\n", inputs, types_text(results));
  }

  // Prints everything below `root`, not root itself. An explicit stack: graphs may be deep.
  void prepare(NodeId root) {
    struct Frame {
      NodeId id;
      size_t next = 0;
    };
    if (!prepared_.insert(root).second)
      return;
    std::vector<Frame> stack = {{root}};
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::vector<NodeId>& inputs = graph_.node(frame.id).inputs;
      if (frame.next < inputs.size()) {
        const NodeId input = inputs[frame.next++];
        if (prepared_.insert(input).second)
          stack.push_back({input});
        continue;
      }
      for (NodeId input : inputs)
        emit(input);
      stack.pop_back();
    }
  }

  void emit(NodeId id) {
    if (!name(id).empty())
      return;
    const Node& n = graph_.node(id);
    if (n.kind == NodeKind::Constant) {
      name(id) = constant_text(n);
      return;
    }
    std::string line = expression(n);
    name(id) = fmt::format("%{}", next_value_++);
    text_ += fmt::format("  {} = {};\n", name(id), line);
  }

  std::string constant_text(const Node& n) {
    if (n.type().shape.empty() && n.constant.valid())
      return fmt::format("{} /* ty={} */", scalar_text(n.constant), type_text(n.type()));
    return fmt::format("meta[relay.Constant][{}] /* ty={} */", next_constant_++,
                       type_text(n.type()));
  }

  std::string last_expression(NodeId id) {
    const Node& n = graph_.node(id);
    if (n.kind == NodeKind::Call || n.kind == NodeKind::TupleGet)
      return expression(n);
    emit(id);
    return name(id);
  }

  std::string operands_text(const std::vector<NodeId>& ids) {
    std::string text;
    for (NodeId id : ids)
      text += (text.empty() ? "" : ", ") + name(id);
    return text;
  }

  std::string expression(const Node& n) {
    if (n.kind == NodeKind::TupleGet)
      return fmt::format("{}.{} /* ty={} */", name(n.inputs.front()), n.tuple_index,
                         types_text(n.types));
    std::string arguments = operands_text(n.inputs);
    if (op_spec(n.op).max_inputs < 0)
      arguments = fmt::format("({}{})", arguments, n.inputs.size() == 1 ? "," : "");
    for (const auto& [key, value] : n.attrs.items())
      arguments += fmt::format(", {}={}", key, std::visit(AttrText{}, value));
    const std::string& remark = n.comment.empty() ? n.name : n.comment;
    const std::string comment = options_.comments ? comment_text(remark) : "";
    return fmt::format("{}({}){} /* ty={} */", n.op, arguments, comment, types_text(n.types));
  }

  const Graph& graph_;
  const PrintOptions& options_;
  std::vector<std::string> names_;  // how each node is written as an operand; "" before emit
  std::set<NodeId> prepared_;
  std::string text_;
  int64_t next_value_ = 0, next_constant_ = 0;
};

}  // namespace

std::string print_graph(const Graph& graph, const PrintOptions& options) {
  return Printer(graph, options).run();
}

}  // namespace vta
