#include "explore/quantization_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"
#include "base/text_safety.h"

namespace vta::explore {
namespace {

constexpr std::array<std::string_view, 4> kModes{"global", "max", "percentile", "auto"};

std::vector<std::string_view> known_parts() {
  std::vector<std::string_view> names{"scale", "percentile", "all_int8", "dense_on_device"};
  for (const CompileSetting& setting : compile_settings())
    names.push_back(setting.name);
  return names;
}

// One part of the text: KEY, or KEY=VALUE.
struct Part {
  std::string_view whole, key;
  std::optional<std::string_view> value;
};

[[noreturn]] void refuse(const Part& part, std::string_view legal) {
  throw UsageError(fmt::format("'{}': legal is {}", printable(part.whole), legal));
}

std::string_view trimmed_part(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

Part part_of(std::string_view text) {
  const std::string_view whole = trimmed_part(text);
  const size_t at = whole.find('=');
  if (at == std::string_view::npos)
    return {whole, whole, std::nullopt};
  return {whole, trimmed_part(whole.substr(0, at)), trimmed_part(whole.substr(at + 1))};
}

// With `open`, `least` itself is not legal.
double number_in(const Part& part, double least, bool open, double most, std::string_view legal) {
  double number = 0;
  const std::string_view text = part.value.value_or("");
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && !text.empty();
  if (!whole || !(number >= least && number <= most) || (open && number == least))
    refuse(part, legal);
  return number;
}

bool truth_in(const Part& part) {
  if (!part.value || *part.value == "true")
    return true;
  if (*part.value != "false")
    refuse(part, fmt::format("{0}, {0}=true or {0}=false", part.key));
  return false;
}

std::string setting_in(const Part& part, const CompileSetting& setting) {
  if (part.value && std::ranges::find(setting.values, *part.value) != setting.values.end())
    return std::string(*part.value);
  std::vector<std::string> legal;
  for (const std::string_view value : setting.values)
    legal.push_back(fmt::format("{}={}", setting.name, value));
  refuse(part, fmt::format("{}", fmt::join(legal, " or ")));
}

void require_mode(const Part& part, const QuantizationChoice& choice, std::string_view mode) {
  if (choice.mode != mode)
    throw UsageError(fmt::format("'{}' is of the mode {}, this is {}", printable(part.whole), mode,
                                 choice.mode));
}

void read_part(const Part& part, QuantizationChoice& choice) {
  if (part.key == "scale") {
    require_mode(part, choice, "global");
    choice.scale = number_in(part, 0x1p-20, false, 0x1p20, "scale=N with N from 2^-20 to 2^20");
  } else if (part.key == "percentile") {
    require_mode(part, choice, "percentile");
    choice.percentile = number_in(part, 0, true, 100, "percentile=N with N above 0, to 100");
  } else if (part.key == "all_int8") {
    choice.all_int8 = truth_in(part);
  } else if (part.key == "dense_on_device") {
    choice.dense_on_device = truth_in(part);
  } else if (const CompileSetting* setting = find_compile_setting(part.key)) {
    choice.settings[std::string(part.key)] = setting_in(part, *setting);
  } else {
    const std::vector<std::string_view> known = known_parts();
    throw UsageError(fmt::format("'{}' is not known behind a mode: {}", printable(part.whole),
                                 known_names(part.key, known)));
  }
}

std::string flag_text(std::string_view name, const std::optional<bool>& flag) {
  return flag ? fmt::format(",{}{}", name, *flag ? "" : "=false") : "";
}

}  // namespace

std::string QuantizationChoice::text() const {
  std::string out = mode;
  if (scale)
    out += fmt::format(",scale={}", *scale);
  if (percentile)
    out += fmt::format(",percentile={}", *percentile);
  out += flag_text("all_int8", all_int8) + flag_text("dense_on_device", dense_on_device);
  for (const auto& [name, value] : settings)
    out += fmt::format(",{}={}", name, value);
  return out;
}

NetworkSpec QuantizationChoice::applied_to(NetworkSpec network) const {
  network.scale = scale.value_or(network.scale);
  network.dense_on_device = dense_on_device.value_or(network.dense_on_device);
  if (all_int8 && !network.skip_conv_given)
    network.skip_conv = *all_int8 ? std::vector<std::string>{} : std::vector<std::string>{"0"};
  network.all_int8 = all_int8.value_or(network.all_int8);
  for (const auto& [name, value] : settings)
    network.settings[name] = value;
  return network;
}

QuantizationChoice parse_quantization(std::string_view text) {
  QuantizationChoice choice;
  std::vector<std::string_view> seen;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const Part part = part_of(text.substr(at, end - at));
    if (at == 0) {
      if (std::find(kModes.begin(), kModes.end(), part.whole) == kModes.end())
        throw UsageError(fmt::format("'{}' is no mode: {}", printable(part.whole),
                                     known_names(part.whole, kModes)));
      choice.mode = part.whole;
    } else {
      if (std::find(seen.begin(), seen.end(), part.key) != seen.end())
        throw UsageError(fmt::format("'{}' is there twice", printable(part.key)));
      seen.push_back(part.key);
      read_part(part, choice);
    }
    at = end + 1;
  }
  return choice;
}

}  // namespace vta::explore
