// Recursive descent over the tokens. Comments are skipped except right after an expression, where
// `ty=` gives or confirms its type and any other names the layer.
#include <map>
#include <optional>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/graph/op_table.h"
#include "compiler/text/cursor.h"
#include "compiler/text/literal.h"
#include "compiler/text/text.h"

namespace vta {
namespace {

// What an expression stands for: one node, or a tuple written out.
struct Value {
  std::vector<NodeId> nodes;
  bool tuple = false;
};

// What the comments after an expression say.
struct Notes {
  Token at;  // of the type
  std::optional<std::vector<TensorType>> types;
  std::string comment;
};

class Parser {
 public:
  // `may_be_cut_off`: the text may end behind a statement.
  Parser(std::span<const Token> tokens, std::string_view origin, bool may_be_cut_off = false)
      : cursor_(tokens, origin), may_be_cut_off_(may_be_cut_off) {}

  Graph function();

 private:
  void parameters();
  void statements();
  Notes notes();
  Value expression(int depth);
  Value bare_expression(int depth);
  Value variable();
  Value field(const Token& at, const Value& value);
  Value tuple(int depth);
  Value call(int depth);
  Value constant();
  Value scalar();
  NodeId single(const Token& at, const Value& value);
  void confirm(const Notes& notes, const Value& value);
  // Runs `build`; an error of the graph's is reported at `at`.
  template <typename Build>
  auto located(const Token& at, Build build) {
    try {
      return build();
    } catch (const CompileError& e) {
      cursor_.fail_message(at, e.what());
    }
  }

