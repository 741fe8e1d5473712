// Options of a command, one per setting of compiling (compiler/recipe/setting.h).
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "cli/options.h"
#include "compiler/recipe/recipe.h"

namespace vta::cli {

// Whether an option of a comparison is given for each side on its own. UsageError where it is given
// more often.
bool given_twice(const std::string& name, size_t times);

// Of commands that compare two ways to compile a network: every option may be given twice, for A
// and for B, and counts for both where it is given once.
enum class Sides { One, Two };

class SettingOptions {
 public:
  // Where `of` says so. This object must outlive the parsing.
  void add_to(
      Command& command, Sides sides = Sides::One,
      bool (*of)(const Setting& setting) = [](const Setting&) { return true; });

  // What was given, over what the files of --recipe say. InputError as load_recipe().
  Recipe recipe(size_t side = 0) const;
  bool given(std::string_view key) const;
  // Whether anything is given for each side on its own. UsageError where it is given more often.
  bool two_sided() const;
  // What is this side's alone: "int8", "batch 2".
  std::vector<std::string> side_words(size_t side) const;

 private:
  struct Given {
    const Setting* setting = nullptr;
    const Option* option = nullptr;
    SettingValues values = {};
    bool flag = false, off = false;
  };
  void add(Command& command, const Setting& setting);
  SettingValues values_of(const Given& given, size_t side) const;

  Sides sides_ = Sides::One;
  std::deque<Given> given_;
  std::vector<std::string> files_;  // --recipe
};

}  // namespace vta::cli
