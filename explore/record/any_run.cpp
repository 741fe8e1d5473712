#include "explore/record/any_run.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/file_kind.h"
#include "explore/store/reader.h"

namespace vta::explore {
namespace {

int64_t point_index(const std::string& name, std::string_view digits) {
  int64_t index = -1;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, index);
  if (error != std::errc{} || stop != end || index < 0)
    throw InputError(
        fmt::format("'{}': '{}' is not the index of a point, e.g. sweep.db#12", name, digits));
  return index;
}

std::string why_absent(SweepReader& sweep, int64_t index) {
  if (index >= sweep.header().space_points)
    return fmt::format("the space has {}, numbered from 0", sweep.header().space_points);
  for (const ExcludedRow& row : sweep.excluded())
    if (row.idx == index)
      return fmt::format("{} ({}): {}", row.kind, row.rule, row.reason);
  for (const FailureRow& row : sweep.failures())
    if (row.idx == index)
      return fmt::format("it failed: {}", row.reason);
  return "it was not evaluated";
}

PointRow find_point(SweepReader& sweep, const std::string& path, int64_t index) {
  std::optional<PointRow> row = sweep.point(index);
  if (!row)
    throw InputError(fmt::format("{}: no point {}: {}", path, index, why_absent(sweep, index)));
  return *std::move(row);
}

struct PointName {
  std::string path;
  int64_t index = 0;
};

// "sweep.db#12".
PointName parse_point_name(const std::string& name) {
  const size_t hash = name.rfind('#');
  return {name.substr(0, hash), point_index(name, std::string_view(name).substr(hash + 1))};
}

RunRecord load_point(const std::string& path, int64_t index) {
  SweepReader sweep(path);
  PointRow row = find_point(sweep, path, index);
  RunRecord record;
  record.origin = fmt::format("{}#{}", path, index);
  record.tool_version = sweep.header().tool_version;
  record.model = row.spec.network;
  for (const NetworkInfo& network : sweep.networks())
    if (network.name == row.spec.network)
      record.quantization =
          row.spec.quantization.empty() ? network.quantization : row.spec.quantization;
  record.schedule = row.spec.schedule;
  record.backend = "csim";
  record.config = row.spec.config;
  record.images = row.spec.images;
  record.before_gemm_pipeline = sweep.header().before_gemm_pipeline();
  record.result = std::move(row.result);
  if (record.result.layers.empty())
    record.result.layers = sweep.layers(index);
  return record;
}

}  // namespace

RunRecord load_any_run(const std::string& name) {
  if (name.find('#') == std::string::npos) {
    if (is_database(name))
      throw InputError(fmt::format(
          "'{}' is a database: a run is one of its points, as {}#12 (vta sweep list)", name, name));
    return load_run(name);
  }
  const PointName point = parse_point_name(name);
  return load_point(point.path, point.index);
}

VtaConfig load_point_config(const std::string& name) {
  const PointName point = parse_point_name(name);
  SweepReader sweep(point.path);
  return find_point(sweep, point.path, point.index).spec.config;
}

}  // namespace vta::explore
