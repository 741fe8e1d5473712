#include "compiler/passes/keep_integers.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

// Of the new graph: an integer value, and what it means.
struct Integers {
  NodeId node = -1;
  Tensor scale, zero;
};

// int32 sums in the new graph; the value is sums * scale.
struct Sums {
  NodeId node = -1;
  Tensor scale;
};

bool is_number(const Tensor& t) {
  return t.size() == 1;
}

Tensor in_shape(const Tensor& t, const Shape& shape) {
  return num_elements(shape) == t.size() ? t.reshaped(shape) : t;
}

class Keeper {
 public:
  explicit Keeper(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    return without_dead_nodes(rewriter_.finish());
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    const bool call = n.kind == NodeKind::Call;
    if (call && n.op == "qnn.quantize" && requantise(id))
      return;
    const std::optional<Sums> sums = call ? sums_of(id) : std::nullopt;
    if (!sums) {
      rewriter_.copy(id);
      return;
    }
    const NodeId real = graph().add_call("multiply", {as_float(sums->node), constant(sums->scale)});
    replace(id, real);
  }

  void replace(NodeId id, NodeId with) {
    graph().node(with).name = old_.node(id).name;
    rewriter_.map(id, with);
  }

  NodeId constant(const Tensor& t) { return graph().add_constant(t); }
  NodeId as_float(NodeId id) {
    return graph().add_call("cast", {id}, {{"dtype", std::string("float32")}});
  }

  bool requantise(NodeId id) {
    const Node& n = old_.node(id);
    const Tensor* scale = constant_value(old_, n.inputs[1]);
    const Tensor* zero = constant_value(old_, n.inputs[2]);
    const std::optional<Sums> sums = sums_of(n.inputs[0]);
    if (scale == nullptr || zero == nullptr || !sums)
      return false;
    const Tensor factor = evaluate_op("divide", {}, std::array{sums->scale, *scale}).front();
    const NodeId steps = graph().add_call("multiply", {as_float(sums->node), constant(factor)});
    replace(id, graph().add_call("qnn.quantize",
                                 {steps, constant(Tensor::scalar<float>(1.0F)), constant(*zero)}));
    return true;
  }

