#include "config/memory_preset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "config/config_keys.h"

namespace vta {
namespace {

using C = VtaConfig;

constexpr std::array<MemoryPreset, 3> kPresets{{
    {"ideal8", 8, 0, 0, 0, false},
    {"delay16", 8, 16, 0, 0, false},
    {"ddr", 16, 40, 8, 1, true},
}};

// The keys that --memory changes, in the order of the table.
std::vector<IntegerKey> parameters() {
  std::vector<IntegerKey> keys;
  std::ranges::copy_if(integer_keys(), std::back_inserter(keys),
                       [](const IntegerKey& key) { return !key.word.empty(); });
  return keys;
}

int64_t log_of_bus(int64_t bytes) {
  return std::bit_width(static_cast<uint64_t>(bytes)) - 1 + 3;
}

const MemoryPreset* find_preset(std::string_view name) {
  const auto found = std::find_if(kPresets.begin(), kPresets.end(),
                                  [&](const MemoryPreset& p) { return p.name == name; });
  return found == kPresets.end() ? nullptr : &*found;
}

std::string preset_names() {
  std::string names;
  for (const MemoryPreset& preset : kPresets)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", preset.name);
  return names;
}

std::string parameter_names() {
  std::string names;
  for (const IntegerKey& parameter : parameters())
    names += fmt::format("{}{}=N", names.empty() ? "" : ", ", parameter.word);
  return names;
}

[[noreturn]] void refuse(std::string_view item) {
  std::vector<std::string_view> names;
  for (const MemoryPreset& preset : kPresets)
    names.push_back(preset.name);
  for (const IntegerKey& parameter : parameters())
    names.push_back(parameter.word);
  const std::string_view name = item.substr(0, item.find('='));
  throw UsageError(fmt::format("memory '{}': known are the presets {} and the parameters {}{}",
                               item, preset_names(), parameter_names(),
                               nearest_words(name, names)));
}

// The preset with which a text begins.
const MemoryPreset* preset_of(std::string_view text) {
  return find_preset(text.substr(0, text.find(',')));
}

// Whether parameters of a text that begins with a preset have this one.
bool says(std::string_view text, std::string_view word) {
  return text.find(fmt::format(",{}=", word)) != std::string_view::npos;
}

void set_preset(C& config, const MemoryPreset& preset) {
  config.mem_read_latency = preset.read_latency;
  config.mem_write_latency = preset.write_latency;
  config.mem_gap = preset.gap;
}

int64_t parse_value(const IntegerKey& parameter, std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw UsageError(
        fmt::format("memory parameter {}: '{}' is not a number", parameter.word, text));
  return value;
}

void set_bus(C& config, int64_t bytes) {
  if (bytes < 8 || bytes > 64 || !std::has_single_bit(static_cast<uint64_t>(bytes)))
    throw UsageError(
        fmt::format("memory parameter bus: {} bytes a cycle must be 8, 16, 32 or 64", bytes));
  config.log_bus_width = log_of_bus(bytes);
}

void set_parameter(C& config, const IntegerKey& parameter, int64_t value) {
  if (parameter.member == &C::log_bus_width)
    return set_bus(config, value);
  if (value < parameter.min || value > parameter.max)
    throw UsageError(fmt::format("memory parameter {}: {} is outside [{}, {}]", parameter.word,
                                 value, parameter.min, parameter.max));
  config.*parameter.member = value;
}

void apply_item(C& config, std::string_view item, bool first) {
  const size_t equals = item.find('=');
  if (equals == std::string_view::npos) {
    const MemoryPreset* preset = find_preset(item);
    if (preset == nullptr)
      refuse(item);
    if (!first)
      throw UsageError(fmt::format("memory preset '{}' must come before all parameters", item));
    return set_preset(config, *preset);
  }
  const std::string_view name = item.substr(0, equals);
  const std::vector<IntegerKey> known = parameters();
  const auto found = std::ranges::find(known, name, &IntegerKey::word);
  if (found == known.end())
    refuse(item);
  set_parameter(config, *found, parse_value(*found, item.substr(equals + 1)));
}

}  // namespace

std::span<const MemoryPreset> memory_presets() {
  return kPresets;
}

std::string memory_note(const VtaConfig& config, std::string_view text) {
  const MemoryPreset* preset = preset_of(text);
  if (preset == nullptr || says(text, "bus") || config.bus_bytes() == preset->bus_bytes)
    return "";
  return fmt::format(
      "memory {}: the bus keeps the configuration's {} bytes a cycle; the preset is meant for {}: "
      "--memory {},bus={}",
      text, config.bus_bytes(), preset->bus_bytes, text, preset->bus_bytes);
}

VtaConfig set_memory(VtaConfig config, std::string_view text) {
  for (size_t at = 0, end = 0; end != std::string_view::npos; at = end + 1) {
    end = text.find(',', at);
    apply_item(config, text.substr(at, end == std::string_view::npos ? end : end - at), at == 0);
  }
  const MemoryPreset* preset = preset_of(text);
  if (preset != nullptr && preset->longest_bursts && !says(text, "burst"))
    config.mem_burst_beats = longest_burst(config);
  return config;
}

VtaConfig apply_memory(VtaConfig config, std::string_view text) {
  config = set_memory(std::move(config), text);
  config.validate();
  return config;
}

}  // namespace vta
