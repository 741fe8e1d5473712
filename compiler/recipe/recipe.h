// How a network is to be compiled, as far as anybody said: a value or nothing for each setting
// (setting.h). What is not said stands in no text, no JSON and no hash.
//
//   text   auto,all_int8,residual=int8,skip_conv=0;fc1      quant stands first, without its name
//   JSON   {"quant": "auto", "all_int8": true, "residual": "int8", "skip_conv": [0, "fc1"]}
#pragma once

#include <boost/json/fwd.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/recipe/setting.h"

namespace vta {

class Recipe {
 public:
  // In whose words messages about it are; no part of its value.
  Face face = Face::Members;

  bool empty() const { return values_.empty(); }
  bool has(std::string_view key) const { return values_.contains(key); }
  // Errors as checked_values(), the setting called as `face` has it.
  Recipe& set(std::string_view key, std::string value);
  Recipe& set_list(std::string_view key, SettingValues values);
  Recipe& unset(std::string_view key);
  // A value as JSON has it. InputError: `where`, which names the member, and what would be legal.
  Recipe& set_json(const Setting& setting, const boost::json::value& value,
                   const std::string& where);

  // What is said, else `otherwise`.
  std::string text(std::string_view key, std::string_view otherwise) const;
  bool flag(std::string_view key, bool otherwise = false) const;
  int64_t integer(std::string_view key, int64_t otherwise) const;
  double number(std::string_view key, double otherwise) const;
  SettingValues list(std::string_view key, SettingValues otherwise = {}) const;

  // With everything that `other` says, over what this does.
  Recipe with(const Recipe& other) const;
  // Without what a value of `quant` does not read.
  Recipe for_quant(std::string_view mode) const;
  // UsageError for such a setting.
  void refuse_other_quant(std::string_view mode) const;
  // What is of levels up to this one.
  Recipe up_to(SettingLevel level) const;

  std::string text() const;
  boost::json::object json() const;
  std::string hash() const;  // of text()

  bool operator==(const Recipe& other) const { return values_ == other.values_; }

 private:
  const SettingValues* find(std::string_view key) const;

  std::map<std::string, SettingValues, std::less<>> values_;
};

// The text of one. UsageError names the part at fault, and what would be legal.
Recipe parse_recipe(std::string_view text);
// One setting's value, as the text has it: "true", "0;fc1".
std::string value_text(const Recipe& recipe, std::string_view key);

// A file of its JSON; a schedule that is a file is relative to the recipe's folder. InputError
// names the file, the member and what would be legal.
Recipe load_recipe(const std::string& path);
void save_recipe(const Recipe& recipe, const std::string& path);

}  // namespace vta