  Cursor cursor_;
  bool may_be_cut_off_, cut_off_ = false;
  Graph graph_;
  std::map<std::string, Value, std::less<>> variables_;
  std::map<int64_t, NodeId> constants_;
};

Graph Parser::function() {
  if (!cursor_.peek().is_name("def"))
    cursor_.fail(cursor_.peek(), "'def'");
  cursor_.next();
  cursor_.expect(Token::Kind::Global, "a function name such as @main");
  parameters();
  std::optional<std::vector<TensorType>> result;
  const Token arrow = cursor_.peek();
  if (cursor_.accept("->"))
    result = cursor_.types();
  cursor_.expect("{");
  statements();
  if (!cut_off_)
    cursor_.expect("}");
  if (!cursor_.peek().is_name("def") && cursor_.peek().kind != Token::Kind::End)
    cursor_.fail(cursor_.peek(), "'def' or end of text");
  if (result)
    confirm({arrow, result, ""}, {graph_.outputs(), graph_.outputs().size() != 1});
  located(arrow, [&] { verify(graph_); });
  return std::move(graph_);
}

void Parser::parameters() {
  cursor_.expect("(");
  while (!cursor_.peek().is(")")) {
    const Token name = cursor_.expect(Token::Kind::Local, "a parameter such as %data");
    cursor_.expect(":");
    const TensorType type = cursor_.type();
    const NodeId id = located(name, [&] { return graph_.add_input(name.text, type); });
    if (!variables_.emplace(name.text, Value{{id}}).second)
      cursor_.fail(name, "another name: it is already defined");
    confirm(notes(), {{id}});
    if (!cursor_.accept(","))
      break;
  }
  cursor_.expect(")");
}

void Parser::statements() {
  while (cursor_.peek().kind == Token::Kind::Local && cursor_.peek(1).is("=")) {
    const Token name = cursor_.next();
    cursor_.next();
    if (variables_.contains(name.text))
      cursor_.fail(name, "another name: it is already defined");
    const Value value = expression(0);
    variables_.emplace(name.text, value);
    cursor_.expect(";");
    if (may_be_cut_off_ && cursor_.peek().kind == Token::Kind::End) {
      cut_off_ = true;
      graph_.set_outputs(value.nodes);
      return;
    }
  }
  if (cursor_.peek().is("}") || cursor_.peek().kind == Token::Kind::End)
    cursor_.fail(cursor_.peek(), "the function's result: an expression without ';'");
  graph_.set_outputs(expression(0).nodes);
}

Notes Parser::notes() {
  Notes notes;
  for (const Token& token : cursor_.comments()) {
    if (!token.text.starts_with("ty=")) {
      notes.comment += (notes.comment.empty() ? "" : " ") + token.text;
      continue;
    }
    notes.at = token;
    std::string text = token.text.substr(3);
    text = text.substr(0, text.find(" span="));
    try {
      const std::vector<Token> tokens = tokenize(text, "");
      Cursor types(tokens, "");
      notes.types = types.types();
      if (types.peek().kind != Token::Kind::End)
        types.fail(types.peek(), "end of comment");
    } catch (const InputError&) {
      cursor_.fail_message(token, fmt::format("found type comment '{}', expected a type such as "
                                              "ty=Tensor[(1, 3), float32]",
                                              token.text));
    }
  }
  return notes;
}

Value Parser::expression(int depth) {
  check_depth(cursor_, depth);
  const Token at = cursor_.peek();
  const NodeId before = graph_.size();
  Value value = bare_expression(depth);
  const Notes found = notes();
  confirm(found, value);
  const bool fresh = !value.tuple && value.nodes.front() >= before;
  if (fresh && at.kind == Token::Kind::Name && !found.comment.empty())
    graph_.node(value.nodes.front()).name = found.comment;
  return value;
}

Value Parser::bare_expression(int depth) {
  const Token& at = cursor_.peek();
  if (at.kind == Token::Kind::Local)
    return variable();
  if (at.is("("))
    return tuple(depth);
  if (at.is_name("meta"))
    return constant();
  if (is_number(at) || at.is_name("True") || at.is_name("False"))
    return scalar();
  if (at.kind == Token::Kind::Name)
    return call(depth);
  cursor_.fail(at, "an expression: a call, variable, constant or tuple");
}

Value Parser::variable() {
  const Token at = cursor_.next();
  const auto found = variables_.find(at.text);
  if (found == variables_.end())
    cursor_.fail(at, "a variable defined above");
  return field(at, found->second);
}

Value Parser::field(const Token& at, const Value& value) {
  if (!cursor_.accept("."))
    return value;
  const int64_t index = cursor_.expect_int("a field number");
  if (!value.tuple)
    return located(at, [&] { return Value{{graph_.add_tuple_get(value.nodes.front(), index)}}; });
  if (index < 0 || index >= static_cast<int64_t>(value.nodes.size()))
    cursor_.fail_message(at, fmt::format("field .{} of '%{}', which has {}", index, at.text,
                                         counted(std::ssize(value.nodes), "field")));
  return {{value.nodes[static_cast<size_t>(index)]}};
}

Value Parser::tuple(int depth) {
  const Token open = cursor_.expect("(");
  Value value{{}, false};
  while (!cursor_.peek().is(")")) {
    const Token at = cursor_.peek();
    value.nodes.push_back(single(at, expression(depth + 1)));
    if (!cursor_.accept(","))
      break;
    value.tuple = true;
  }
  cursor_.expect(")");
  if (value.nodes.empty())
    cursor_.fail_message(open, "found an empty tuple, expected at least one expression");
  return value;
}

Value Parser::call(int depth) {
  const Token op = cursor_.next();
  cursor_.expect("(");
  std::vector<NodeId> operands;
  Attrs attrs;
  while (!cursor_.peek().is(")")) {
    const Token at = cursor_.peek();
    if (at.kind == Token::Kind::Name && cursor_.peek(1).is("=")) {
      cursor_.next();
      cursor_.next();
      if (attrs.find(at.text) != nullptr)
        cursor_.fail(at, "each attribute once");
      if (cursor_.peek().is_name("None"))
        cursor_.next();
      else
        attrs.set(at.text, parse_attribute(cursor_, depth + 1));
    } else {
      if (!attrs.items().empty())
        cursor_.fail(at, "operands before attributes");
      const Value value = expression(depth + 1);
      const bool list = located(op, [&] { return op_spec(op.text).max_inputs < 0; });
      if (value.tuple && list)
        operands.insert(operands.end(), value.nodes.begin(), value.nodes.end());
      else
        operands.push_back(single(at, value));
    }
    if (!cursor_.accept(","))
      break;
  }
  cursor_.expect(")");
  return located(
      op, [&] { return Value{{graph_.add_call(op.text, std::move(operands), std::move(attrs))}}; });
}

Value Parser::constant() {
  const Token at = cursor_.next();
  cursor_.expect("[");
  cursor_.expect(Token::Kind::Name, "'relay.Constant'");
  cursor_.expect("]");
  cursor_.expect("[");
  const int64_t index = cursor_.expect_int("the constant's number");
  cursor_.expect("]");
  const Notes found = notes();
  if (const auto known = constants_.find(index); known != constants_.end()) {
    confirm(found, {{known->second}});
    return {{known->second}};
  }
  if (!found.types || found.types->size() != 1)
    cursor_.fail_message(at, fmt::format("constant {} needs its type: /* ty=Tensor[(64), float32] "
                                         "*/ after it",
                                         index));
  const NodeId id = located(at, [&] { return graph_.add_constant_type(found.types->front()); });
  constants_.emplace(index, id);
  return {{id}};
}

Value Parser::scalar() {
  const Token at = cursor_.next();
  std::optional<Number> number;
  if (at.kind == Token::Kind::Name && !is_number(at))
    number = Number{false, at.text == "True" ? 1 : 0, 0, DType::Bool};
  else
    number = read_number(at);
  if (!number)
    cursor_.fail(at, "a number such as 16f or 256");
  const Notes found = notes();
  TensorType type{{}, number->dtype};
  if (found.types && found.types->size() == 1)
    type = found.types->front();
  if (!type.shape.empty() || !fits(*number, type.dtype))
    cursor_.fail_message(at,
                         fmt::format("value {} does not fit type {}", at.text, type_text(type)));
  return {{graph_.add_constant(scalar_tensor(*number, type.dtype))}};
}

NodeId Parser::single(const Token& at, const Value& value) {
  if (value.tuple || graph_.node(value.nodes.front()).types.size() != 1)
    cursor_.fail_message(at, fmt::format("{} is a tuple, expected a tensor: use a field such as .0",
                                         token_text(at)));
  return value.nodes.front();
}

void Parser::confirm(const Notes& notes, const Value& value) {
  if (!notes.types)
    return;
  std::vector<TensorType> inferred;
  for (NodeId id : value.nodes)
    inferred.insert(inferred.end(), graph_.node(id).types.begin(), graph_.node(id).types.end());
  if (inferred == *notes.types)
    return;
  const auto text = [](const std::vector<TensorType>& types) {
    std::string joined;
    for (const TensorType& type : types)
      joined += (joined.empty() ? "" : ", ") + type_text(type);
    return types.size() == 1 ? joined : "(" + joined + ")";
  };
  cursor_.fail_message(notes.at, fmt::format("the listing says type {}, inferred is {}",
                                             text(*notes.types), text(inferred)));
}

// Places of the tokens `def`.
std::vector<size_t> function_starts(std::span<const Token> tokens) {
  std::vector<size_t> starts;
  for (size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].is_name("def"))
      starts.push_back(i);
  return starts;
}

}  // namespace

