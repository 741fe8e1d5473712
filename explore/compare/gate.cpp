#include "explore/compare/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "base/number_text.h"
#include "base/suggest.h"
#include "explore/compare/explain.h"
#include "explore/compare/moved_work.h"

namespace vta::explore {
namespace {

constexpr int64_t kMillion = 1'000'000;
constexpr size_t kMostDigits = 12, kMostDecimals = 6;

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

bool fails(const Gate& gate, int64_t a, int64_t b) {
  const Wide change = static_cast<Wide>(b) - a;
  const Wide scaled = change * kMillion * (gate.percent ? 100 : 1);
  const Wide limit = static_cast<Wide>(gate.millionths) * (gate.percent ? a : 1);
  return gate.above ? scaled > limit : scaled < limit;
}

GateOutcome outcome_of(const Gate& gate, const LayerDifference& layer, std::string name) {
  const Quantity& metric = *find_quantity(gate.metric);
  const int64_t a = metric.of_kernel(layer.a), b = metric.of_kernel(layer.b);
  return {gate.text, std::move(name), gate.metric, a, b, fails(gate, a, b)};
}

std::vector<GateOutcome> outcomes_of(const Gate& gate, const RunDifference& runs) {
  if (gate.layer.empty())
    return {outcome_of(gate, runs.total, "")};
  std::vector<GateOutcome> out;
  std::vector<std::string_view> names;
  for (const LayerDifference& layer : runs.layers) {
    names.push_back(layer.name);
    if (gate.layer == "*" || gate.layer == layer.name)
      out.push_back(outcome_of(gate, layer, layer.name));
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
  return quantity.of_run && quantity.of_kernel && quantity.kind != QuantityKind::Reading &&
         quantity.kind != QuantityKind::Least;
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
  gate.metric = metric_of(text, metric).name;
  std::string_view change = text.substr(relation + 1);
  gate.percent = change.ends_with('%');
  if (gate.percent)
    change.remove_suffix(1);
  gate.millionths = parse_change(text, change);
  return gate;
}

std::vector<GateOutcome> check_gate(const Gate& gate, const RunDifference& runs, MovedWork moved) {
  std::vector<GateOutcome> out = outcomes_of(gate, runs);
  if (gate.metric != "cycles" || moved == MovedWork::Allowed || !work_moved(runs.a, runs.b))
    return out;
  for (GateOutcome& outcome : out)
    outcome.failed = outcome.moved = true;
  return out;
}

std::string outcome_text(const GateOutcome& o) {
  const std::string percent = percent_text(o.a, o.b);
  return fmt::format("{}{} {} ({} -> {}) {} {}",
                     o.layer.empty() ? "" : fmt::format("{}: ", o.layer), o.metric,
                     percent.empty() ? signed_text(o.b - o.a) : percent, thousands(o.a),
                     thousands(o.b), verdict(o), o.gate);
}

}  // namespace vta::explore
