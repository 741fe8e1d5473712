#include "explore/space/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"

namespace vta::explore {

namespace {

// A budget: what it limits, in which words. Either of the two functions is set.
struct Row {
  std::string_view name, unit;
  int64_t (*of_config)(const VtaConfig&);
  double (*of_area)(const AreaUse&);
};

constexpr std::array<Row, 6> kRows{{
    {"max_macs", "MACs a cycle", [](const VtaConfig& c) { return c.macs(); }, nullptr},
    {"max_scratchpad_bytes", "bytes of scratchpads", scratchpad_bytes, nullptr},
    {"max_lut", "LUTs", nullptr, [](const AreaUse& a) { return a.lut; }},
    {"max_ff", "flip-flops", nullptr, [](const AreaUse& a) { return a.ff; }},
    {"max_dsp", "DSPs", nullptr, [](const AreaUse& a) { return a.dsp; }},
    {"max_bram36", "block RAMs of 36 Kb", nullptr, [](const AreaUse& a) { return a.bram18 / 2; }},
}};

const Row& row_of(std::string_view name) {
  const auto row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.name == name; });
  VTA_CHECK(row != kRows.end(), "constraint {}", name);
  return *row;
}

}  // namespace

int64_t scratchpad_bytes(const VtaConfig& c) {
  return (int64_t{1} << c.log_uop_buff_size) + (int64_t{1} << c.log_inp_buff_size) +
         (int64_t{1} << c.log_wgt_buff_size) + (int64_t{1} << c.log_acc_buff_size);
}

std::span<const std::string_view> constraint_names() {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kRows.size()> names;
    for (size_t i = 0; i < names.size(); ++i)
      names[i] = kRows[i].name;
    return names;
  }();
  return kNames;
}

std::vector<Constraint> parse_constraints(const JsonReader& constraints) {
  constraints.refuse_unknown(constraint_names());
  std::vector<Constraint> parsed;
  for (const Row& row : kRows) {
    if (constraints.has(row.name))
      parsed.push_back(
          {row.name, constraints.get_int(row.name, 1, std::numeric_limits<int64_t>::max())});
  }
  return parsed;
}

bool needs_area(std::span<const Constraint> constraints) {
  return std::any_of(constraints.begin(), constraints.end(),
                     [](const Constraint& c) { return row_of(c.name).of_area != nullptr; });
}

std::optional<Exclusion> broken_constraint(std::span<const Constraint> constraints,
                                           const VtaConfig& config, const AreaOf& area) {
  std::optional<AreaUse> use;
  for (const Constraint& constraint : constraints) {
    const Row& row = row_of(constraint.name);
    double value = 0;
    if (row.of_config != nullptr) {
      value = static_cast<double>(row.of_config(config));
    } else {
      if (!use)
        use = area(config);
      value = row.of_area(*use);
    }
    if (value > static_cast<double>(constraint.limit))
      return Exclusion{
          std::string(kConstraint), std::string(row.name),
          fmt::format("{:.10g} {}, {:.10g} more than {} = {}", value, row.unit,
                      value - static_cast<double>(constraint.limit), row.name, constraint.limit)};
  }
  return std::nullopt;
}

}  // namespace vta::explore
