#include "compiler/passes/keep_integers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "compiler/graph/shape_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/channel_affine.h"
#include "compiler/passes/pass_util.h"
#include "compiler/passes/stored_steps.h"

namespace vta {
namespace {

template <typename T>
Tensor scalar_of(T value) {
  return Tensor::scalar<T>(value);
}

// Of the new graph: an integer value, and what it means.
struct Integers {
  NodeId node = -1;
  Tensor scale, zero;
};

// int32 sums in the new graph; the value is sums * scale, and without a rounded scale
// sums * of_data * of_weight / count.
struct Sums {
  NodeId node = -1;
  Tensor scale;
  Tensor of_data, of_weight = scalar_of(1.0F), count = scalar_of(int32_t{1});
};

// What a qnn.requantize adds up: steps * first * second / count, the count common to all.
struct Term {
  NodeId steps = -1;  // int32, of the new graph
  Tensor first, second = scalar_of(1.0F);
};
struct Terms {
  std::vector<Term> terms;
  Tensor count = scalar_of(int32_t{1});
};

// Operators that choose or move values.
constexpr std::string_view kChoosers[] = {
    "squeeze",    "expand_dims",   "strided_slice",       "copy",
    "nn.dropout", "nn.max_pool2d", "nn.global_max_pool2d"};

bool is_number(const Tensor& t) {
  return t.size() == 1;
}

Tensor in_shape(const Tensor& t, const Shape& shape) {
  return num_elements(shape) == t.size() ? t.reshaped(shape) : t;
}

bool same_bytes(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && std::ranges::equal(a.bytes(), b.bytes());
}

class Keeper {
 public:
  Keeper(const Graph& graph, ChannelConstants constants)
      : old_(graph), constants_(constants), rewriter_(graph) {}

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
    if (call && n.op == "qnn.quantize" && requantize(id))
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

  bool requantize(NodeId id) {
    const Node& n = old_.node(id);
    const Tensor* scale = constant_value(old_, n.inputs[1]);
    const Tensor* zero = constant_value(old_, n.inputs[2]);
    if (scale == nullptr || zero == nullptr)
      return false;
    const std::optional<NodeId> made = quantized(n.inputs[0], StoredSteps(*scale, *zero));
    if (made)
      replace(id, *made);
    return made.has_value();
  }

  // The real value in steps: what moves it, or joins it, does so with the steps, and a relu or clip
  // limits them.
  std::optional<NodeId> quantized(NodeId id, const StoredSteps& to) {
    const Node& n = old_.node(id);
    if (const std::optional<NodeId> same = stored(id, to))
      return limited(*same, to);
    if (const std::optional<Terms> terms = terms_of(id))
      return limited(requantized(*terms, to), to);
    const bool joins = n.op == "concatenate", limits = n.op == "nn.relu" || n.op == "clip";
    const bool moves = n.op == "reshape" || n.op == "transpose" || n.op == "nn.batch_flatten" ||
                       std::ranges::find(kChoosers, n.op) != std::end(kChoosers);
    if (n.kind != NodeKind::Call || !is_number(to.scale) || !is_number(to.zero) ||
        !(joins || moves || limits))
      return std::nullopt;
    if (limits)
      return quantized(n.inputs[0], to.behind(n));
    std::vector<NodeId> parts;
    for (const NodeId in : n.inputs) {
      const std::optional<NodeId> part = quantized(in, to);
      if (!part)
        return std::nullopt;
      parts.push_back(*part);
    }
    return graph().add_call(n.op, parts, n.attrs);
  }

  // Where it is at this scale already.
  std::optional<NodeId> stored(NodeId id, const StoredSteps& to) {
    const std::optional<Integers> data = integers_of(id);
    if (!data || !is_number(to.scale) || !is_number(to.zero) ||
        !same_bytes(data->scale, to.scale) || !same_bytes(data->zero, to.zero))
      return std::nullopt;
    return data->node;
  }

  NodeId limited(NodeId steps, const StoredSteps& to) {
    const auto [low, high] = shapes::integer_bounds(to.zero.dtype());
    if (to.low > low)
      steps = graph().add_call("maximum", {steps, constant(to.step(to.low))});
    if (to.high < high)
      steps = graph().add_call("minimum", {steps, constant(to.step(to.high))});
    return steps;
  }

  NodeId requantized(const Terms& terms, const StoredSteps& to) {
    std::vector<NodeId> operands = {constant(to.zero), constant(to.scale), constant(terms.count)};
    for (const Term& term : terms.terms)
      operands.insert(operands.end(), {term.steps, constant(term.first), constant(term.second)});
    return graph().add_call("qnn.requantize", operands);
  }

  std::optional<Terms> terms_of(NodeId id) {
    if (const std::optional<Sums> sums = sums_of(id))
      return Terms{{{sums->node, sums->of_data, sums->of_weight}}, sums->count};
    const Node& n = old_.node(id);
    if (n.kind != NodeKind::Call)
      return std::nullopt;
    if (const std::optional<Terms> terms = with_constants(id))
      return terms;
    if (n.op == "add" || n.op == "subtract" || n.op == "multiply")
      return terms_of_two(n);
    const bool leaky = n.op == "nn.leaky_relu";
    const std::optional<Integers> data = integers_of(leaky ? n.inputs[0] : id);
    if (!data || !is_byte(data->node))
      return std::nullopt;
    const NodeId steps = steps_of(*data);
    if (!leaky)
      return Terms{{{steps, data->scale}}};
    const NodeId nought = constant(scalar_of(int32_t{0}));
    const auto alpha = static_cast<float>(n.attrs.get_double("alpha", 0.01));
    return Terms{{{graph().add_call("maximum", {steps, nought}), data->scale},
                  {graph().add_call("minimum", {steps, nought}), data->scale, scalar_of(alpha)}}};
  }

