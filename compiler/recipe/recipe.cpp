#include "compiler/recipe/recipe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/error.h"
#include "base/hash.h"
#include "base/suggest.h"
#include "base/text_safety.h"

namespace vta {
namespace {

using Kind = SettingKind;

// In texts these stand first, in this order, and the others behind them by name: databases have
// texts as keys.
constexpr std::array<std::string_view, 5> kFirst{"quant", "scale", "percentile", "all_int8",
                                                 "dense_on_device"};
constexpr std::string_view kSeparators = ",;=% ";

bool is_list(const Setting& setting) {
  return setting.kind == Kind::List || setting.kind == Kind::Shapes;
}

// What separates parts of a text is written as %2C in a name.
std::string escaped(std::string_view item) {
  std::string out;
  for (const char c : item) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte > 0x20 && byte != 0x7f && kSeparators.find(c) == std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const char* const begin = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(begin, begin + 2, byte, 16).ptr == begin + 2) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string values_text(const SettingValues& values) {
  std::string out;
  for (const std::string& value : values)
    out += (&value == &values.front() ? "" : ";") + escaped(value);
  return out;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

// One part of a text: KEY, or KEY=VALUE.
struct Part {
  std::string_view whole, key;
  std::optional<std::string_view> value;
};

Part part_of(std::string_view text) {
  const std::string_view whole = trimmed(text);
  const size_t at = whole.find('=');
  if (at == std::string_view::npos)
    return {whole, whole, std::nullopt};
  return {whole, trimmed(whole.substr(0, at)), trimmed(whole.substr(at + 1))};
}

SettingValues values_of(const Setting& setting, std::string_view text) {
  if (!is_list(setting))
    return {unescaped(text)};
  SettingValues values;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(';', at), text.size());
    values.push_back(unescaped(text.substr(at, end - at)));
    at = end + 1;
  }
  return values;
}

std::string form_of(const Setting& setting) {
  std::vector<std::string> forms;
  if (setting.kind == Kind::Flag)
    return fmt::format("{0}, {0}=true or {0}=false", setting.key);
  if (setting.kind != Kind::Choice)
    return fmt::format("{}=VALUE, {}", setting.key, legal_values(setting));
  for (const SettingChoice& choice : setting.choices)
    forms.push_back(fmt::format("{}={}", setting.key, choice.name));
  return fmt::format("{}", fmt::join(forms, " or "));
}

std::vector<std::string_view> known_words() {
  std::vector<std::string_view> known;
  for (const Setting& setting : settings())
    known.push_back(setting.key);
  return known;
}

void read_part(const Part& part, bool first, Recipe& recipe) {
  const Setting& quant = setting_called("quant");
  const bool is_mode =
      std::ranges::find(quant.choices, part.whole, &SettingChoice::name) != quant.choices.end();
  if (first && is_mode) {
    recipe.set("quant", std::string(part.whole));
    return;
  }
  const Setting* const setting = find_setting(part.key);
  if (setting == nullptr && first) {
    std::vector<std::string_view> known;
    for (const SettingChoice& choice : quant.choices)
      known.push_back(choice.name);
    throw UsageError(fmt::format("'{}' is not a mode: {}", printable(part.whole),
                                 known_names(part.whole, known)));
  }
  if (setting == nullptr)
    throw UsageError(fmt::format("'{}' is not known after a mode: {}", printable(part.whole),
                                 known_names(part.key, known_words())));
  if (recipe.has(part.key))
    throw UsageError(fmt::format("'{}' occurs twice", printable(part.key)));
  const bool bare = !part.value && setting->kind == Kind::Flag;
  if (!part.value && !bare)
    throw UsageError(fmt::format("'{}': legal is {}", printable(part.whole), form_of(*setting)));
  try {
    recipe.set_list(part.key, bare ? SettingValues{"true"} : values_of(*setting, *part.value));
  } catch (const UsageError&) {
    throw UsageError(fmt::format("'{}': legal is {}", printable(part.whole), form_of(*setting)));
  }
}

}  // namespace

