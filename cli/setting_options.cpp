#include "cli/setting_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"

namespace vta::cli {
namespace {

using Kind = SettingKind;

// In words of their own: what the parser would say of a wrong value is not what a recipe says.
Check value_check(const Setting& setting) {
  const auto problem = [&setting](const std::string& value) {
    checked_values(setting, values_in(setting, value), option_name(setting));
    return std::string();
  };
  std::string legal;
  if (setting.kind == Kind::Choice) {
    legal = legal_values(setting);
    std::erase(legal, ' ');
    legal = "{" + legal + "}";
  }
  if (setting.kind == Kind::Integer && setting.key != "seed")
    legal = fmt::format("[{} - {}]", setting.least, setting.most);
  return {legal, problem};
}

const char* type_of(const Setting& setting) {
  return setting.kind == Kind::Integer ? "INT" : setting.kind == Kind::Number ? "FLOAT" : "TEXT";
}

// Of several occurrences the last list counts whole where sides differ, else all of them together.
void set_times(Option& option, const Setting& setting, Sides sides) {
  if (sides == Sides::Two || setting.kind == Kind::Shapes)
    option.expected(1)->take_all();
  else if (setting.kind != Kind::List)
    option.expected(1);
  else if (setting.key == "pass")  // what follows a pass may be the network
    option.expected(1)->take_all()->delimiter(',');
  else
    option.delimiter(',');
}

}  // namespace

bool given_twice(const std::string& name, size_t times) {
  if (times > 2)
    throw UsageError(fmt::format(
        "{} is given {} times, legal are once (for A and B) and twice (A, then B)", name, times));
  return times == 2;
}

void SettingOptions::add(Command& command, const Setting& setting) {
  Given& given = given_.emplace_back();
  given.setting = &setting;
  std::string names = option_name(setting);
  if (!setting.second_name.empty())
    names += fmt::format(",--{}", setting.second_name);
  const std::string help(setting.help);
  if (setting.kind != Kind::Flag) {
    Option* const option = command.add_option(names, given.values, help);
    option->check(value_check(setting))->type_name(type_of(setting));
    option->default_str(std::string(setting.preset));
    set_times(*option, setting, sides_);
    given.option = option;
    return;
  }
  Option* const option =
      sides_ == Sides::One
          ? command.add_flag(names, given.flag, help)->default_str(std::string(setting.preset))
          : command.add_option(names, given.values, help)
                ->check(value_check(setting))
                ->expected(0, 1)
                ->take_all()
                ->default_str("true");
  given.option = option;
  if (!setting.off.empty())
    command.add_flag(fmt::format("--{}", setting.off), given.off, std::string(setting.off_help))
        ->excludes(option);
}

void SettingOptions::add_to(Command& command, Sides sides, bool (*of)(const Setting& setting)) {
  sides_ = sides;
  for (const Setting& setting : settings())
    if (of(setting))
      add(command, setting);
  Option* const files = command.add_option(
      "--recipe", files_,
      "settings of compiling as JSON (docs/settings.md); options on the command line override it");
  files->expected(1)->input_file();
  if (sides == Sides::Two)
    files->take_all();
}

bool SettingOptions::given(std::string_view key) const {
  return std::ranges::any_of(given_, [&](const Given& g) {
    return g.setting->key == key && (g.option->count() > 0 || g.off);
  });
}

// Of what was given once, for either side.
SettingValues SettingOptions::values_of(const Given& given, size_t side) const {
  if (given.off)
    return {"false"};
  if (given.flag)
    return {"true"};
  if (given.setting->kind == Kind::Shapes)
    return given.values;
  if (sides_ == Sides::One)
    return given.setting->kind == Kind::List ? without_none(given.values) : given.values;
  const std::string& own = given.values[std::min(side, given.values.size() - 1)];
  return values_in(*given.setting, own);
}

Recipe SettingOptions::recipe(size_t side) const {
  Recipe recipe;
  if (!files_.empty())
    recipe = load_recipe(files_[std::min(side, files_.size() - 1)]);
  recipe.face = Face::Options;
  for (const Given& given : given_)
    if (given.option->count() > 0 || given.off)
      recipe.set_list(given.setting->key, values_of(given, side));
  return recipe;
}

bool SettingOptions::two_sided() const {
  bool twice = given_twice("--recipe", files_.size());
  for (const Given& given : given_)
    if (given.setting->kind != Kind::Shapes)
      twice = given_twice(option_name(*given.setting), given.values.size()) || twice;
  return twice;
}

std::vector<std::string> SettingOptions::side_words(size_t side) const {
  std::vector<std::string> words;
  if (files_.size() == 2 && files_[0] != files_[1])
    words.push_back(std::filesystem::path(files_[side]).stem().string());
  for (const Given& given : given_) {
    if (given.setting->kind == Kind::Shapes || given.values.size() != 2 ||
        given.values[0] == given.values[1])
      continue;
    const bool alone = given.setting->key == "schedule";
    words.push_back(alone ? given.values[side]
                          : fmt::format("{} {}", given.setting->key, given.values[side]));
  }
  return words;
}

}  // namespace vta::cli
