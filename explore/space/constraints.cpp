#include "explore/space/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "base/file.h"
#include "config/device.h"

namespace vta::explore {

namespace {

// A budget: what it limits, in which words. One function is set, besides that of a device.
struct Row {
  std::string_view name, unit;
  int64_t (*of_config)(const VtaConfig&) = nullptr;
  double (*of_area)(const AreaUse&) = nullptr;
  int64_t (*of_device)(const FpgaDevice&) = nullptr;  // what a device allows of it; 0: anything
  std::optional<double> (*of_accuracy)(const Accuracy&) = nullptr;  // then it is a lower limit
};

constexpr std::array<Row, 12> kRows{{
    {.name = "max_macs",
     .unit = "MACs per cycle",
     .of_config = [](const VtaConfig& c) { return c.macs(); }},
    {.name = "max_scratchpad_bytes", .unit = "bytes of scratchpads", .of_config = scratchpad_bytes},
    {.name = "max_lut",
     .unit = "LUTs",
     .of_area = [](const AreaUse& a) { return a.lut; },
     .of_device = [](const FpgaDevice& d) { return d.lut; }},
    {.name = "max_ff",
     .unit = "flip-flops",
     .of_area = [](const AreaUse& a) { return a.ff; },
     .of_device = [](const FpgaDevice& d) { return d.ff; }},
    {.name = "max_dsp",
     .unit = "DSPs",
     .of_area = [](const AreaUse& a) { return a.dsp; },
     .of_device = [](const FpgaDevice& d) { return d.dsp; }},
    {.name = "max_bram36",
     .unit = "block RAMs of 36 Kb",
     .of_area = [](const AreaUse& a) { return a.bram18 / 2; },
     .of_device = [](const FpgaDevice& d) { return d.bram18 / 2; }},
    {.name = "max_bus_bytes",
     .unit = "bytes of bus per cycle",
     .of_config = [](const VtaConfig& c) { return c.bus_bytes(); },
     .of_device = [](const FpgaDevice& d) { return d.port_bytes; }},
    {.name = "max_burst_beats",
     .unit = "beats of a burst",
     .of_config = [](const VtaConfig& c) { return c.mem_burst_beats; },
     .of_device = [](const FpgaDevice& d) { return d.most_burst_beats(); }},
    {.name = "min_top1",
     .unit = "% top-1",
     .of_accuracy = [](const Accuracy& a) { return a.top1; }},
    {.name = "min_top5",
     .unit = "% top-5",
     .of_accuracy = [](const Accuracy& a) { return a.top5; }},
    {.name = "min_agreement",
     .unit = "% agreement",
     .of_accuracy = [](const Accuracy& a) { return std::optional(a.agreement); }},
    {.name = "min_sqnr_db",
     .unit = "dB SQNR",
     .of_accuracy = [](const Accuracy& a) { return std::optional(a.sqnr_db); }},
}};
constexpr std::string_view kDevice = "device";

const Row& row_of(std::string_view name) {
  const auto row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.name == name; });
  VTA_CHECK(row != kRows.end(), "constraint {}", name);
  return *row;
}

// A known device, or a file beside the specification.
FpgaDevice read_device(const JsonReader& constraints, const std::string& folder) {
  const std::string name = constraints.get_string(kDevice);
  const std::string file = (std::filesystem::path(folder) / name).string();
  const bool known = std::ranges::count(named_devices(), name, &NamedDevice::name) > 0;
  try {
    return find_device(known || !file_exists(file) ? name : file);
  } catch (const ConfigError& e) {
    throw InputError(fmt::format("{}: device: {}", constraints.where(), e.what()));
  }
}

// Percent, or dB.
double least_of(const JsonReader& constraints, const Row& row) {
  const double least = constraints.get_double(row.name);
  const bool decibels = row.name == "min_sqnr_db";
  const double low = decibels ? -kMostSqnrDb : 0, high = decibels ? kMostSqnrDb : 100;
  if (!(least >= low && least <= high))
    throw InputError(fmt::format("{}: {} = {} is out of range (legal: {}..{})", constraints.where(),
                                 row.name, least, low, high));
  return least;
}

}  // namespace

bool is_least(std::string_view constraint) {
  return row_of(constraint).of_accuracy != nullptr;
}

std::optional<Exclusion> missed_accuracy(std::span<const Constraint> constraints,
                                         const Accuracy& accuracy) {
  for (const Constraint& constraint : constraints) {
    const Row& row = row_of(constraint.name);
    if (row.of_accuracy == nullptr)
      continue;
    const std::optional<double> value = row.of_accuracy(accuracy);
    if (!value || *value < constraint.limit)
      return Exclusion{std::string(kConstraint), std::string(row.name),
                       value ? fmt::format("{:.4g} {}, less than {} = {:.10g}", *value, row.unit,
                                           row.name, constraint.limit)
                             : fmt::format("{} is not known, {} = {:.10g}", row.unit, row.name,
                                           constraint.limit)};
  }
  return std::nullopt;
}

int64_t scratchpad_bytes(const VtaConfig& c) {
  return (int64_t{1} << c.log_uop_buff_size) + (int64_t{1} << c.log_inp_buff_size) +
         (int64_t{1} << c.log_wgt_buff_size) + (int64_t{1} << c.log_acc_buff_size);
}

std::span<const std::string_view> constraint_names() {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kRows.size() + 1> names;
    for (size_t i = 0; i < kRows.size(); ++i)
      names[i] = kRows[i].name;
    names.back() = kDevice;
    return names;
  }();
  return kNames;
}

std::vector<Constraint> parse_constraints(const JsonReader& constraints,
                                          const std::string& folder) {
  constraints.refuse_unknown(constraint_names());
  std::optional<FpgaDevice> device;
  if (constraints.has(kDevice))
    device = read_device(constraints, folder);
  std::vector<Constraint> parsed;
  for (const Row& row : kRows) {
    if (row.of_accuracy != nullptr) {
      if (constraints.has(row.name))
        parsed.push_back({row.name, least_of(constraints, row)});
      continue;
    }
    constexpr int64_t kNone = std::numeric_limits<int64_t>::max();
    int64_t limit = constraints.has(row.name) ? constraints.get_int(row.name, 1, kNone) : kNone;
    if (device && row.of_device != nullptr && row.of_device(*device) > 0)
      limit = std::min(limit, row.of_device(*device));
    if (limit < kNone || constraints.has(row.name))
      parsed.push_back({row.name, static_cast<double>(limit)});
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
    if (row.of_accuracy != nullptr)
      continue;
    double value = 0;
    if (row.of_config != nullptr) {
      value = static_cast<double>(row.of_config(config));
    } else {
      if (!use)
        use = area(config);
      value = row.of_area(*use);
    }
    if (value > constraint.limit)
      return Exclusion{std::string(kConstraint), std::string(row.name),
                       fmt::format("{:.10g} {}, {:.10g} more than {} = {:.17g}", value, row.unit,
                                   value - constraint.limit, row.name, constraint.limit)};
  }
  return std::nullopt;
}

}  // namespace vta::explore