const SettingValues* Recipe::find(std::string_view key) const {
  setting_called(key);
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

Recipe& Recipe::set(std::string_view key, std::string value) {
  return set_list(key, {std::move(value)});
}

Recipe& Recipe::set_list(std::string_view key, SettingValues values) {
  const Setting& setting = setting_called(key);
  values_[std::string(key)] = checked_values(setting, std::move(values), name_of(setting, face));
  return *this;
}

Recipe& Recipe::unset(std::string_view key) {
  setting_called(key);
  if (const auto found = values_.find(key); found != values_.end())
    values_.erase(found);
  return *this;
}

std::string Recipe::text(std::string_view key, std::string_view otherwise) const {
  const SettingValues* const values = find(key);
  return values != nullptr ? values->front() : std::string(otherwise);
}

bool Recipe::flag(std::string_view key, bool otherwise) const {
  const SettingValues* const values = find(key);
  return values != nullptr ? values->front() == "true" : otherwise;
}

int64_t Recipe::integer(std::string_view key, int64_t otherwise) const {
  const SettingValues* const values = find(key);
  return values != nullptr ? std::stoll(values->front()) : otherwise;
}

double Recipe::number(std::string_view key, double otherwise) const {
  const SettingValues* const values = find(key);
  if (values == nullptr)
    return otherwise;
  double number = 0;
  std::from_chars(values->front().data(), values->front().data() + values->front().size(), number);
  return number;
}

SettingValues Recipe::list(std::string_view key, SettingValues otherwise) const {
  const SettingValues* const values = find(key);
  return values != nullptr ? *values : otherwise;
}

Recipe Recipe::with(const Recipe& other) const {
  Recipe both = *this;
  for (const auto& [key, values] : other.values_)
    both.values_[key] = values;
  return both;
}

Recipe Recipe::for_quant(std::string_view mode) const {
  Recipe part = *this;
  for (const Setting& setting : settings())
    if (!setting.of_quant.empty() && setting.of_quant != mode)
      part.unset(setting.key);
  return part;
}

void Recipe::refuse_other_quant(std::string_view mode) const {
  for (const Setting& setting : settings())
    if (!setting.of_quant.empty() && setting.of_quant != mode && has(setting.key))
      throw UsageError(fmt::format("{} belongs to {} {}, this is {}", name_of(setting, face),
                                   name_of(setting_called("quant"), face), setting.of_quant, mode));
}

Recipe Recipe::up_to(SettingLevel level) const {
  Recipe part = *this;
  std::erase_if(part.values_,
                [&](const auto& value) { return setting_called(value.first).level > level; });
  return part;
}

std::string Recipe::text() const {
  std::vector<std::string_view> keys;
  for (const std::string_view key : kFirst)
    if (has(key))
      keys.push_back(key);
  for (const auto& [key, values] : values_)
    if (std::ranges::find(kFirst, key) == kFirst.end())
      keys.push_back(key);
  std::string out;
  for (const std::string_view key : keys) {
    const Setting& setting = setting_called(key);
    const std::string value = value_text(*this, key);
    const bool name_alone = setting.kind == Kind::Flag && value == "true";
    out += (out.empty() ? "" : ",") +
           (key == "quant" ? value : fmt::format("{}{}", key, name_alone ? "" : "=" + value));
  }
  return out;
}

std::string Recipe::hash() const {
  return hash_hex(text());
}

Recipe parse_recipe(std::string_view text) {
  Recipe recipe;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    read_part(part_of(text.substr(at, end - at)), at == 0, recipe);
    at = end + 1;
  }
  return recipe;
}

std::string value_text(const Recipe& recipe, std::string_view key) {
  return values_text(recipe.list(key));
}

}  // namespace vta
