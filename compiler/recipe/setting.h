// The settings of compiling: one row per setting, in the order of --help. Options and their help,
// members of a network and axes of a sweep's specification, keywords of Python, recipe files and
// the page docs/settings.md are made from this table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

enum class SettingKind : uint8_t {
  Choice,   // one of `choices`
  Flag,     // true or false
  Integer,  // from `least` to `most`
  Number,   // the same of real numbers
  Text,     // a name
  List,     // of names; the empty list is a value too
  Shapes,   // an item for each input: "data=1,3,224,224"
};

// What has to be made again where a setting is another one.
enum class SettingLevel : uint8_t {
  Model,    // the graph as it is imported
  Form,     // its quantized form
  Program,  // kernels, tiles and instructions alone
};

struct SettingChoice {
  std::string_view name;
  std::string_view said = {};  // in Provenance::quantization; empty: nothing
};

struct Setting {
  std::string_view key;  // "batch_norm"; the option is --batch-norm
  SettingKind kind;
  SettingLevel level;
  std::string_view help;
  std::string_view preset;  // in words: what is taken where it is not given
  std::vector<SettingChoice> choices = {};
  double least = 0, most = 0;
  bool above_least = false;                  // `least` itself is not legal
  std::string_view item = {};                // what an item of a List is, in plural
  bool has_indexes = false;                  // they may be numbers
  std::string_view second_name = {};         // of the option
  std::string_view of_quant = {};            // the one value of `quant` that reads it
  std::string_view off = {}, off_help = {};  // of a Flag: the option that says false
  std::string (*problem)(std::string_view item) = nullptr;  // of a Text or an item of a List

  // A specification of a sweep takes a list of its values as an axis, a comparison one for each
  // side.
  bool is_axis() const { return kind != SettingKind::Shapes && key != "seed" && key != "batch"; }
};

std::span<const Setting> settings();
const Setting* find_setting(std::string_view key);    // null: none of that name
const Setting& setting_called(std::string_view key);  // of a name that is in the table

// Who asks, and so how settings are called in messages.
enum class Face : uint8_t {
  Options,   // --skip-conv
  Members,   // skip_conv, of JSON
  Keywords,  // skip_conv, of Python
};
std::string name_of(const Setting& setting, Face face);
std::string option_name(const Setting& setting);  // "--skip-conv"
// Sample inputs, which are beside a recipe: "--calib FILE", "accuracy.calib", "calibration".
std::string_view samples_name(Face face);

// "int32 or int8", "0 to 3", "true or false", "indexes and names of convolutions"
std::string legal_values(const Setting& setting);

// One for a scalar, any number for a List, one per input for Shapes.
using SettingValues = std::vector<std::string>;

// The values in a text of a command line: for a List, "0,fc" has two values and "none" has no
// value; for every other kind the whole text is one value.
SettingValues values_in(const Setting& setting, const std::string& text);
SettingValues without_none(SettingValues items);

// The values in their one form: "4.0" as "4". UsageError: `name`, the value and what would be
// legal.
SettingValues checked_values(const Setting& setting, SettingValues values, const std::string& name);

}  // namespace vta
