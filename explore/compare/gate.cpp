#include "explore/compare/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "base/number_text.h"
#include "base/suggest.h"
#include "explore/compare/moved_work.h"

namespace vta::explore {
namespace {

constexpr int64_t kMillion = 1'000'000;
constexpr size_t kMostDigits = 12, kMostDecimals = 6;

bool is_of_cycles(const Quantity& quantity) {
  using Kind = QuantityKind;
  return quantity.kind == Kind::Cycles || quantity.kind == Kind::Time ||
         quantity.kind == Kind::Rate;
}

// 53 bits of a number times 10^8: more than int64_t holds.
__extension__ using Wide = __int128;

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw UsageError(fmt::format(
      "--fail-if '{}': {}; legal are [LAYER:]METRIC>+N, >+N%, <-N, <-N%, e.g. cycles>+1%", text,
      why));
}

bool all_digits(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

int64_t number(std::string_view digits) {
  int64_t value = 0;
  for (const char c : digits)
    value = value * 10 + (c - '0');
  return value;
}

// "+1.5" in millionths.
int64_t parse_change(std::string_view whole, std::string_view text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-'))
    refuse(whole, fmt::format("the change '{}' has no sign", text));
  const std::string_view digits = text.substr(1);
  const size_t point = digits.find('.');
  const std::string_view integer = digits.substr(0, point);
  std::string decimals(point == std::string_view::npos ? "" : digits.substr(point + 1));
  const bool empty_decimals = point != std::string_view::npos && decimals.empty();
  if (integer.empty() || integer.size() > kMostDigits || decimals.size() > kMostDecimals ||
      empty_decimals || !all_digits(integer) || !all_digits(decimals))
    refuse(whole, fmt::format("the change '{}' is not a number with at most {} digits and {} "
                              "decimals",
                              text, kMostDigits, kMostDecimals));
  decimals.resize(kMostDecimals, '0');
  const int64_t value = number(integer) * kMillion + number(decimals);
  return text[0] == '-' ? -value : value;
}

// By a name of today or of before.
const Quantity& metric_of(std::string_view whole, std::string_view name) {
  const Quantity* found = find_quantity(name);
  if (found != nullptr && is_limitable(*found))
    return *found;
  refuse(whole,
         fmt::format("metric '{}' is not known: {}", name, known_names(name, limitable_names())));
}

// Exact where both are whole numbers.
bool fails(const Gate& gate, const Figure& a, const Figure& b) {
  const auto breaks = [&]<typename N>(N from, N to) {
    const N scaled = (to - from) * N{kMillion} * (gate.percent ? N{100} : N{1});
    const N limit = static_cast<N>(gate.millionths) * (gate.percent ? from : N{1});
    return gate.above ? scaled > limit : scaled < limit;
  };
  const auto *whole_a = std::get_if<int64_t>(&a), *whole_b = std::get_if<int64_t>(&b);
  return whole_a != nullptr && whole_b != nullptr ? breaks(Wide{*whole_a}, Wide{*whole_b})
                                                  : breaks(*number_in(a), *number_in(b));
}

// Of a layer in both runs, or without one of the whole runs.
GateOutcome outcome_of(const Gate& gate, const RunDifference& runs,
                       const LayerDifference* layer = nullptr) {
  const Quantity& metric = *find_quantity(gate.metric);
  const auto of = [&](const RunRecord& run, const LayerResult LayerDifference::*side) {
    const Figure figure = layer == nullptr ? figure_of(metric, run.view())
                                           : figure_of(metric, run.view(), layer->*side);
    if (!number_in(figure))
      throw UsageError(fmt::format(
          "--fail-if '{}': {} is not known of {} in {}: the limit would check nothing", gate.text,
          gate.metric, layer == nullptr ? "the whole run" : "layer " + layer->name, run.origin));
    return figure;
  };
  const Figure a = of(runs.a, &LayerDifference::a), b = of(runs.b, &LayerDifference::b);
  return {gate.text, layer == nullptr ? "" : layer->name, gate.metric, a, b, fails(gate, a, b)};
}

std::vector<GateOutcome> outcomes_of(const Gate& gate, const RunDifference& runs) {
  if (gate.layer.empty())
    return {outcome_of(gate, runs)};
  std::vector<GateOutcome> out;
  std::vector<std::string_view> names;
  for (const LayerDifference& layer : runs.layers) {
    names.push_back(layer.name);
    if (gate.layer == "*" || gate.layer == layer.name)
      out.push_back(outcome_of(gate, runs, &layer));
  }
  if (out.empty() && names.empty())
    throw UsageError(fmt::format("--fail-if '{}': the runs have no layer in common", gate.text));
  if (out.empty())
    throw UsageError(fmt::format("--fail-if '{}': layer '{}' is not in both runs: {}", gate.text,
                                 gate.layer, known_names(gate.layer, names)));
  return out;
}

std::string_view verdict(const GateOutcome& o) {
  if (o.moved)
    return "cover different work (--allow-moved-work compares them), which fails";
  return o.failed ? "breaks" : "keeps";
}

}  // namespace

bool is_limitable(const Quantity& quantity) {
  return quantity.of_runs() && quantity.kind != QuantityKind::Reading;
}

std::vector<std::string_view> limitable_names() {
  std::vector<std::string_view> names;
  for (const Quantity& quantity : quantities())
    if (is_limitable(quantity))
      names.push_back(quantity.name);
  return names;
}

Gate parse_gate(std::string_view text) {
  const size_t relation = text.find_first_of("<>");
  if (relation == std::string_view::npos)
    refuse(text, "it has neither > nor <");
  Gate gate;
  gate.text = text;
  gate.above = text[relation] == '>';
  std::string_view metric = text.substr(0, relation);
  if (const size_t colon = metric.rfind(':'); colon != std::string_view::npos) {
    gate.layer = metric.substr(0, colon);
    metric = metric.substr(colon + 1);
    if (gate.layer.empty())
      refuse(text, "the layer before ':' is empty");
  }
  const Quantity& found = metric_of(text, metric);
  const bool renamed = !gate.layer.empty() && !found.of_kernels_today.empty();
  gate.metric = renamed ? found.of_kernels_today : found.name;
  std::string_view change = text.substr(relation + 1);
  gate.percent = change.ends_with('%');
  if (gate.percent)
    change.remove_suffix(1);
  gate.millionths = parse_change(text, change);
  return gate;
}

std::vector<GateOutcome> check_gate(const Gate& gate, const RunDifference& runs, MovedWork moved) {
  std::vector<GateOutcome> out = outcomes_of(gate, runs);
  if (!is_of_cycles(*find_quantity(gate.metric)) || moved == MovedWork::Allowed ||
      !work_moved(runs.a, runs.b))
    return out;
  for (GateOutcome& outcome : out)
    outcome.failed = outcome.moved = true;
  return out;
}

std::string outcome_text(const GateOutcome& o) {
  const double a = *number_in(o.a), b = *number_in(o.b);
  const std::string change = a == 0 ? (b < 0 ? "" : "+") + significant_text(b)
                                    : fmt::format("{:+.1f} %", 100 * (b - a) / a);
  return fmt::format("{}{} {} ({} -> {}) {} {}",
                     o.layer.empty() ? "" : fmt::format("{}: ", o.layer), o.metric, change,
                     significant_text(a), significant_text(b), verdict(o), o.gate);
}

}  // namespace vta::explore
