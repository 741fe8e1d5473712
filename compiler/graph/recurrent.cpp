#include "compiler/graph/recurrent.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>

#include "base/error.h"

namespace vta {
namespace {

constexpr GateCurveName kGateCurves[] = {
    {GateCurve::Affine, "Affine", "affine", 2, false},
    {GateCurve::Elu, "Elu", "elu", 1, true, 1},
    {GateCurve::HardSigmoid, "HardSigmoid", "hard_sigmoid", 2, true, 0.2, 0.5},
    {GateCurve::LeakyRelu, "LeakyRelu", "leaky_relu", 1, true, 0.01},
    {GateCurve::Relu, "Relu", "relu"},
    {GateCurve::ScaledTanh, "ScaledTanh", "scaled_tanh", 2, false},
    {GateCurve::Sigmoid, "Sigmoid", "sigmoid"},
    {GateCurve::Softplus, "Softplus", "softplus"},
    {GateCurve::Softsign, "Softsign", "softsign"},
    {GateCurve::Tanh, "Tanh", "tanh"},
    {GateCurve::ThresholdedRelu, "ThresholdedRelu", "thresholded_relu", 1, false},
};

constexpr RecurrentKind kRecurrentKinds[] = {
    {"nn.rnn", "RNN", 1, "tanh", 6},
    {"nn.gru", "GRU", 3, "sigmoid, tanh", 6},
    {"nn.lstm", "LSTM", 4, "sigmoid, tanh, tanh", 8},
};

[[noreturn]] void refuse_function(std::string_view text) {
  std::vector<std::string_view> names;
  for (const GateCurveName& curve : kGateCurves)
    names.push_back(curve.graph);
  throw CompileError(
      fmt::format("activation '{}' is unknown: one of {}, with as many numbers in "
                  "parentheses as it has",
                  text, fmt::join(names, ", ")));
}

std::string_view without_spaces(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

// Parts between commas that are in no parentheses.
std::vector<std::string_view> listed(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  bool inside = false;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '(' || text[i] == ')'))
      inside = text[i] == '(';
    if (i < text.size() && (text[i] != ',' || inside))
      continue;
    parts.push_back(without_spaces(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

double number_of(std::string_view text, std::string_view whole) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    refuse_function(whole);
  return value;
}

GateFunction function_of(std::string_view text) {
  const size_t open = text.find('(');
  const std::string_view name = text.substr(0, open);
  const auto* const curve = std::ranges::find(kGateCurves, name, &GateCurveName::graph);
  if (curve == std::end(kGateCurves) || (open != std::string_view::npos && !text.ends_with(')')))
    refuse_function(text);
  GateFunction function{curve->curve, curve->alpha, curve->beta};
  if (open == std::string_view::npos && !curve->has_defaults)
    refuse_function(text);
  if (open == std::string_view::npos)
    return function;
  const auto numbers = listed(text.substr(open + 1, text.size() - open - 2));
  if (std::ssize(numbers) != curve->numbers)
    refuse_function(text);
  function.alpha = number_of(numbers[0], text);
  if (numbers.size() > 1)
    function.beta = number_of(numbers[1], text);
  return function;
}

}  // namespace

std::span<const GateCurveName> gate_curves() {
  return kGateCurves;
}

std::span<const RecurrentKind> recurrent_kinds() {
  return kRecurrentKinds;
}

const RecurrentKind* recurrent_kind(std::string_view op) {
  const auto* const found = std::ranges::find(kRecurrentKinds, op, &RecurrentKind::op);
  return found == std::end(kRecurrentKinds) ? nullptr : found;
}

std::vector<GateFunction> gate_functions(const RecurrentKind& kind, const Attrs& attrs) {
  const std::string text = attrs.get_string("activations", kind.functions);
  std::vector<GateFunction> functions;
  for (const std::string_view part : listed(text))
    functions.push_back(function_of(part));
  const size_t expected = listed(kind.functions).size();
  if (functions.size() != expected)
    throw CompileError(fmt::format("activations '{}' are {}: {} has {}", text, functions.size(),
                                   kind.op, expected));
  return functions;
}

int64_t recurrent_macs(const RecurrentKind& kind, const Shape& data, const Shape& recurrence) {
  const std::array factors{data[0], data[1], kind.gates, recurrence[1], data[2] + recurrence[1]};
  return checked_product(factors).value_or(std::numeric_limits<int64_t>::max());
}

}  // namespace vta
