// Reductions over axes, indices of extremes, running sums.
#include <algorithm>
#include <numeric>
#include <optional>

#include "compiler/graph/shape_util.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

// Axes are an attribute first and an operand from opset 13 (ReduceSum) or 18 on. Nothing: the data
// is not reduced.
std::optional<Attrs> reduction(const OpNode& node) {
  Attrs attrs;
  IntList axes = node.has(1) ? node.constant_shape(1, "axes") : node.get_ints("axes", {});
  for (int64_t& axis : axes)
    axis = node.axis_in(axis, node.shape(0).size());
  if (axes.empty() && node.get_int("noop_with_empty_axes", 0) != 0)
    return std::nullopt;
  if (axes.empty()) {
    axes.resize(node.shape(0).size());
    std::iota(axes.begin(), axes.end(), 0);
  }
  attrs.set("axis", axes);
  attrs.set("keepdims", node.get_int("keepdims", 1) != 0);
  return attrs;
}

Value identity(const OpNode&, const Value& x) {
  return x;
}
Value magnitude(const OpNode& node, const Value& x) {
  return node.call("abs", {x});
}
Value square(const OpNode& node, const Value& x) {
  return node.call("multiply", {x, x});
}
Value root(const OpNode& node, const Value& x) {
  return node.call("sqrt", {x});
}
Value logarithm(const OpNode& node, const Value& x) {
  return node.call("log", {x});
}

// after(op over the axes of before(x))
struct ReduceForm {
  std::string_view onnx, op;
  Value (*before)(const OpNode&, const Value&);
  Value (*after)(const OpNode&, const Value&);
};
constexpr ReduceForm kReduceForms[] = {
    {"ReduceMean", "mean", identity, identity},
    {"ReduceSum", "sum", identity, identity},
    {"ReduceMax", "max", identity, identity},
    {"ReduceMin", "min", identity, identity},
    {"ReduceProd", "prod", identity, identity},
    {"ReduceL1", "sum", magnitude, identity},
    {"ReduceL2", "sum", square, root},
    {"ReduceLogSum", "sum", identity, logarithm},
    {"ReduceSumSquare", "sum", square, identity},
};

Value reduce(const OpNode& node) {
  const auto form = std::ranges::find(kReduceForms, node.op(), &ReduceForm::onnx);
  VTA_CHECK(form != std::end(kReduceForms), "{} has no counterpart", node.op());
  const std::optional<Attrs> attrs = reduction(node);
  const bool logic = node.dtype(0) == DType::Bool;
  if (logic && node.op() != "ReduceMax" && node.op() != "ReduceMin")
    node.fail("bool data is not supported");
  if (logic && node.opset() < 20)
    node.fail("bool data is legal from opset 20 on");
  const Value data =
      logic ? node.call("cast", {node.in(0)}, {{"dtype", std::string("uint8")}}) : node.in(0);
  const Value before = form->before(node, data);
  const Value reduced = attrs ? node.call(std::string(form->op), {before}, *attrs) : before;
  const Value after = form->after(node, reduced);
  return logic ? node.call("cast", {after}, {{"dtype", std::string("bool")}}) : after;
}

// Shifted by the largest value, so that no exponential overflows.
Value reduce_log_sum_exp(const OpNode& node) {
  const std::optional<Attrs> attrs = reduction(node);
  if (!attrs)
    return node.in(0);
  Attrs kept = *attrs;
  kept.set("keepdims", true);
  const Value largest = node.call("max", {node.in(0)}, kept);
  const Value powers = node.call("exp", {node.call("subtract", {node.in(0), largest})});
  const Value sum = node.call("log", {node.call("sum", {powers}, kept)});
  const Value result = node.call("add", {sum, largest});
  return node.call("max", {result}, *attrs);
}

Value arg_extreme(const OpNode& node) {
  Attrs attrs{{"axis", node.axis_in(node.get_int("axis", 0), node.shape(0).size())},
              {"keepdims", node.get_int("keepdims", 1) != 0}};
  if (node.get_int("select_last_index", 0) != 0)
    attrs.set("select_last_index", true);
  return node.call(node.op() == "ArgMax" ? "argmax" : "argmin", {node.in(0)}, attrs);
}

Value cum_sum(const OpNode& node) {
  const std::vector<int64_t> axis = node.constant_shape(1, "axis");
  if (axis.size() != 1)
    node.fail(fmt::format("axis has {} values, expected 1", axis.size()));
  Attrs attrs{{"axis", node.axis_in(axis[0], node.shape(0).size())}};
  if (node.get_int("exclusive", 0) != 0)
    attrs.set("exclusive", true);
  if (node.get_int("reverse", 0) != 0)
    attrs.set("reverse", true);
  return node.call("cumsum", {node.in(0)}, attrs);
}

constexpr OpImporter kReduceOps[] = {
    {"ReduceMean", reduce, "constant axes"},
    {"ReduceSum", reduce, "constant axes"},
    {"ReduceMax", reduce, "constant axes"},
    {"ReduceMin", reduce, "constant axes"},
    {"ReduceProd", reduce, "constant axes"},
    {"ReduceL1", reduce, "constant axes"},
    {"ReduceL2", reduce, "constant axes"},
    {"ReduceLogSum", reduce, "constant axes"},
    {"ReduceSumSquare", reduce, "constant axes"},
    {"ReduceLogSumExp", reduce_log_sum_exp, "constant axes"},
    {"ArgMax", arg_extreme, ""},
    {"ArgMin", arg_extreme, ""},
    {"CumSum", cum_sum, "constant axis"},
};

}  // namespace

std::span<const OpImporter> reduce_importers() {
  return kReduceOps;
}

}  // namespace vta::onnx_import
