// Recipes as JSON: members of a network in a sweep's specification, and files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/suggest.h"
#include "base/text_safety.h"
#include "compiler/recipe/input_shapes.h"
#include "compiler/recipe/recipe.h"

namespace vta {
namespace {

namespace json = boost::json;
using Kind = SettingKind;

// Of a list that has indexes too.
bool is_index(const Setting& setting, const std::string& text) {
  constexpr size_t kMostDigits = 9;
  const bool digits = !text.empty() && text.size() <= kMostDigits &&
                      std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  return setting.has_indexes && digits && text == std::to_string(std::stoll(text));
}

json::value json_of(const Setting& setting, const Recipe& recipe) {
  switch (setting.kind) {
    case Kind::Choice:
    case Kind::Text:
      return json::value(recipe.text(setting.key, ""));
    case Kind::Flag:
      return recipe.flag(setting.key);
    case Kind::Integer:
      return recipe.integer(setting.key, 0);
    case Kind::Number:
      return recipe.number(setting.key, 0);
    case Kind::List: {
      json::array list;
      for (const std::string& item : recipe.list(setting.key))
        list.push_back(is_index(setting, item) ? json::value(std::stoll(item)) : json::value(item));
      return list;
    }
    case Kind::Shapes: {
      json::object shapes;
      for (const auto& [name, shape] : input_shapes(recipe.list(setting.key), setting.key))
        shapes[name] = json::value_from(shape);
      return shapes;
    }
  }
  return {};
}

[[noreturn]] void refuse_kind(const Setting& setting, const json::value& value,
                              const std::string& where) {
  throw InputError(fmt::format("{} must be {}{}, is {}", where,
                               setting.kind == Kind::Choice ? "one of " : "", legal_values(setting),
                               json_kind(value)));
}

std::string scalar_of(const Setting& setting, const json::value& value, const std::string& where) {
  switch (setting.kind) {
    case Kind::Flag:
      if (!value.is_bool())
        throw InputError(fmt::format("{} must be true or false, is {}", where, json_kind(value)));
      return value.get_bool() ? "true" : "false";
    case Kind::Integer:
      if (!value.is_int64())
        throw InputError(fmt::format("{} must be an integer, {}, is {}", where,
                                     legal_values(setting), json_kind(value)));
      return std::to_string(value.get_int64());
    case Kind::Number:
      if (!value.is_number())
        throw InputError(fmt::format("{} must be a number, {}, is {}", where, legal_values(setting),
                                     json_kind(value)));
      return fmt::format("{}", value.to_number<double>());
    case Kind::Choice:
    case Kind::Text:
    case Kind::List:
    case Kind::Shapes:
      break;
  }
  if (!value.is_string())
    refuse_kind(setting, value, where);
  std::vector<std::string_view> names;
  for (const SettingChoice& choice : setting.choices)
    names.push_back(choice.name);
  const std::string text(value.get_string());
  if (!names.empty() && std::ranges::find(names, text) == names.end())
    throw InputError(
        fmt::format("{} is \"{}\": {}", where, printable(text), known_names(text, names)));
  return text;
}

SettingValues list_of(const Setting& setting, const json::value& value, const std::string& where) {
  if (!value.is_array())
    throw InputError(
        fmt::format("{} must be a list of {}, is {}", where, setting.item, json_kind(value)));
  SettingValues items;
  for (const json::value& item : value.get_array()) {
    if (item.is_int64() && item.get_int64() >= 0 && setting.has_indexes)
      items.push_back(std::to_string(item.get_int64()));
    else if (item.is_string() && !item.get_string().empty())
      items.emplace_back(item.get_string());
    else
      throw InputError(fmt::format("{} holds {}; legal are {}", where,
                                   item.is_string() ? "an empty name" : json_kind(item),
                                   setting.item));
  }
  return items;
}

SettingValues shapes_of(const json::value& value, const std::string& where) {
  if (!value.is_object())
    throw InputError(
        fmt::format("{} must be an object of an input's extents by its name, as {{\"data\": [1, 3, "
                    "224, 224]}}, is {}",
                    where, json_kind(value)));
  SettingValues items;
  for (const auto& [name, extents] : value.get_object()) {
    std::vector<std::string> texts;
    if (extents.is_array())
      for (const json::value& extent : extents.get_array())
        texts.push_back(json::serialize(extent));
    items.push_back(fmt::format("{}={}", std::string_view(name), fmt::join(texts, ",")));
  }
  return items;
}

bool is_file(const std::string& schedule) {
  return schedule.ends_with(".json") || schedule.ends_with(".db");
}

std::filesystem::path folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path();
}

}  // namespace

Recipe& Recipe::set_json(const Setting& setting, const json::value& value,
                         const std::string& where) {
  try {
    const SettingValues values = setting.kind == Kind::List ? list_of(setting, value, where)
                                 : setting.kind == Kind::Shapes
                                     ? shapes_of(value, where)
                                     : SettingValues{scalar_of(setting, value, where)};
    values_[std::string(setting.key)] = checked_values(setting, values, where);
  } catch (const UsageError& e) {
    throw InputError(e.what());
  }
  return *this;
}

json::object Recipe::json() const {
  json::object out;
  for (const Setting& setting : settings())
    if (has(setting.key))
      out[setting.key] = json_of(setting, *this);
  return out;
}

Recipe load_recipe(const std::string& path) {
  const json::value file = load_json(path);
  const JsonReader reader(file, printable(path));
  std::vector<std::string_view> known;
  for (const Setting& setting : settings())
    known.push_back(setting.key);
  reader.refuse_unknown(known);
  Recipe recipe;
  for (const Setting& setting : settings())
    if (reader.has(setting.key))
      recipe.set_json(setting, reader.object().at(setting.key),
                      fmt::format("{}: {}", reader.where(), setting.key));
  if (const std::string schedule = recipe.text("schedule", ""); is_file(schedule))
    recipe.set("schedule", (folder_of(path) / schedule).string());
  return recipe;
}

void save_recipe(const Recipe& recipe, const std::string& path) {
  Recipe saved = recipe;
  if (const std::string schedule = recipe.text("schedule", ""); is_file(schedule)) {
    const std::filesystem::path folder = folder_of(path);
    saved.set("schedule",
              std::filesystem::proximate(schedule, folder.empty() ? "." : folder).string());
  }
  write_text_file(path, json_text(saved.json()) + "\n");
}

}  // namespace vta
