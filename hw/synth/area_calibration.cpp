#include "hw/synth/area_calibration.h"

#include <array>
#include <boost/json.hpp>

#include "base/error.h"
#include "base/json.h"
#include "hw/synth/calibration_text.h"

namespace vta {
namespace {

namespace json = boost::json;

constexpr int64_t kSchemaVersion = 2;  // 1 had no paths
constexpr std::string_view kColumns = "instances, lut, ff, dsp, bram18";

json::array row_of(const ModuleArea& area) {
  return {area.instances, area.lut, area.ff, area.dsp, area.bram18};
}

ModuleArea parse_row(const JsonReader& reader, std::string_view key, std::string name) {
  const json::array& row = reader.get_array(key);
  std::array<int64_t, 5> values{};
  for (size_t i = 0; i < values.size(); ++i) {
    if (row.size() != values.size() || !row[i].is_int64() || row[i].get_int64() < 0)
      throw InputError(
          fmt::format("{}: '{}' is not five counts ({})", reader.where(), key, kColumns));
    values[i] = row[i].get_int64();
  }
  return {.name = std::move(name),
          .instances = values[0],
          .lut = values[1],
          .ff = values[2],
          .dsp = values[3],
          .bram18 = values[4]};
}

json::object point_json(const CalibrationPoint& point) {
  json::object modules;
  for (const ModuleArea& m : point.report.modules)
    modules[m.name] = row_of(m);
  return {{"name", point.name},
          {"held_out", point.held_out},
          {"config", parse_json(point.config.to_json(), point.name)},
          {"rtl_hash", point.rtl_hash},
          {"total", row_of(point.report.total)},
          {"modules", modules},
          {"paths", json::value_from(point.paths)}};
}

std::map<std::string, int64_t> parse_paths(const JsonReader& reader) {
  constexpr int64_t kMostPs = 1'000'000'000;
  std::map<std::string, int64_t> paths;
  for (const auto& [module, ps] : reader.object())
    paths[std::string(module)] = reader.get_int(module, 1, kMostPs);
  if (paths.empty())
    throw InputError(fmt::format("{}: no paths", reader.where()));
  return paths;
}

CalibrationPoint parse_point(const JsonReader& reader) {
  CalibrationPoint point;
  point.name = reader.get_string("name");
  point.held_out = reader.get_bool("held_out");
  point.rtl_hash = reader.get_string("rtl_hash");
  point.config =
      parse_config(json::serialize(reader.get_object("config").object()), reader.where());
  point.report.target = SynthTarget::Xilinx7;
  point.report.total = parse_row(reader, "total", "vta_core");
  const JsonReader modules = reader.get_object("modules");
  for (const auto& [name, row] : modules.object())
    point.report.modules.push_back(parse_row(modules, name, std::string(name)));
  point.paths = parse_paths(reader.get_object("paths"));
  return point;
}

json::object features_json(const FeatureCoefficients& features) {
  json::object out;
  for (const auto& [name, value] : features)
    out[name] = value;
  return out;
}

FeatureCoefficients parse_features(const JsonReader& reader) {
  FeatureCoefficients out;
  for (const auto& [name, value] : reader.object())
    out[std::string(name)] = reader.get_double(name);
  return out;
}

}  // namespace

std::string calibration_text(const std::vector<CalibrationPoint>& points) {
  json::array rows;
  for (const CalibrationPoint& point : points)
    rows.push_back(point_json(point));
  return json_text(json::object{{"schema_version", kSchemaVersion},
                                {"columns", std::string(kColumns)},
                                {"paths", "picoseconds of cell delay, the longest into a module"},
                                {"points", rows}}) +
         "\n";
}

std::vector<CalibrationPoint> parse_calibration(std::string_view text, std::string_view origin) {
  const json::value document = parse_json(text, origin);
  const JsonReader reader(document, std::string(origin));
  reader.get_int("schema_version", kSchemaVersion, kSchemaVersion);
  const json::array& rows = reader.get_array("points");
  std::vector<CalibrationPoint> points;
  for (size_t i = 0; i < rows.size(); ++i)
    points.push_back(parse_point(reader.element(rows, i, "points")));
  return points;
}

const std::vector<CalibrationPoint>& calibration() {
  static const std::vector<CalibrationPoint> kPoints =
      parse_calibration(kCalibrationText, "calibration/synthesis.json");
  return kPoints;
}

const CalibrationPoint* calibration_point(const VtaConfig& config) {
  const VtaConfig hardware = config.hardware();
  for (const CalibrationPoint& point : calibration())
    if (point.config.hardware() == hardware)
      return &point;
  return nullptr;
}

std::string coefficients_text(const Coefficients& all) {
  json::object modules, paths;
  for (const auto& [module, of_module] : all.area)
    modules[module] =
        json::object{{"lut", features_json(of_module.lut)}, {"ff", features_json(of_module.ff)}};
  for (const auto& [path, features] : all.paths)
    paths[path] = features_json(features);
  return json_text(json::object{
             {"schema_version", kSchemaVersion}, {"modules", modules}, {"paths", paths}}) +
         "\n";
}

Coefficients parse_coefficients(std::string_view text, std::string_view origin) {
  const json::value document = parse_json(text, origin);
  const JsonReader reader(document, std::string(origin));
  reader.get_int("schema_version", kSchemaVersion, kSchemaVersion);
  const JsonReader modules = reader.get_object("modules");
  Coefficients out;
  for (const auto& [module, value] : modules.object()) {
    const JsonReader row = modules.get_object(module);
    out.area[std::string(module)] = {.lut = parse_features(row.get_object("lut")),
                                     .ff = parse_features(row.get_object("ff"))};
  }
  const JsonReader paths = reader.get_object("paths");
  for (const auto& [path, value] : paths.object())
    out.paths[std::string(path)] = parse_features(paths.get_object(path));
  return out;
}

const Coefficients& coefficients() {
  static const Coefficients kCoefficients =
      parse_coefficients(kCoefficientsText, "calibration/coefficients.json");
  return kCoefficients;
}

}  // namespace vta
