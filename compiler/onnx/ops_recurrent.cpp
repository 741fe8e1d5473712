// RNN, GRU and LSTM: a call of the graph's layer for each direction, on the direction's part of the
// operands. What is left out of these is there with the values that the standard gives it.
#include <algorithm>
#include <cctype>

#include "base/plural.h"
#include "compiler/graph/recurrent.h"
#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

// ---- Attributes ---------------------------------------------------------------------------------
std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

const GateCurveName& curve_of(const OpNode& node, const std::string& name) {
  std::vector<std::string_view> known;
  for (const GateCurveName& curve : gate_curves()) {
    if (lower_case(std::string(curve.onnx)) == lower_case(name))
      return curve;
    known.push_back(curve.onnx);
  }
  node.fail(fmt::format("activation \"{}\" is not supported; supported are {}", name,
                        fmt::join(known, ", ")));
}

// Numbers are taken in the order of the functions that have them; those left over have defaults,
// where readers of the standard agree on them.
class Numbers {
 public:
  Numbers(const OpNode& node, std::string_view attr)
      : node_(node), attr_(attr), given_(node.get_floats(attr)) {}

  double next(const GateCurveName& curve, double absent) {
    if (at_ == given_.size() && !curve.has_defaults)
      node_.fail(fmt::format("activation {} needs a value of {}", curve.onnx, attr_));
    return at_ < given_.size() ? static_cast<double>(given_[at_++]) : absent;
  }

 private:
  const OpNode& node_;
  std::string_view attr_;
  std::vector<float> given_;
  size_t at_ = 0;
};

// The graph's text of each direction's functions.
std::vector<std::string> activations_of(const OpNode& node, const RecurrentKind& kind,
                                        size_t directions) {
  const std::vector<std::string> names = node.get_texts("activations");
  const size_t each = gate_functions(kind, {}).size();
  if (names.empty())
    return std::vector<std::string>(directions, std::string(kind.functions));
  if (names.size() != each * directions)
    node.fail(fmt::format("activations has {}: must be {} for {}",
                          counted(std::ssize(names), "name"), each * directions,
                          counted(static_cast<int64_t>(directions), "direction")));
  Numbers alphas(node, "activation_alpha"), betas(node, "activation_beta");
  std::vector<std::string> texts(directions);
  for (size_t i = 0; i < names.size(); ++i) {
    const GateCurveName& curve = curve_of(node, names[i]);
    std::string& text = texts[i / each];
    text += fmt::format("{}{}", text.empty() ? "" : ", ", curve.graph);
    if (curve.numbers == 1)
      text += fmt::format("({})", alphas.next(curve, curve.alpha));
    if (curve.numbers == 2) {
      const double alpha = alphas.next(curve, curve.alpha);
      text += fmt::format("({}, {})", alpha, betas.next(curve, curve.beta));
    }
  }
  return texts;
}

// Whether each direction is the reverse one.
std::vector<bool> directions_of(const OpNode& node) {
  const std::string direction = node.get_string("direction", "forward");
  if (direction == "bidirectional")
    return {false, true};
  if (direction != "forward" && direction != "reverse")
    node.fail(
        fmt::format("direction \"{}\" is unknown: forward, reverse or bidirectional", direction));
  return {direction == "reverse"};
}

Attrs layer_attrs(const OpNode& node, const std::string& activations, bool reverse) {
  Attrs attrs{{"activations", activations}};
  if (reverse)
    attrs.set("reverse", true);
  if (node.find("clip") != nullptr)
    attrs.set("clip", node.get_float("clip", 0));
  for (const char* flag : {"input_forget", "linear_before_reset"})
    if (node.get_int(flag, 0) != 0)
      attrs.set(flag, true);
  return attrs;
}

// ---- Operands -----------------------------------------------------------------------------------
Value permuted(const OpNode& node, const Value& value, const IntList& axes) {
  return node.call("transpose", {value}, {{"axes", axes}});
}

Value floats_of_zero(const Shape& shape) {
  return {-1, Tensor::zeros(DType::F32, shape)};
}

// One direction's part of an operand whose axis `axis` are the directions; zeros where it is left
// out.
Value direction_part(const OpNode& node, size_t i, size_t direction, const Shape& absent,
                     int64_t axis = 0) {
  if (!node.has(i))
    return floats_of_zero(absent);
  const auto at = static_cast<int64_t>(direction);
  const Value part =
      node.call("strided_slice", {node.in(i)},
                {{"begin", IntList{at}}, {"end", IntList{at + 1}}, {"axes", IntList{axis}}});
  return node.call("squeeze", {part}, {{"axis", IntList{axis}}});
}

struct Extents {
  int64_t steps = 0, batch = 0, rows = 0, hidden = 0;
  bool batch_first = false;
};

