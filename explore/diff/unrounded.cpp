#include "explore/diff/unrounded.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compiler/graph/shape_util.h"
#include "compiler/graph/shapes.h"
#include "compiler/passes/pass_util.h"

namespace vta::explore {
namespace {

bool is_integer(DType dtype) {
  return dtype == DType::I8 || dtype == DType::U8 || dtype == DType::I32;
}

bool is_product(std::string_view op) {
  return op == "qnn.conv2d" || op == "qnn.dense" || op == "qnn.batch_matmul";
}

Tensor float_values(const Tensor& t) {
  Tensor out = Tensor::zeros(DType::F32, t.shape());
  const auto fill = [&](auto values) {
    std::ranges::transform(values, out.mutable_data<float>().begin(),
                           [](auto v) { return static_cast<float>(v); });
  };
  if (t.dtype() == DType::I8)
    fill(t.data<int8_t>());
  else if (t.dtype() == DType::U8)
    fill(t.data<uint8_t>());
  else
    fill(t.data<int32_t>());
  return out;
}

class Unrounder {
 public:
  explicit Unrounder(const Graph& graph) : old_(graph), rewriter_(graph) {}

  UnroundedGraph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    UnroundedGraph out;
    for (NodeId id = 0; id < old_.size(); ++id)
      out.nodes.push_back(rewriter_.mapped(id));
    out.graph = rewriter_.finish();
    return out;
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call || n.constant_expr)
      rewriter_.copy(id);
    else if (const NodeId made = formula(n); made >= 0)
      rewriter_.map(id, made);
    else if (!changed_types(n).empty())
      rewriter_.map(id, same_operator(n));
    else
      rewriter_.copy(id);
  }

  NodeId call(const char* op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return graph().add_call(op, std::move(inputs), std::move(attrs));
  }
  NodeId number(double value) {
    return graph().add_constant(Tensor::scalar<float>(static_cast<float>(value)));
  }

  // A value of the old graph in float.
  NodeId real(NodeId id) {
    const NodeId made = rewriter_.mapped(id);
    if (graph().type(made).dtype == DType::F32)
      return made;
    if (const Tensor* constant = constant_value(old_, id))
      return graph().add_constant(float_values(*constant));
    return call("cast", {made}, {{"dtype", std::string("float32")}});
  }

  // The types that operands had which are float now.
  std::vector<DType> changed_types(const Node& n) {
    std::vector<DType> types;
    for (const NodeId in : n.inputs)
      if (old_.type(in).dtype != graph().type(rewriter_.mapped(in)).dtype)
        types.push_back(old_.type(in).dtype);
    return types;
  }

  // Operands of the same types become float as well: what is added to a value is one.
  NodeId same_operator(const Node& n) {
    const std::vector<DType> changed = changed_types(n);
    std::vector<NodeId> inputs;
    for (const NodeId in : n.inputs) {
      const bool is_value = std::ranges::find(changed, old_.type(in).dtype) != changed.end();
      inputs.push_back(is_value ? real(in) : rewriter_.mapped(in));
    }
    Attrs attrs;
    for (const auto& [name, value] : n.attrs.items())
      if (name != "out_dtype")
        attrs.set(name, value);
    return graph().add_call(n.op, std::move(inputs), std::move(attrs));
  }

  // -1: the operator means the same in float.
  NodeId formula(const Node& n) {
    if (is_product(n.op))
      return product(n);
    if (n.op == "qnn.rescale")
      return rescale(n);
    if (n.op == "qnn.requantize")
      return requantize(n);
    if (n.op == "qnn.average")
      return limited(call("divide", {real(n.inputs[0]), real(n.inputs[1])}), n.attrs, DType::I8);
    if (n.op == "qnn.softmax")
      return probability(call(
          "nn.softmax", {call("multiply", {real(n.inputs[0]), number(multiplier(n.attrs, 26))})},
          {{"axis", n.attrs.get_int("axis", -1)}}));
    if (n.op == "qnn.sigmoid")
      return probability(call(
          "sigmoid", {call("multiply", {less(real(n.inputs[0]), n.attrs.get_int("zero_point", 0)),
                                        number(multiplier(n.attrs, 27))})}));
    if (n.op == "qnn.quantize")
      return limited(
          call("add", {call("divide", {real(n.inputs[0]), real(n.inputs[1])}), real(n.inputs[2])}),
          {}, n.type().dtype);
    if (n.op == "qnn.dequantize")
      return call("multiply", {less(real(n.inputs[0]), n.inputs[2]), real(n.inputs[1])});
    if (n.op == "left_shift" || n.op == "right_shift")
      return shifted(n);
    if (n.op == "cast" && is_integer(old_.type(n.inputs[0]).dtype) && !changed_types(n).empty())
      return real(n.inputs[0]);
    return -1;
  }