  std::optional<Terms> terms_of_two(const Node& n) {
    const std::optional<Integers> a = integers_of(n.inputs[0]), b = integers_of(n.inputs[1]);
    if (!a || !b || !is_byte(a->node) || !is_byte(b->node))
      return std::nullopt;
    const NodeId left = steps_of(*a), right = steps_of(*b);
    if (n.op == "multiply")
      return Terms{{{graph().add_call("multiply", {left, right}), a->scale, b->scale}}};
    return Terms{
        {{left, a->scale}, {right, b->scale, scalar_of(n.op == "subtract" ? -1.0F : 1.0F)}}};
  }

  std::optional<Terms> with_constants(NodeId id) {
    if (constants_ == ChannelConstants::InFloat)
      return std::nullopt;
    const std::optional<ChannelAffine> affine = channel_affine(old_, id, [&](NodeId value) {
      const std::optional<Sums> sums = sums_of(value);
      return sums && sums->count.data<int32_t>()[0] == 1;
    });
    if (!affine)
      return std::nullopt;
    const Sums sums = *sums_of(affine->of);
    const size_t rank = old_.type(id).shape.size();
    const Tensor factors = along_channels(affine->factor, rank);
    if (!is_number(factors) && !is_number(sums.of_data))
      return std::nullopt;
    Terms terms{{{sums.node, sums.of_data,
                  evaluate_op("multiply", {}, std::array{sums.of_weight, factors}).front()}}};
    if (affine->adds())
      terms.terms.push_back(addend_term(along_channels(affine->addend, rank)));
    return terms;
  }

  // A float32 is 24 bits times a power of two.
  Term addend_term(const Tensor& real) {
    constexpr int kBits = 24, kLeastExponent = -120;
    Tensor steps = Tensor::zeros(DType::I32, real.shape()),
           units = Tensor::zeros(DType::F32, real.shape());
    for (size_t i = 0; i < steps.data<int32_t>().size(); ++i) {
      int exponent = 0;
      std::frexp(real.data<float>()[i], &exponent);
      const int unit = std::max(exponent - kBits, kLeastExponent);
      steps.mutable_data<int32_t>()[i] =
          static_cast<int32_t>(std::ldexp(real.data<float>()[i], -unit));
      units.mutable_data<float>()[i] = std::ldexp(1.0F, unit);
    }
    return Term{constant(steps), units};
  }

  // In int32, less the zero point.
  NodeId steps_of(const Integers& value) {
    const std::string wide = "int32";
    return graph().add_call("subtract",
                            {graph().add_call("cast", {value.node}, {{"dtype", wide}}),
                             graph().add_call("cast", {constant(value.zero)}, {{"dtype", wide}})});
  }

  // ---- what a dequantized value was before, moved as it is
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
    const bool chooses = std::ranges::find(kChoosers, n.op) != std::end(kChoosers);
    if (!chooses && n.op != "reshape" && n.op != "transpose" && n.op != "nn.batch_flatten")
      return std::nullopt;
    std::optional<Integers> from = integers_of(n.inputs[0]);
    if (!from)
      return std::nullopt;
    if (chooses && (!is_number(from->scale) || !is_number(from->zero) || !is_byte(from->node)))
      return std::nullopt;
    const std::optional<Tensor> scale = moved(from->scale, n), zero = moved(from->zero, n);
    if (!scale || !zero)
      return std::nullopt;
    return Integers{moved_steps(from->node, n), *scale, *zero};
  }

  // Of weights the moved ones.
  NodeId moved_steps(NodeId steps, const Node& move) {
    if (const Tensor* known = constant_value(graph(), steps))
      return constant(evaluate_op(move.op, move.attrs, std::array{*known}).front());
    const NodeId same = graph().add_call(move.op, {steps}, move.attrs);
    graph().node(same).name = move.name;
    return same;
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
    return Sums{sums, evaluate_op("multiply", {}, std::array{of_data, of_weight}).front(), of_data,
                of_weight};
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
    Sums with = *sums;
    with.node = graph().add_call("add", {sums->node, bias->node});
    return with;
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
    const int64_t values = size[0] * size[1];
    const NodeId sums = window_sums(*data, window, padded ? 0 : values);
    const Tensor scale = data->scale.reshaped({}), count = scalar_of(static_cast<float>(values));
    return Sums{sums, evaluate_op("divide", {}, std::array{scale, count}).front(), scale,
                scalar_of(1.0F), scalar_of(static_cast<int32_t>(values))};
  }

  // Less the zero point, which pads have; once for each of so many `values`, or else before.
  NodeId window_sums(const Integers& data, const Attrs& window, int64_t values) {
    const Tensor zero = data.zero.reshaped({});
    if (values == 0)
      return graph().add_call("nn.sum_pool2d", {steps_of({data.node, data.scale, zero})}, window);
    const auto cast = [&](NodeId id) {
      return graph().add_call("cast", {id}, {{"dtype", std::string("int32")}});
    };
    const NodeId sums = graph().add_call("nn.sum_pool2d", {cast(data.node)}, window);
    const Tensor wide =
        evaluate_op("cast", {{"dtype", std::string("int32")}}, std::array{zero}).front();
    const auto less = static_cast<int32_t>(wide.data<int32_t>()[0] * values);
    return less == 0 ? sums : graph().add_call("subtract", {sums, constant(scalar_of(less))});
  }

  const Graph& old_;
  ChannelConstants constants_;
  GraphRewriter rewriter_;
  std::map<NodeId, std::optional<Sums>> sums_;
};

}  // namespace

Graph keep_integers(const Graph& graph, ChannelConstants constants) {
  return Keeper(graph, constants).run();
}

}  // namespace vta
