// calibrate_area FOLDER [PAGE] [--cached] [--modules A,B,...]: synthesizes the configurations of
// FOLDER/configurations.json, writes FOLDER/synthesis.json and FOLDER/coefficients.json, and prints
// the errors of the models of area and clock; PAGE, a page in Markdown, gets them in the places of
// their names. A result that FOLDER/synthesis.json has of today's RTL is not made again.
// --cached: only those and the ones whose result is in the cache.
// --modules: where a change of the RTL is within these modules, and their longest paths are far
// from the core's: of configurations that FOLDER/synthesis.json has, synthesizes these alone, in a
// minute and not in ten, and takes the rest from there.
#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string.hpp>
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

// Rows of these modules as they are now, all else as it was.
CalibrationPoint renewed(const CalibrationPoint& before, const std::vector<std::string>& modules) {
  CalibrationPoint point = before;
  ModuleArea& total = point.report.total;
  const auto add = [&](const ModuleArea& row, int64_t times) {
    total.lut += times * row.lut;
    total.ff += times * row.ff;
    total.dsp += times * row.dsp;
    total.bram18 += times * row.bram18;
  };
  std::erase_if(point.report.modules, [&](const ModuleArea& row) {
    const bool old = std::ranges::find(modules, row.name) != modules.end();
    if (old)
      add(row, -1);
    return old;
  });
  for (const ModuleArea& row : synthesize_modules(point.config, modules)) {
    add(row, 1);
    point.report.modules.push_back(row);
  }
  std::ranges::sort(point.report.modules, {}, &ModuleArea::name);
  return point;
}

struct How {
  bool cached_only = false;
  std::vector<std::string> modules;  // that alone are synthesized; empty: all
};

// Nothing: of today's RTL there is none, and none is to be made.
std::optional<CalibrationPoint> result_of(const CalibrationPoint& wanted,
                                          const std::vector<CalibrationPoint>& kept,
                                          const How& how) {
  CalibrationPoint point = wanted;
  point.rtl_hash = rtl_sources(wanted.config).hash;
  const auto take = [&](const CalibrationPoint& from) {
    point.report = from.report;
    point.paths = from.paths;
    return point;
  };
  if (const auto known = std::ranges::find(kept, point.rtl_hash, &CalibrationPoint::rtl_hash);
      known != kept.end())
    return take(*known);
  fmt::print(stderr, "{}\n", point.name);
  std::optional<SynthesisPoint> made = kept_synthesis_point(point.config);
  const auto before = std::ranges::find(kept, point.config, &CalibrationPoint::config);
  if (!made && !how.modules.empty() && before != kept.end())
    return take(renewed(*before, how.modules));
  if (!made && !how.cached_only)
    made = synthesize_point(point.config);
  if (!made)
    return std::nullopt;
  point.report = made->area;
  for (const ModuleTiming& module : made->timing.modules)
    point.paths[module.module] = module.longest.ps;
  return point;
}

std::vector<CalibrationPoint> synthesized(const std::vector<CalibrationPoint>& wanted,
                                          const std::vector<CalibrationPoint>& kept,
                                          const How& how) {
  std::vector<CalibrationPoint> points;
  for (const CalibrationPoint& point : wanted)
    if (std::optional<CalibrationPoint> result = result_of(point, kept, how))
      points.push_back(*std::move(result));
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
  How how{.cached_only = std::erase(words, "--cached") > 0, .modules = {}};
  if (const auto flag = std::ranges::find(words, "--modules");
      flag != words.end() && flag + 1 != words.end()) {
    boost::split(how.modules, flag[1], boost::is_any_of(","));
    words.erase(flag, flag + 2);
  }
  if (words.empty() || words.size() > 2)
    throw UsageError("use: calibrate_area FOLDER [PAGE] [--cached] [--modules A,B,...]");
  const std::string& folder = words.front();
  const std::vector<CalibrationPoint> points = synthesized(
      parse_points(folder + "/configurations.json"), kept_points(folder + "/synthesis.json"), how);
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
