// calibrate_area FOLDER [--cached]: synthesises the configurations of FOLDER/configurations.json,
// writes FOLDER/synthesis.json and FOLDER/coefficients.json, and prints the model's errors.
// --cached: only those whose result is in the cache.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area.h"
#include "hw/synth/area_fit.h"
#include "hw/synth/area_model.h"

namespace vta {
namespace {

namespace json = boost::json;

CalibrationPoint parse_point(const JsonReader& reader) {
  json::object keys = reader.get_object("keys").object();
  const json::value defaults = parse_json(VtaConfig{}.to_json(), "default");
  for (const auto& [key, value] : defaults.as_object()) {
    if (!keys.contains(key))
      keys[key] = value;
  }
  CalibrationPoint point;
  point.name = reader.get_string("name");
  point.held_out = reader.get_bool("held_out");
  point.config = parse_config(json::serialize(keys), reader.where());
  return point;
}

std::vector<CalibrationPoint> parse_points(const std::string& path) {
  const json::value document = load_json(path);
  const JsonReader reader(document, path);
  const json::array& rows = reader.get_array("points");
  std::vector<CalibrationPoint> points;
  for (size_t i = 0; i < rows.size(); ++i)
    points.push_back(parse_point(reader.element(rows, i, "points")));
  return points;
}

std::vector<CalibrationPoint> synthesised(const std::vector<CalibrationPoint>& wanted,
                                          bool cached_only) {
  std::vector<CalibrationPoint> points;
  for (CalibrationPoint point : wanted) {
    fmt::print(stderr, "{}\n", point.name);
    if (cached_only) {
      const std::optional<AreaReport> found = cached_synthesis(point.config, SynthTarget::Xilinx7);
      if (!found)
        continue;
      point.report = *found;
    } else {
      point.report = synthesise(point.config, SynthTarget::Xilinx7);
    }
    point.rtl_hash = rtl_sources(point.config).hash;
    points.push_back(point);
  }
  return points;
}

int run(int argc, char** argv) {
  if (argc < 2 || argc > 3 || (argc == 3 && std::string(argv[2]) != "--cached"))
    throw UsageError("use: calibrate_area FOLDER [--cached]");
  const std::string folder = argv[1];
  const std::vector<CalibrationPoint> points =
      synthesised(parse_points(folder + "/configurations.json"), argc == 3);
  write_text_file(folder + "/synthesis.json", calibration_text(points));
  const AreaCoefficients by = fit_area(points);
  write_text_file(folder + "/coefficients.json", coefficients_text(by));
  fmt::print("{}", error_table(points, by));
  return 0;
}

}  // namespace
}  // namespace vta

int main(int argc, char** argv) {
  try {
    return vta::run(argc, argv);
  } catch (const vta::Error& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return static_cast<int>(error.exit_code());
  }
}