Extents extents_of(const OpNode& node, const RecurrentKind& kind, size_t directions) {
  const Shape data = node.shape(0), weight = node.shape(1), recurrence = node.shape(2);
  if (data.size() != 3 || weight.size() != 3 || recurrence.size() != 3)
    node.fail(fmt::format("X {}, W {} and R {} must have three axes", shape_text(data),
                          shape_text(weight), shape_text(recurrence)));
  const int64_t layout = node.get_int("layout", 0);
  if (layout != 0 && layout != 1)
    node.fail(fmt::format("layout={} is unknown: 0 or 1", layout));
  const size_t steps = layout == 0 ? 0 : 1;
  const Extents e{data[steps], data[1 - steps], kind.gates * recurrence[2], recurrence[2],
                  layout == 1};
  if (node.get_int("hidden_size", e.hidden) != e.hidden)
    node.fail(fmt::format("hidden_size does not agree with R {}", shape_text(recurrence)));
  for (const size_t i : {1, 2, 3, 5, 6, 7}) {
    const size_t axis = e.batch_first && (i == 5 || i == 6) ? 1 : 0;
    if (node.has(i) &&
        (node.shape(i).size() <= axis || node.shape(i)[axis] != static_cast<int64_t>(directions)))
      node.fail(fmt::format("operand {} is {}: axis {} must have {}, the number of directions", i,
                            shape_text(node.shape(i)), axis, directions));
  }
  return e;
}

Value sequence_lengths(const OpNode& node, const Extents& e) {
  if (node.has(4))
    return node.in(4);
  const std::vector<int32_t> full(static_cast<size_t>(e.batch), static_cast<int32_t>(e.steps));
  return {-1, Tensor::from_span<int32_t>({e.batch}, std::span<const int32_t>(full))};
}

std::vector<Value> layer_operands(const OpNode& node, const RecurrentKind& kind, const Extents& e,
                                  size_t direction) {
  const Value data = e.batch_first ? permuted(node, node.in(0), {1, 0, 2}) : node.in(0);
  const Shape state{e.batch, e.hidden};
  const int64_t of_states = e.batch_first ? 1 : 0;
  std::vector<Value> operands{data,
                              direction_part(node, 1, direction, {}),
                              direction_part(node, 2, direction, {}),
                              direction_part(node, 3, direction, {2 * e.rows}),
                              sequence_lengths(node, e),
                              direction_part(node, 5, direction, state, of_states)};
  if (kind.operands > 6) {
    operands.push_back(direction_part(node, 6, direction, state, of_states));
    operands.push_back(direction_part(node, 7, direction, {3 * e.hidden}));
  }
  return operands;
}

// ---- Results ------------------------------------------------------------------------------------
// Directions become axis `axis` of what each of them has.
Value joined(const OpNode& node, const std::vector<std::vector<Value>>& layers, size_t result,
             int64_t axis) {
  std::vector<Value> parts;
  for (const std::vector<Value>& layer : layers)
    parts.push_back(node.call("expand_dims", {layer[result]}, {{"axis", axis}}));
  return parts.size() == 1 ? parts[0] : node.call("concatenate", parts, {{"axis", axis}});
}

Value recurrent(const OpNode& node) {
  const auto kind = std::ranges::find(recurrent_kinds(), node.op(), &RecurrentKind::onnx);
  VTA_CHECK(kind != recurrent_kinds().end(), "{} is no recurrent layer", node.op());
  const std::vector<bool> reverse = directions_of(node);
  const Extents e = extents_of(node, *kind, reverse.size());
  const std::vector<std::string> activations = activations_of(node, *kind, reverse.size());
  std::vector<std::vector<Value>> layers;
  for (size_t d = 0; d < reverse.size(); ++d)
    layers.push_back(node.builder().call_fields(std::string(kind->op),
                                                layer_operands(node, *kind, e, d),
                                                layer_attrs(node, activations[d], reverse[d])));
  const int results = static_cast<int>(layers[0].size());
  for (int i = 1; i < results; ++i)
    if (node.has_output(i))
      node.set_result(i, joined(node, layers, static_cast<size_t>(i), e.batch_first ? 1 : 0));
  if (!node.has_output(0))
    return layers[0][0];
  const Value states = joined(node, layers, 0, 1);
  return e.batch_first ? permuted(node, states, {2, 0, 1, 3}) : states;
}

constexpr OpImporter kRecurrentOps[] = {
    {"GRU", recurrent, "on the host"},
    {"LSTM", recurrent, "on the host"},
    {"RNN", recurrent, "on the host"},
};

}  // namespace

std::span<const OpImporter> recurrent_importers() {
  return kRecurrentOps;
}

}  // namespace vta::onnx_import