  NodeId less(NodeId value, int64_t zero) {
    return zero == 0 ? value : call("subtract", {value, number(static_cast<double>(zero))});
  }
  NodeId less(NodeId value, NodeId zero) {
    const Tensor* constant = constant_value(old_, zero);
    const bool nothing = constant != nullptr && std::ranges::all_of(constant->bytes(), [](auto b) {
                           return b == std::byte{};
                         });
    return nothing ? value : call("subtract", {value, real(zero)});
  }

  NodeId product(const Node& n) {
    return graph().add_call(
        "nn." + n.op.substr(4),
        {less(real(n.inputs[0]), n.inputs[2]), less(real(n.inputs[1]), n.inputs[3])}, n.attrs);
  }

  NodeId rescale(const Node& n) {
    const bool is_float = n.attrs.get_string("rounding", "double") == "float";
    const NodeId power = call("power", {number(2), real(n.inputs[2])});
    NodeId scaled = call("multiply", {real(n.inputs[0]), real(n.inputs[1])});
    scaled = call("multiply", {scaled, power});
    if (!is_float)
      scaled = call("multiply", {scaled, number(0x1p-31)});
    return limited(call("add", {scaled, real(n.inputs[3])}), n.attrs, n.type().dtype);
  }

  NodeId requantize(const Node& n) {
    NodeId sum = -1;
    for (size_t i = 3; i < n.inputs.size(); i += 3) {
      const NodeId term = call(
          "multiply",
          {call("multiply", {real(n.inputs[i]), real(n.inputs[i + 1])}), real(n.inputs[i + 2])});
      sum = sum < 0 ? term : call("add", {sum, term});
    }
    const NodeId steps =
        call("divide", {call("divide", {sum, real(n.inputs[2])}), real(n.inputs[1])});
    return limited(call("add", {steps, real(n.inputs[0])}), n.attrs, n.type().dtype);
  }

  NodeId limited(NodeId value, const Attrs& attrs, DType dtype) {
    if (dtype == DType::I32)
      return value;
    const auto [least, most] = shapes::integer_bounds(dtype);
    return call("clip", {value},
                {{"a_min", static_cast<double>(attrs.get_int("a_min", least))},
                 {"a_max", static_cast<double>(attrs.get_int("a_max", most))}});
  }

  // What a step of differences is, where products have so many bits behind the point.
  static double multiplier(const Attrs& attrs, int bits) {
    return std::ldexp(static_cast<double>(attrs.get_int("multiplier", 0)),
                      static_cast<int>(attrs.get_int("shift", 0)) - 31 - bits);
  }

  NodeId probability(NodeId value) {
    const NodeId steps = call("multiply", {value, number(256)});
    return limited(call("subtract", {steps, number(128)}), {}, DType::I8);
  }

  NodeId shifted(const Node& n) {
    const NodeId power = call("power", {number(2), real(n.inputs[1])});
    return call(n.op == "left_shift" ? "multiply" : "divide", {real(n.inputs[0]), power});
  }

  const Graph& old_;
  GraphRewriter rewriter_;
};

}  // namespace

bool has_integer_formulas(const Graph& graph) {
  constexpr std::array<std::string_view, 4> kOps = {"qnn.rescale", "qnn.requantize", "qnn.average",
                                                    "qnn.softmax"};
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (is_product(n.op) || std::ranges::find(kOps, n.op) != kOps.end())
      return true;
  }
  return false;
}

UnroundedGraph unrounded(const Graph& integers) {
  return Unrounder(integers).run();
}

}  // namespace vta::explore
