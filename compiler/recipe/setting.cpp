#include "compiler/recipe/setting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/error.h"
#include "base/suggest.h"
#include "base/text_safety.h"
#include "compiler/recipe/input_shapes.h"

namespace vta {
namespace {

using Kind = SettingKind;
using Level = SettingLevel;

std::string convolution_problem(std::string_view item) {
  constexpr size_t kMostDigits = 18;
  const bool index = std::ranges::all_of(item, [](char c) { return c >= '0' && c <= '9'; });
  return index && item.size() > kMostDigits ? "no network has so many convolutions" : "";
}

const std::vector<Setting>& table() {
  static const std::vector<Setting> all = {
      {.key = "schedule",
       .kind = Kind::Text,
       .level = Level::Program,
       .help = "reference, fast, a saved schedule or a tile file (.json), or a database of vta "
               "tune (.db)",
       .preset = "fast"},
      {.key = "shape",
       .kind = Kind::Shapes,
       .level = Level::Model,
       .help = "shape of an input that an .onnx file leaves open: NAME=1,3,224,224; repeat for "
               "each further input",
       .preset = "the file's"},
      {.key = "requant",
       .kind = Kind::Choice,
       .level = Level::Model,
       .help = "how a .tflite model's integers are rounded: double (twice, as TensorFlow Lite "
               "Micro), single (once) or float (in float32, as XNNPACK)",
       .preset = "double",
       .choices = {{"double"}, {"single"}, {"float"}}},
      {.key = "quant",
       .kind = Kind::Choice,
       .level = Level::Form,
       .help = "how values become int8: global (one scale); max, percentile (scales from sample "
               "inputs); auto (scales searched on sample inputs: accurate, takes longer); model (a "
               "quantized model's own integers; always those of .tflite); keep (the same, on the "
               "host)",
       .preset = "auto with sample inputs, else global; global with the schedule reference",
       .choices = {{"global"}, {"max"}, {"percentile"}, {"auto"}, {"model"}, {"keep"}}},
      {.key = "scale",
       .kind = Kind::Number,
       .level = Level::Form,
       .help = "for quantization global: activations cover [-scale, scale)",
       .preset = "8",
       .least = 0x1p-20,
       .most = 0x1p20,
       .of_quant = "global"},
      {.key = "percentile",
       .kind = Kind::Number,
       .level = Level::Form,
       .help = "for quantization percentile: percentile of the absolute values",
       .preset = "99.9",
       .most = 100,
       .above_least = true,
       .of_quant = "percentile"},
      {.key = "skip_conv",
       .kind = Kind::List,
       .level = Level::Form,
       .help = "convolutions left in float on the host, by index or name; 'none' for none",
       .preset = "0; none where everything is in int8",
       .item = "indexes of convolutions from 0 and their names",
       .has_indexes = true,
       .problem = convolution_problem},
      {.key = "residual",
       .kind = Kind::Choice,
       .level = Level::Form,
       .help = "operands of residual sums: int32 (sums of the convolution, one clip at the end) or "
               "int8 (both operands clipped first)",
       .preset = "int32; int8 with reference and tile files",
       .choices = {{"int32"}, {"int8", "int8 residual sums"}}},
      {.key = "batch_norm",
       .kind = Kind::Choice,
       .level = Level::Form,
       .help = "place of batch norms of residual sums (pre-activation networks): accelerator "
               "(factors folded into the next layers' weights) or host (in float)",
       .preset = "accelerator; host with reference and tile files",
       .choices = {{"accelerator"}, {"host", "batch norms on the host"}}},
      {.key = "grouped_conv",
       .kind = Kind::Choice,
       .level = Level::Form,
       .help = "place of grouped (depthwise) convolutions: accelerator or host (in float)",
       .preset = "accelerator; host with reference and tile files",
       .choices = {{"accelerator"}, {"host", "grouped convolutions on the host"}}},
      {.key = "dilated_conv",
       .kind = Kind::Choice,
       .level = Level::Form,
       .help = "place of dilated convolutions: accelerator or host (in float)",
       .preset = "accelerator; host with reference and tile files",
       .choices = {{"accelerator"}, {"host", "dilated convolutions on the host"}}},
      {.key = "concat",
       .kind = Kind::Choice,
       .level = Level::Form,
       .help = "place of int8 concatenations along channels: accelerator (parts are stored in "
               "place, all at one scale) or host",
       .preset = "accelerator; host with reference and tile files",
       .choices = {{"accelerator"}, {"host", "concatenations on the host"}}},
      {.key = "dense_on_device",
       .kind = Kind::Flag,
       .level = Level::Form,
       .help = "run dense layers on the accelerator as well",
       .preset = "false"},
      {.key = "all_int8",
       .kind = Kind::Flag,
       .level = Level::Form,
       .help = "run the first convolution, dense layers and pools on the accelerator as well; "
               "convolutions named for float stay in float",
       .preset = "with quantization auto, if the loss on the sample inputs is small and no other "
                 "setting keeps layers in float",
       .off = "no-all-int8",
       .off_help = "keep them in float on the host"},
      {.key = "decode",
       .kind = Kind::Choice,
       .level = Level::Program,
       .help = "how a decoder of tokens runs: context (all its tokens, each time) or steps (token "
               "after token; the accelerator keeps keys and values)",
       .preset = "context; vta generate: steps where the network and the machine allow it",
       .choices = {{"context"}, {"steps"}}},
      {.key = "seed",
       .kind = Kind::Integer,
       .level = Level::Model,
       .help = "seed of constants that a listing lacks",
       .preset = "0",
       .most = static_cast<double>(std::numeric_limits<int64_t>::max())},
      {.key = "batch",
       .kind = Kind::Integer,
       .level = Level::Model,
       .help = "images per inference",
       .preset = "1",
       .least = 1,
       .most = 1024},
      {.key = "region",
       .kind = Kind::Text,
       .level = Level::Program,
       .help = "offer only the operators between two others to the accelerator: FROM[:N]..TO[:N] "
               "with N from 0, e.g. max_pool2d..global_avg_pool2d",
       .preset = "all operators that it supports"},
      {.key = "host_only",
       .kind = Kind::Flag,
       .level = Level::Program,
       .help = "run everything on the host, with the same values",
       .preset = "false"},
      {.key = "opt_level",
       .kind = Kind::Integer,
       .level = Level::Form,
       .help = "optimization level: 0 only passes that the accelerator needs, 1 fusion, 2 constant "
               "folding, 3 all passes (vta opt --list)",
       .preset = "3",
       .most = 3},
      {.key = "pass",
       .kind = Kind::List,
       .level = Level::Form,
       .help = "run these passes even if their level is above the optimization level",
       .preset = "none",
       .item = "names of passes (vta opt --list)",
       .second_name = "passes"},
      {.key = "skip",
       .kind = Kind::List,
       .level = Level::Form,
       .help = "leave out these passes",
       .preset = "none",
       .item = "names of passes (vta opt --list)",
       .second_name = "no-pass"},
  };
  return all;
}

template <typename Number>
bool read_all(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

[[noreturn]] void refuse(const Setting& setting, const std::string& name, std::string_view value) {
  if (setting.kind == Kind::Choice) {
    std::vector<std::string_view> names;
    for (const SettingChoice& choice : setting.choices)
      names.push_back(choice.name);
    throw UsageError(fmt::format("{} '{}' is not known: legal are {}{}", name, printable(value),
                                 fmt::join(names, ", "), nearest_words(value, names)));
  }
  double number = 0;
  const bool quoted = !read_all(value, number);
  throw UsageError(fmt::format("{} is {}{}{}, legal are {}", name, quoted ? "'" : "",
                               printable(value), quoted ? "'" : "", legal_values(setting)));
}

// The bound of a setting of integers; 2^63 - 1 is no number of type double.
int64_t most_integer(const Setting& setting) {
  constexpr auto kMost = std::numeric_limits<int64_t>::max();
  return setting.most >= static_cast<double>(kMost) ? kMost : static_cast<int64_t>(setting.most);
}

std::string canonical(const Setting& setting, const std::string& value, const std::string& name) {
  switch (setting.kind) {
    case Kind::Choice:
      if (std::ranges::find(setting.choices, value, &SettingChoice::name) == setting.choices.end())
        refuse(setting, name, value);
      return value;
    case Kind::Flag:
      if (value != "true" && value != "false")
        refuse(setting, name, value);
      return value;
    case Kind::Integer: {
      int64_t number = 0;
      if (!read_all(value, number) || static_cast<double>(number) < setting.least ||
          number > most_integer(setting))
        refuse(setting, name, value);
      return std::to_string(number);
    }
    case Kind::Number: {
      double number = 0;
      if (!read_all(value, number) || !(number >= setting.least && number <= setting.most) ||
          (setting.above_least && number == setting.least))
        refuse(setting, name, value);
      return fmt::format("{}", number);
    }
    case Kind::Text:
    case Kind::List:
      if (value.empty())
        throw UsageError(fmt::format("{} {} an empty name{}{}", name,
                                     setting.kind == Kind::List ? "holds" : "is",
                                     setting.item.empty() ? "" : "; legal are ", setting.item));
      if (setting.problem != nullptr)
        if (const std::string problem = setting.problem(value); !problem.empty())
          throw UsageError(fmt::format("{} {}: {}", name, printable(value), problem));
      return value;
    case Kind::Shapes:
      return value;
  }
  return value;
}

}  // namespace

std::span<const Setting> settings() {
  return table();
}

const Setting* find_setting(std::string_view key) {
  const auto found = std::ranges::find(table(), key, &Setting::key);
  return found == table().end() ? nullptr : &*found;
}

const Setting& setting_called(std::string_view key) {
  const Setting* const setting = find_setting(key);
  VTA_CHECK(setting != nullptr, "no setting is called '{}'", key);
  return *setting;
}

std::string option_name(const Setting& setting) {
  std::string name = fmt::format("--{}", setting.key);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string name_of(const Setting& setting, Face face) {
  return face == Face::Options ? option_name(setting) : std::string(setting.key);
}

std::string_view samples_name(Face face) {
  switch (face) {
    case Face::Options:
      return "--calib FILE";
    case Face::Members:
      return "accuracy.calib";
    case Face::Keywords:
      return "calibration";
  }
  return {};
}

std::string legal_values(const Setting& setting) {
  switch (setting.kind) {
    case Kind::Choice: {
      std::vector<std::string_view> names;
      for (const SettingChoice& choice : setting.choices)
        names.push_back(choice.name);
      return fmt::format("{}", fmt::join(names, ", "));
    }
    case Kind::Flag:
      return "true and false";
    case Kind::Integer:
      return fmt::format("{} to {}", setting.least, most_integer(setting));
    case Kind::Number:
      return fmt::format("{}{} to {}", setting.above_least ? "above " : "", setting.least,
                         setting.most);
    case Kind::Text:
      return "names";
    case Kind::List:
      return std::string(setting.item);
    case Kind::Shapes:
      return "NAME=1,3,224,224 for each input";
  }
  return {};
}

SettingValues values_in(const Setting& setting, const std::string& text) {
  if (setting.kind != SettingKind::List)
    return {text};
  SettingValues items;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    items.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return without_none(std::move(items));
}

SettingValues without_none(SettingValues items) {
  std::erase(items, "none");
  return items;
}

SettingValues checked_values(const Setting& setting, SettingValues values,
                             const std::string& name) {
  if (setting.kind == Kind::Shapes) {
    input_shapes(values, name);
    return values;
  }
  VTA_CHECK(setting.kind == Kind::List || values.size() == 1, "{} values of '{}'", values.size(),
            setting.key);
  for (std::string& value : values)
    value = canonical(setting, value, name);
  return values;
}

}  // namespace vta
