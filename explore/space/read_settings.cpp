#include "explore/space/read_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "base/text_safety.h"
#include "explore/quantization_choice.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

std::string setting_value(const json::value& value, const CompileSetting& setting,
                          const std::string& where) {
  if (!value.is_string())
    throw InputError(fmt::format("{} must be one of {}, is {}", where,
                                 fmt::join(setting.values, ", "), json_kind(value)));
  const std::string text(value.get_string());
  if (std::ranges::find(setting.values, text) == setting.values.end())
    throw InputError(
        fmt::format("{} is \"{}\": {}", where, printable(text), known_names(text, setting.values)));
  return text;
}

std::vector<std::string> axis_values(const json::value& value, const CompileSetting& setting,
                                     const std::string& where) {
  if (!value.is_array())
    throw InputError(fmt::format("{} must be a list of its values ({}), is {}", where,
                                 fmt::join(setting.values, ", "), json_kind(value)));
  if (value.get_array().empty())
    throw InputError(fmt::format("{} is empty: give one value at least", where));
  std::vector<std::string> values;
  for (const json::value& one : value.get_array()) {
    const std::string place = fmt::format("{}[{}]", where, values.size());
    const std::string text = setting_value(one, setting, place);
    if (std::ranges::find(values, text) != values.end())
      throw InputError(fmt::format("{} repeats \"{}\"", place, text));
    values.push_back(text);
  }
  return values;
}

}  // namespace

CompileSettings read_settings(const JsonReader& network) {
  CompileSettings settings;
  for (const CompileSetting& setting : compile_settings()) {
    if (!network.has(setting.name))
      continue;
    const json::value& value = network.object().at(setting.name);
    const std::string where = fmt::format("{}: {}", network.where(), setting.name);
    if (value.is_array())
      throw InputError(fmt::format(
          "{} is a list, and a network has one value: values that points differ in are an axis, "
          "\"axes\": {{\"{}\": [...]}}",
          where, setting.name));
    settings[std::string(setting.name)] = setting_value(value, setting, where);
  }
  return settings;
}

bool is_setting_axis(std::string_view name, const json::value& value) {
  const bool bundle =
      value.is_array() && !value.get_array().empty() && value.get_array().front().is_object();
  return find_compile_setting(name) != nullptr && !bundle;
}

std::vector<std::string> with_setting_axes(std::vector<std::string> quantizations,
                                           const JsonReader& axes) {
  for (const auto& [key, value] : axes.object()) {
    const std::string name(key);
    if (!is_setting_axis(name, value))
      continue;
    const CompileSetting& setting = *find_compile_setting(name);
    const std::vector<std::string> values =
        axis_values(value, setting, fmt::format("{}: {}", axes.where(), name));
    if (quantizations.empty())
      quantizations.emplace_back("global");
    std::vector<std::string> product;
    for (const std::string& text : quantizations) {
      QuantizationChoice choice = parse_quantization(text);
      if (choice.settings.contains(name))
        throw InputError(
            fmt::format("{}: {} is set by the quantization \"{}\" too", axes.where(), name, text));
      for (const std::string& one : values) {
        choice.settings[name] = one;
        product.push_back(choice.text());
      }
    }
    quantizations = std::move(product);
  }
  return quantizations;
}

}  // namespace vta::explore
