#include "config/memory_preset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/suggest.h"
#include "config/config_keys.h"
#include "config/dram_file.h"

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
  std::string drams;
  for (const NamedDram& dram : named_drams()) {
    names.push_back(dram.name);
    drams += fmt::format("{}{}", drams.empty() ? "" : ", ", dram.name);
  }
  throw UsageError(fmt::format(
      "memory '{}': known are the presets {}, the DRAMs {} (or a file) and the parameters {}{}",
      item, preset_names(), drams, parameter_names(), nearest_words(name, names)));
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

constexpr std::string_view kSimple = "simple", kMhz = "mhz";

// The clock that a time of the DRAM is measured with, and shown with.
void set_mhz(C& config, std::string_view text) {
  double mhz = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), mhz);
  constexpr double kLeast = static_cast<double>(kLeastMemoryClock) / 1000,
                   kMost = static_cast<double>(kMostMemoryClock) / 1000;
  if (error != std::errc{} || end != text.data() + text.size() || !(mhz >= kLeast && mhz <= kMost))
    throw UsageError(
        fmt::format("memory parameter mhz: '{}': legal are {} to {}", text, kLeast, kMost));
  config.clock = {.mhz = mhz, .estimated = false};
  set_memory_clock(config);
}

void apply_item(C& config, std::string_view item, bool first) {
  const size_t equals = item.find('=');
  if (equals == std::string_view::npos) {
    const MemoryPreset* preset = find_preset(item);
    if (preset == nullptr && is_known_dram(item))
      throw UsageError(fmt::format("DRAM '{}' must come before all else", item));
    if (preset == nullptr)
      refuse(item);
    config.mem_dram.clear();
    config.mem_clock_khz = 0;
    if (!first)
      throw UsageError(fmt::format("memory preset '{}' must come before all parameters", item));
    return set_preset(config, *preset);
  }
  const std::string_view name = item.substr(0, equals);
  const std::vector<IntegerKey> known = parameters();
  const auto found = std::ranges::find(known, name, &IntegerKey::word);
  if (found == known.end())
    refuse(item);
  if (!config.mem_dram.empty() &&
      (found->member == &C::mem_read_latency || found->member == &C::mem_write_latency))
    throw UsageError(fmt::format(
        "memory '{}': {} decides itself how long that takes; \"{},simple\" takes the parameter",
        item, dram_name(config.mem_dram), dram_name(config.mem_dram)));
  set_parameter(config, *found, parse_value(*found, item.substr(equals + 1)));
}

std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  for (size_t at = 0, end = 0; end != std::string_view::npos; at = end + 1) {
    end = text.find(',', at);
    items.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
  }
  return items;
}

// MEM_DRAM for the name of a known one or of a file; "": it is neither.
std::string dram_named(std::string_view name) {
  if (is_known_dram(name))
    return std::string(name);
  if (find_preset(name) != nullptr || name.find('=') != std::string_view::npos ||
      !file_exists(std::string(name)))
    return "";
  load_dram(std::string(name));
  return boost::json::serialize(
      parse_json(read_text_file(std::string(name), kMostTextBytes), name));
}

bool is_latency(std::string_view item) {
  return item.starts_with("read=") || item.starts_with("write=") || item.starts_with("gap=");
}

// Latencies and the gap come last: they replace what follows from all else.
C with_dram(C config, std::string dram, std::span<const std::string_view> items) {
  const bool simple = std::ranges::find(items, kSimple) != items.end();
  config.mem_dram = std::move(dram);
  set_memory_clock(config);
  for (const std::string_view item : items) {
    if (item.starts_with("mhz="))
      set_mhz(config, item.substr(kMhz.size() + 1));
    else if (item != kSimple && !is_latency(item))
      apply_item(config, item, false);
  }
  const SimpleMemory memory = simple_memory(dram_of(config.mem_dram), config.bus_bytes(),
                                            config.mem_burst_beats, config.mem_clock_khz);
  config.mem_read_latency = memory.read_latency;
  config.mem_write_latency = memory.write_latency;
  config.mem_gap = simple ? memory.gap : 0;
  if (simple) {
    config.mem_dram.clear();
    config.mem_clock_khz = 0;
  }
  for (const std::string_view item : items)
    if (is_latency(item))
      apply_item(config, item, false);
  return config;
}

}  // namespace

SimpleMemory simple_memory(const DramConfig& dram, int64_t bus_bytes, int64_t beats, int64_t khz) {
  const DramTiming& t = dram.timing;
  const double cycle_ps = 1e9 / static_cast<double>(khz);
  const double clock = static_cast<double>(dram.clock_ps) / cycle_ps;  // in cycles
  const double usable = 1 - static_cast<double>(t.rfc) / static_cast<double>(t.refi);
  const double transactions = static_cast<double>(beats * bus_bytes) /
                              static_cast<double>(dram.organization.transaction_bytes);
  const double busy =
      transactions * static_cast<double>(std::max(t.ccd_s, t.burst)) * clock / usable;
  SimpleMemory memory;
  memory.read_latency = std::clamp<int64_t>(
      std::llround(std::ceil(static_cast<double>(1 + t.cl + t.burst) * clock)) - 1, 0, 1023);
  memory.gap = std::clamp<int64_t>(std::llround(busy - static_cast<double>(beats)), 0, 255);
  return memory;
}

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
  const std::vector<std::string_view> items = items_of(text);
  if (std::string dram = dram_named(items.front()); !dram.empty())
    return with_dram(std::move(config), std::move(dram), std::span(items).subspan(1));
  for (size_t i = 0; i < items.size(); ++i)
    apply_item(config, items[i], i == 0);
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
