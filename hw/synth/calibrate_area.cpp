// calibrate_area FOLDER [PAGE] [--cached]: synthesizes the configurations of
// FOLDER/configurations.json, writes FOLDER/synthesis.json and FOLDER/coefficients.json, and prints
// the errors of the models of area and clock; PAGE, a page in Markdown, gets them in the places of
// their names. A result that FOLDER/synthesis.json has of today's RTL is not made again.
// --cached: only those and the ones whose result is in the cache.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "hw/rtl/rtl_sources.h"
#include "hw/synth/area_fit.h"
#include "hw/synth/area_model.h"
#include "hw/synth/clock_model.h"
#include "hw/synth/synthesis_point.h"

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

std::vector<CalibrationPoint> kept_points(const std::string& path) {
  if (!std::filesystem::exists(path))
    return {};
  return parse_calibration(read_text_file(path), path);
}

std::vector<CalibrationPoint> synthesized(const std::vector<CalibrationPoint>& wanted,
                                          const std::vector<CalibrationPoint>& kept,
                                          bool cached_only) {
  std::vector<CalibrationPoint> points;
  for (CalibrationPoint point : wanted) {
    const std::string hash = rtl_sources(point.config).hash;
    const auto known = std::ranges::find(kept, hash, &CalibrationPoint::rtl_hash);
    if (known != kept.end()) {
      point.report = known->report;
      point.paths = known->paths;
      point.rtl_hash = hash;
      points.push_back(point);
      continue;
    }
    fmt::print(stderr, "{}\n", point.name);
    const std::optional<SynthesisPoint> made =
        cached_only ? kept_synthesis_point(point.config) : synthesize_point(point.config);
    if (!made)
      continue;
    point.report = made->area;
    for (const ModuleTiming& module : made->timing.modules)
      point.paths[module.module] = module.longest.ps;
    point.rtl_hash = hash;
    points.push_back(point);
  }
  return points;
}

// In place of what stands between the lines `<!-- name -->` and `<!-- end of name -->`.
void renew(const std::string& page, std::string_view name, const std::string& table) {
  const std::string begin = fmt::format("<!-- {} -->\n", name);
  std::string text = read_text_file(page);
  const size_t from = text.find(begin), to = text.find(fmt::format("<!-- end of {} -->", name));
  if (from == std::string::npos || to == std::string::npos || to < from)
    throw InputError(fmt::format("{}: no lines '{}' and its end", page, begin));
  text.replace(from + begin.size(), to - from - begin.size(), "\n" + table + "\n");
  write_text_file(page, text);
}

int run(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool cached_only = std::erase(words, "--cached") > 0;
  if (words.empty() || words.size() > 2)
    throw UsageError("use: calibrate_area FOLDER [PAGE] [--cached]");
  const std::string& folder = words.front();
  const std::vector<CalibrationPoint> points =
      synthesized(parse_points(folder + "/configurations.json"),
                  kept_points(folder + "/synthesis.json"), cached_only);
  write_text_file(folder + "/synthesis.json", calibration_text(points));
  const Coefficients by{.area = fit_area(points), .paths = fit_paths(points)};
  write_text_file(folder + "/coefficients.json", coefficients_text(by));
  fmt::print("{}\n{}", error_table(points, by.area), path_error_table(points, by));
  if (words.size() == 2) {
    renew(words[1], "area errors", error_table(points, by.area));
    renew(words[1], "clock errors", path_error_table(points, by));
  }
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
