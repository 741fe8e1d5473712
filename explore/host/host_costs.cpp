#include "explore/host/host_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/suggest.h"
#include "compiler/graph/operations.h"
#include "runtime/host_ops.h"

namespace vta::explore {
namespace {

constexpr double kMostFigure = 1e15;
constexpr int64_t kMostCores = 1024;

struct KindRow {
  OperationKind kind;
  std::string_view row;
};
constexpr std::array kKindRows = {
    KindRow{OperationKind::Products, "products"},
    KindRow{OperationKind::Window, "window"},
    KindRow{OperationKind::Reduction, "reduction"},
    KindRow{OperationKind::Elements, "elements"},
    KindRow{OperationKind::Norm, "norm"},
    KindRow{OperationKind::Softmax, "softmax"},
    KindRow{OperationKind::Neighbours, "neighbours"},
    KindRow{OperationKind::Resampling, "resampling"},
    KindRow{OperationKind::Movement, "movement"},
};
constexpr std::array kStepRows = {kPackRow, kUnpackRow, kConvertRow, kLaunchRow, kOtherRow};

std::vector<std::string_view> rows_that_are_no_operators() {
  std::vector<std::string_view> rows(kStepRows.begin(), kStepRows.end());
  for (const KindRow& kind : kKindRows)
    rows.push_back(kind.row);
  return rows;
}

double figure(const JsonReader& step, std::string_view key) {
  if (!step.has(key))
    return 0;
  const double value = step.get_double(key);
  if (!(value >= 0 && value <= kMostFigure))
    throw InputError(
        fmt::format("{}: {} = {}: legal are 0 to {}", step.where(), key, value, kMostFigure));
  return value;
}

// A rate of 0 would be a step without an end.
double rate(const JsonReader& step, std::string_view key) {
  if (!step.has(key))
    return 0;
  const double value = step.get_double(key);
  if (!(value >= 1 && value <= kMostFigure))
    throw InputError(
        fmt::format("{}: {} = {}: legal are 1 to {}", step.where(), key, value, kMostFigure));
  return value;
}

StepCost read_step(const JsonReader& step, std::string_view row) {
  if (row == kLaunchRow)
    step.refuse_unknown({"ns"});
  else
    step.refuse_unknown({"ns", "bytes_per_second", "ns_per_element", "ns_per_mac"});
  return {.ns = figure(step, "ns"),
          .bytes_per_second = rate(step, "bytes_per_second"),
          .ns_per_element = figure(step, "ns_per_element"),
          .ns_per_mac = figure(step, "ns_per_mac")};
}

// "cast", "cast:int8".
bool names_operator(std::string_view row) {
  const size_t colon = row.find(':');
  if (!is_host_op(row.substr(0, colon)))
    return false;
  if (colon != std::string_view::npos)
    dtype_from_name(row.substr(colon + 1));  // InputError lists the types
  return true;
}

void check_row(const JsonReader& steps, std::string_view row) {
  const std::vector<std::string_view> known = rows_that_are_no_operators();
  if (std::ranges::find(known, row) == known.end() && !names_operator(row))
    throw InputError(
        fmt::format("{}: '{}' is no kind of step: legal are {}, and operators (cast, "
                    "cast:int8)",
                    steps.where(), row, fmt::join(known, ", ")));
}

bool read_basis(const JsonReader& file) {
  const std::string basis = file.get_string("basis");
  if (basis != "measured" && basis != "estimated")
    throw InputError(
        fmt::format("{}: basis = '{}': legal are estimated and measured", file.where(), basis));
  return basis == "measured";
}

std::string given_text(const JsonReader& file, std::string_view key) {
  std::string text = file.get_string(key);
  if (text.empty())
    throw InputError(fmt::format("{}: {} is empty", file.where(), key));
  return text;
}

HostCosts read_host(const JsonReader& file) {
  file.refuse_unknown({"name", "title", "source", "note", "basis", "cores", "overlap", "steps"});
  HostCosts host;
  host.name = given_text(file, "name");
  host.title = file.has("title") ? file.get_string("title") : host.name;
  host.source = given_text(file, "source");
  if (file.has("note"))
    host.note = file.get_string("note");
  host.measured = read_basis(file);
  host.cores = file.get_int("cores", 1, kMostCores);
  host.overlap = file.get_bool("overlap");
  const JsonReader steps = file.get_object("steps");
  for (const auto& member : steps.object()) {
    const std::string row(member.key());
    check_row(steps, row);
    host.steps[row] = read_step(steps.get_object(row), row);
  }
  for (const std::string_view needed : {kLaunchRow, kOtherRow})
    if (!host.steps.contains(needed))
      steps.get_object(needed);  // says that it is missing
  return host;
}

boost::json::object step_json(const StepCost& cost) {
  boost::json::object out;
  const auto add = [&](const char* key, double value) {
    if (value != 0)
      out[key] = value;
  };
  add("ns", cost.ns);
  add("bytes_per_second", cost.bytes_per_second);
  add("ns_per_element", cost.ns_per_element);
  add("ns_per_mac", cost.ns_per_mac);
  return out;
}

}  // namespace

const StepCost& HostCosts::cost_of(std::initializer_list<std::string_view> rows) const {
  for (const std::string_view row : rows)
    if (const auto found = steps.find(row); found != steps.end())
      return found->second;
  const auto other = steps.find(kOtherRow);
  VTA_CHECK(other != steps.end(), "the host {} has no row '{}'", name, kOtherRow);
  return other->second;
}

std::string_view operator_row(std::string_view op) {
  const auto* found = std::ranges::find(kKindRows, operation_kind(op), &KindRow::kind);
  return found == kKindRows.end() ? kOtherRow : found->row;
}

HostCosts parse_host(std::string_view text, std::string_view origin) {
  try {
    const boost::json::value file = parse_json(text, origin);
    return read_host(JsonReader(file, std::string(origin)));
  } catch (const InputError& e) {
    throw ConfigError(e.what());
  }
}

std::string host_text(const HostCosts& host) {
  boost::json::object out;
  out["name"] = host.name;
  out["title"] = host.title;
  out["source"] = host.source;
  if (!host.note.empty())
    out["note"] = host.note;
  out["basis"] = host.basis();
  out["cores"] = host.cores;
  out["overlap"] = host.overlap;
  boost::json::object steps;
  for (const auto& [row, cost] : host.steps)
    steps[row] = step_json(cost);
  out["steps"] = steps;
  return json_text(out);
}

HostCosts find_host(const std::string& name_or_path, std::span<const std::string_view> more_names) {
  std::vector<std::string_view> names;
  for (const NamedHost& named : named_hosts()) {
    if (named.name == name_or_path)
      return parse_host(named.json, named.name);
    names.push_back(named.name);
  }
  names.insert(names.end(), more_names.begin(), more_names.end());
  if (!file_exists(name_or_path))
    throw ConfigError(fmt::format("'{}' is neither a host's file nor a known host: {}",
                                  name_or_path, known_names(name_or_path, names)));
  try {
    return parse_host(read_text_file(name_or_path, kMostTextBytes), name_or_path);
  } catch (const InputError& e) {
    throw ConfigError(fmt::format("host's file: {}", e.what()));
  }
}

}  // namespace vta::explore