int64_t count_functions(std::string_view text, std::string_view origin) {
  return static_cast<int64_t>(function_starts(tokenize(text, origin)).size());
}

Graph parse_function(std::string_view text, std::string_view origin, int64_t index) {
  const std::vector<Token> tokens = tokenize(text, origin);
  const std::vector<size_t> starts = function_starts(tokens);
  if (index < 0 || index >= static_cast<int64_t>(starts.size()))
    throw InputError(
        fmt::format("{}: there is no function {}: the text has {}", origin, index, starts.size()));
  return Parser(std::span(tokens).subspan(starts[static_cast<size_t>(index)]), origin).function();
}

std::vector<Graph> parse_functions(std::string_view text, std::string_view origin) {
  const std::vector<Token> tokens = tokenize(text, origin);
  std::vector<Graph> functions;
  for (const size_t start : function_starts(tokens))
    functions.push_back(Parser(std::span(tokens).subspan(start), origin, true).function());
  return functions;
}

Graph parse_graph(std::string_view text, std::string_view origin) {
  const std::vector<Token> tokens = tokenize(text, origin);
  const std::vector<size_t> starts = function_starts(tokens);
  if (starts.size() > 1)
    syntax_error(origin, tokens[starts[1]], "one function only");
  return Parser(tokens, origin).function();
}

}  // namespace vta
