#include "explore/space/read_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

constexpr std::string_view kSchedule = "schedule";  // an axis of its own: PointSpec::schedule

Recipe value_of(const Setting& setting, const json::value& value, const std::string& where) {
  return Recipe().set_json(setting, value, where);
}

// Recipes of one value each.
std::vector<Recipe> axis_values(const json::value& value, const Setting& setting,
                                const std::string& where) {
  if (!value.is_array())
    throw InputError(fmt::format("{} must be a list of its values ({}), is {}", where,
                                 legal_values(setting), json_kind(value)));
  if (value.get_array().empty())
    throw InputError(fmt::format("{} is empty: give at least one value", where));
  std::vector<Recipe> values;
  for (const json::value& one : value.get_array()) {
    const std::string place = fmt::format("{}[{}]", where, values.size());
    const Recipe recipe = value_of(setting, one, place);
    if (std::ranges::find(values, recipe) != values.end())
      throw InputError(fmt::format("{} repeats \"{}\"", place, value_text(recipe, setting.key)));
    values.push_back(recipe);
  }
  return values;
}

// The product of texts and the values of one axis.
std::vector<std::string> product_of(const std::vector<std::string>& texts,
                                    const std::vector<Recipe>& values, const std::string& where,
                                    std::string_view name) {
  std::vector<std::string> product;
  for (const std::string& text : texts) {
    const Recipe recipe = text.empty() ? Recipe() : parse_recipe(text);
    if (recipe.has(name))
      throw InputError(
          fmt::format("{}: {} is also set by the quantization \"{}\"", where, name, text));
    for (const Recipe& value : values)
      product.push_back(recipe.with(value).text());
  }
  return product;
}

}  // namespace

std::vector<std::string_view> network_settings() {
  std::vector<std::string_view> names;
  for (const Setting& setting : settings())
    if (setting.key != "seed")
      names.push_back(setting.key);
  return names;
}

Recipe read_settings(const JsonReader& network) {
  Recipe recipe;
  for (const std::string_view name : network_settings()) {
    if (!network.has(name))
      continue;
    const Setting& setting = setting_called(name);
    const json::value& value = network.object().at(name);
    const std::string where = fmt::format("{}: {}", network.where(), name);
    if (value.is_array() && setting.kind != SettingKind::List && setting.is_axis())
      throw InputError(fmt::format(
          "{} is a list, and a network has one value: values that points differ in are an axis, "
          "\"axes\": {{\"{}\": [...]}}",
          where, name));
    recipe.set_json(setting, value, where);
  }
  if (recipe.has("quant"))
    try {
      recipe.refuse_other_quant(recipe.text("quant", ""));
    } catch (const UsageError& e) {
      throw InputError(fmt::format("{}: {}", network.where(), e.what()));
    }
  return recipe;
}

bool is_setting_axis(std::string_view name, const json::value& value) {
  const bool bundle =
      value.is_array() && !value.get_array().empty() && value.get_array().front().is_object();
  return std::ranges::count(setting_axes(), name) > 0 && !bundle;
}

std::vector<std::string_view> setting_axes() {
  std::vector<std::string_view> names;
  for (const Setting& setting : settings())
    if (setting.is_axis())
      names.push_back(setting.key);
  return names;
}

std::vector<std::string> with_setting_axes(std::vector<std::string> quantizations,
                                           const JsonReader& axes, std::string_view otherwise) {
  for (const auto& [key, value] : axes.object()) {
    const std::string name(key);
    if (name == kSchedule || !is_setting_axis(name, value))
      continue;
    const std::string where = fmt::format("{}: {}", axes.where(), name);
    const std::vector<Recipe> values = axis_values(value, setting_called(name), where);
    if (quantizations.empty())
      quantizations.emplace_back(axes.has("quant") ? "" : otherwise);
    quantizations = product_of(quantizations, values, axes.where(), name);
  }
  return quantizations;
}

}  // namespace vta::explore