  // ---- what a dequantised value was before, moved as it is
  std::optional<Integers> integers_of(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call)
      return std::nullopt;
    if (n.op == "qnn.dequantize") {
      const Tensor* scale = constant_value(old_, n.inputs[1]);
      const Tensor* zero = constant_value(old_, n.inputs[2]);
      if (scale == nullptr || zero == nullptr)
        return std::nullopt;
      return Integers{rewriter_.mapped(n.inputs[0]), *scale, *zero};
    }
    if (n.op != "reshape" && n.op != "transpose" && n.op != "nn.batch_flatten")
      return std::nullopt;
    std::optional<Integers> from = integers_of(n.inputs[0]);
    if (!from)
      return std::nullopt;
    const std::optional<Tensor> scale = moved(from->scale, n), zero = moved(from->zero, n);
    if (!scale || !zero)
      return std::nullopt;
    return Integers{graph().add_call(n.op, {from->node}, n.attrs), *scale, *zero};
  }

  // A scale as the move of the value takes it along; nullopt where that is not one per axis.
  std::optional<Tensor> moved(const Tensor& t, const Node& move) const {
    if (is_number(t))
      return t;
    const Shape& from = old_.type(move.inputs[0]).shape;
    Shape wide(from.size() - t.shape().size(), 1);
    wide.insert(wide.end(), t.shape().begin(), t.shape().end());
    const Tensor whole = t.reshaped(wide);
    if (move.op == "transpose")
      return evaluate_op(move.op, move.attrs, std::array{whole}).front();
    const Shape& to = move.type().shape;
    if (wide.front() != t.size() || from.front() != t.size() || to.front() != t.size())
      return std::nullopt;
    Shape shape(to.size(), 1);
    shape.front() = t.size();
    return t.reshaped(shape);
  }

  // ---- sums
  std::optional<Sums> sums_of(NodeId id) {
    const auto known = sums_.find(id);
    if (known != sums_.end())
      return known->second;
    std::optional<Sums> sums = make_sums(id);
    sums_[id] = sums;
    return sums;
  }

  std::optional<Sums> make_sums(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call)
      return std::nullopt;
    if (n.op == "nn.conv2d" || n.op == "nn.dense" || n.op == "nn.batch_matmul")
      return product(n);
    if (n.op == "nn.global_avg_pool2d" || n.op == "nn.avg_pool2d")
      return average(n);
    if (n.op != "add")
      return std::nullopt;
    const std::optional<Sums> left = with_bias(n.inputs[0], n.inputs[1]);
    return left ? left : with_bias(n.inputs[1], n.inputs[0]);
  }

  std::optional<Sums> product(const Node& n) {
    if (n.attrs.get_string("data_layout", "NCHW") != "NCHW" ||
        n.attrs.get_string("kernel_layout", "OIHW") != "OIHW")
      return std::nullopt;
    const std::optional<Integers> data = integers_of(n.inputs[0]),
                                  weight = integers_of(n.inputs[1]);
    if (!data || !weight || !is_byte(data->node) || !is_byte(weight->node))
      return std::nullopt;
    const bool dense = n.op == "nn.dense";
    const Shape by_output = dense ? Shape{weight->scale.size()} : Shape{weight->scale.size(), 1, 1};
    const bool one_of_data = is_number(data->scale);
    if ((!one_of_data && !dense) ||
        (!is_number(weight->scale) &&
         (n.op == "nn.batch_matmul" || weight->scale.shape().front() != weight->scale.size() ||
          weight->scale.size() != old_.type(n.inputs[1]).shape.front())))
      return std::nullopt;
    Attrs attrs;
    for (const char* name : {"strides", "padding", "dilation", "groups", "channels", "kernel_size",
                             "units", "transpose_b"})
      if (const AttrValue* given = n.attrs.find(name); given != nullptr)
        attrs.set(name, *given);
    const NodeId sums = graph().add_call(
        "qnn." + n.op.substr(3),
        {data->node, weight->node, constant(data->zero), constant(weight->zero)}, attrs);
    graph().node(sums).name = n.name;
    const Tensor of_weight =
        is_number(weight->scale) ? weight->scale.reshaped({}) : in_shape(weight->scale, by_output);
    const Tensor of_data = one_of_data ? data->scale.reshaped({}) : data->scale;
    return Sums{sums, evaluate_op("multiply", {}, std::array{of_data, of_weight}).front()};
  }

  bool is_byte(NodeId id) {
    const DType dtype = graph().type(id).dtype;
    return dtype == DType::I8 || dtype == DType::U8;
  }

  // A bias in int32 at the sums' own scale.
  std::optional<Sums> with_bias(NodeId sums_id, NodeId bias_id) {
    if (old_.type(sums_id).shape != old_.type(bias_id).shape &&
        shapes::broadcast(old_.type(sums_id).shape, old_.type(bias_id).shape) !=
            old_.type(sums_id).shape)
      return std::nullopt;
    const std::optional<Integers> bias = integers_of(bias_id);
    if (!bias || graph().type(bias->node).dtype != DType::I32 || !is_zero(bias->zero))
      return std::nullopt;
    const std::optional<Sums> sums = sums_of(sums_id);
    if (!sums || !same_values(bias->scale, sums->scale))
      return std::nullopt;
    return Sums{graph().add_call("add", {sums->node, bias->node}), sums->scale};
  }

  static bool is_zero(const Tensor& t) {
    return std::ranges::all_of(t.bytes(), [](std::byte b) { return b == std::byte{}; });
  }

  static bool same_values(const Tensor& a, const Tensor& b) {
    const auto x = a.data<float>(), y = b.data<float>();
    if (x.size() != y.size() && x.size() != 1 && y.size() != 1)
      return false;
    for (size_t i = 0; i < std::max(x.size(), y.size()); ++i)
      if (x[x.size() == 1 ? 0 : i] != y[y.size() == 1 ? 0 : i])
        return false;
    return true;
  }

  // Of windows that all have as many values.
  std::optional<Sums> average(const Node& n) {
    const bool global = n.op == "nn.global_avg_pool2d";
    const Shape shape = old_.type(n.inputs[0]).shape;
    const auto pads = shapes::read_padding(n.attrs);
    const bool padded = std::ranges::any_of(pads, [](int64_t p) { return p > 0; });
    if (shape.size() != 4 || n.attrs.get_string("layout", "NCHW") != "NCHW" ||
        n.attrs.get_bool("ceil_mode", false) ||
        (padded && !n.attrs.get_bool("count_include_pad", false)))
      return std::nullopt;
    const std::optional<Integers> data = integers_of(n.inputs[0]);
    if (!data || !is_number(data->scale) || !is_number(data->zero) || !is_byte(data->node))
      return std::nullopt;
    const auto size = global ? std::array<int64_t, 2>{shape[2], shape[3]}
                             : shapes::read_pair(n.attrs, "pool_size", 1, 1);
    Attrs window{{"pool_size", IntList{size[0], size[1]}}};
    for (const char* name : {"strides", "padding", "dilation"})
      if (const AttrValue* given = n.attrs.find(name); given != nullptr && !global)
        window.set(name, *given);
    const std::string wide = "int32";
    const NodeId steps = graph().add_call(
        "subtract",
        {graph().add_call("cast", {data->node}, {{"dtype", wide}}),
         graph().add_call("cast", {constant(data->zero.reshaped({}))}, {{"dtype", wide}})});
    const NodeId sums = graph().add_call("nn.sum_pool2d", {steps}, window);
    const Tensor count = Tensor::scalar<float>(static_cast<float>(size[0] * size[1]));
    return Sums{sums,
                evaluate_op("divide", {}, std::array{data->scale.reshaped({}), count}).front()};
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::map<NodeId, std::optional<Sums>> sums_;
};

}  // namespace

Graph keep_integers(const Graph& graph) {
  return Keeper(graph).run();
}

}  // namespace vta
