#include "compiler/passes/signed_bytes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

constexpr int32_t kMiddle = 128;

// Operators that choose or move values: of the least and the largest value they make such.
constexpr std::string_view kByteMoves[] = {
    "reshape",          "transpose", "squeeze",    "expand_dims",   "strided_slice",
    "nn.batch_flatten", "copy",      "nn.dropout", "nn.max_pool2d", "nn.global_max_pool2d",
    "concatenate"};
// Operators with a value and its zero point in these operands.
struct Reader {
  std::string_view op;
  std::array<std::pair<size_t, size_t>, 2> operands;
};
constexpr Reader kReaders[] = {
    {"qnn.dequantize", {{{0, 2}, {0, 2}}}},
    {"qnn.conv2d", {{{0, 2}, {1, 3}}}},
    {"qnn.dense", {{{0, 2}, {1, 3}}}},
    {"qnn.batch_matmul", {{{0, 2}, {1, 3}}}},
};

Tensor less_middle(const Tensor& t) {
  Tensor less = Tensor::zeros(DType::I8, t.shape());
  std::ranges::transform(t.data<uint8_t>(), less.mutable_data<int8_t>().begin(),
                         [](uint8_t v) { return static_cast<int8_t>(v - kMiddle); });
  return less;
}

class Signer {
 public:
  explicit Signer(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    for (const NodeId id : old_.outputs())
      plain(id);
    return without_dead_nodes(rewriter_.finish());
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  bool is_unsigned(NodeId id) const {
    return old_.node(id).types.size() == 1 && old_.type(id).dtype == DType::U8;
  }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind == NodeKind::Call &&
        (constant(id) || quantize(id) || weight(id) || read(id) || move(id)))
      return;
    for (const NodeId in : n.inputs)
      plain(in);
    rewriter_.copy(id);
  }

  bool constant(NodeId id) {
    const Node& n = old_.node(id);
    if (n.op != "qnn.quantize" || !is_constant_expr(old_, id))
      return false;
    std::vector<Tensor> operands;
    for (const NodeId in : n.inputs)
      operands.push_back(evaluate_constant(old_, in));
    if (!std::ranges::all_of(operands, &Tensor::valid))
      return false;
    rewriter_.map(id, graph().add_constant(evaluate_op(n.op, n.attrs, operands).front()));
    return true;
  }

  bool quantize(NodeId id) {
    const Node& n = old_.node(id);
    const Tensor* zero = n.op == "qnn.quantize" ? constant_value(old_, n.inputs[2]) : nullptr;
    if (zero == nullptr || zero->dtype() != DType::U8)
      return false;
    const NodeId steps =
        graph().add_call(n.op,
                         {rewriter_.mapped(n.inputs[0]), rewriter_.mapped(n.inputs[1]),
                          graph().add_constant(less_middle(*zero))},
                         n.attrs);
    keep_identity(n, graph().node(steps));
    signed_[id] = steps;
    return true;
  }

  // Constants at their zero point, where int8 holds them.
  bool weight(NodeId id) {
    const Node& n = old_.node(id);
    if (n.op != "qnn.dequantize" || old_.type(n.inputs[0]).dtype == DType::I32)
      return false;
    const NodeId of = rewriter_.mapped(n.inputs[0]);
    const Tensor* values = of < 0 ? nullptr : constant_value(graph(), of);
    const Tensor* zero = constant_value(old_, n.inputs[2]);
    if (values == nullptr || zero == nullptr)
      return false;
    const Tensor wide =
        evaluate_op("subtract", {}, std::array{as_int32(*values), as_int32(*zero)}).front();
    const auto all = wide.data<int32_t>();
    if (!std::ranges::all_of(all, [](int32_t v) { return v >= -128 && v <= 127; }))
      return false;
    Tensor steps = Tensor::zeros(DType::I8, values->shape());
    std::ranges::transform(all, steps.mutable_data<int8_t>().begin(),
                           [](int32_t v) { return static_cast<int8_t>(v); });
    const NodeId made =
        graph().add_call(n.op,
                         {graph().add_constant(steps), rewriter_.mapped(n.inputs[1]),
                          graph().add_constant(Tensor::scalar(int8_t{0}))},
                         n.attrs);
    keep_identity(n, graph().node(made));
    rewriter_.map(id, made);
    return true;
  }

  static Tensor as_int32(const Tensor& t) {
    return evaluate_op("cast", {{"dtype", std::string("int32")}}, std::array{t}).front();
  }

  bool read(NodeId id) {
    const Node& n = old_.node(id);
    const auto reader = std::ranges::find(kReaders, n.op, &Reader::op);
    if (reader == std::end(kReaders))
      return false;
    std::vector<NodeId> operands(n.inputs.size(), -1);
    for (const auto& [value, zero] : reader->operands) {
      const Tensor* point = constant_value(old_, n.inputs[zero]);
      if (!is_unsigned(n.inputs[value]) || point == nullptr)
        continue;
      operands[value] = as_signed(n.inputs[value]);
      operands[zero] = graph().add_constant(less_middle(*point));
    }
    for (size_t i = 0; i < operands.size(); ++i)
      if (operands[i] < 0)
        operands[i] = plain(n.inputs[i]);
    rewriter_.map(id, append_copy(graph(), n, operands));
    return true;
  }

  bool move(NodeId id) {
    const Node& n = old_.node(id);
    if (std::ranges::find(kByteMoves, n.op) == std::end(kByteMoves) ||
        !std::ranges::all_of(n.inputs, [&](NodeId in) { return signed_.contains(in); }))
      return false;
    std::vector<NodeId> operands;
    for (const NodeId in : n.inputs)
      operands.push_back(signed_.at(in));
    signed_[id] = append_copy(graph(), n, operands);
    return true;
  }

  NodeId as_signed(NodeId id) {
    const auto known = signed_.find(id);
    if (known != signed_.end())
      return known->second;
    const NodeId value = plain(id);
    const Tensor* constant = constant_value(graph(), value);
    return signed_[id] = constant != nullptr ? graph().add_constant(less_middle(*constant))
                                             : shifted(value, "subtract", "int8");
  }

  // The value in the type that it has.
  NodeId plain(NodeId id) {
    if (rewriter_.mapped(id) < 0)
      rewriter_.map(id, shifted(signed_.at(id), "add", "uint8"));
    return rewriter_.mapped(id);
  }

  NodeId shifted(NodeId value, const std::string& op, const std::string& to) {
    const auto cast = [&](NodeId of, const std::string& type) {
      return graph().add_call("cast", {of}, {{"dtype", type}});
    };
    const NodeId middle = graph().add_constant(Tensor::scalar(kMiddle));
    return cast(graph().add_call(op, {cast(value, "int32"), middle}), to);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::map<NodeId, NodeId> signed_;  // of the new graph: uint8 values less 128
};

}  // namespace

Graph signed_bytes(const Graph& graph) {
  return Signer(graph).run();
}

}  // namespace vta
