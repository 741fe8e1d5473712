#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "config/config_keys.h"
#include "config/vta_config.h"

namespace vta {

namespace {

enum class Keys { Whole, Some };  // of a file that stands alone, or of one over another

void set_blocks(VtaConfig& config, const JsonReader& file, Keys keys) {
  if (file.has(kLogBlock)) {
    config.log_block_in = config.log_block_out = file.get_int(kLogBlock);
    return;
  }
  if (keys == Keys::Whole && (!file.has("LOG_BLOCK_IN") || !file.has("LOG_BLOCK_OUT")))
    throw ConfigError(fmt::format(
        "{}: required key LOG_BLOCK is missing (or give both LOG_BLOCK_IN and LOG_BLOCK_OUT)",
        file.where()));
}

// Several at once are no slip: the file was begun from nothing.
void refuse_missing(const JsonReader& file) {
  std::vector<std::string_view> missing;
  for (const TextKey& key : text_keys())
    if (!file.has(key.name))
      missing.push_back(key.name);
  for (const IntegerKey& key : integer_keys())
    if (key.required && !file.has(key.name))
      missing.push_back(key.name);
  if (!file.has(kLogBlock) && !(file.has("LOG_BLOCK_IN") && file.has("LOG_BLOCK_OUT")))
    missing.push_back(kLogBlock);
  if (missing.size() > 1)
    throw ConfigError(fmt::format(
        "{}: required keys {} are missing: `vta config show default` prints a file to begin with",
        file.where(), fmt::join(missing, ", ")));
}

void read_dram_keys(const JsonReader& file, VtaConfig& config) {
  if (file.has(kDramKey)) {
    const boost::json::value& dram = file.object().at(kDramKey);
    if (!dram.is_string() && !dram.is_object())
      throw ConfigError(
          fmt::format("{}: key {} must be the name of a DRAM or the object of its file, is {}",
                      file.where(), kDramKey, json_kind(dram)));
    config.mem_dram =
        dram.is_string() ? std::string(dram.get_string()) : boost::json::serialize(dram);
    set_memory_clock(config);
  }
  if (file.has(kMemoryClockKey))
    config.mem_clock_khz = file.get_int(kMemoryClockKey, kLeastMemoryClock, kMostMemoryClock);
}

VtaConfig read_keys(const JsonReader& file, VtaConfig config, Keys keys) {
  file.refuse_unknown(all_key_names());
  const bool whole = keys == Keys::Whole;
  if (whole)
    refuse_missing(file);
  for (const TextKey& key : text_keys())
    if (whole || file.has(key.name))
      config.*key.member = file.get_string(key.name);
  set_blocks(config, file, keys);
  for (const auto table : {integer_keys(), shell_keys()})
    for (const IntegerKey& key : table)
      if ((whole && key.required) || file.has(key.name))
        config.*key.member = file.has(key.name)
                                 ? key_value(key, file.object().at(key.name),
                                             fmt::format("{}: key {}", file.where(), key.name))
                                 : file.get_int(key.name);
  if (file.has(kClockKey))
    config.clock.mhz = file.get_double(kClockKey);
  read_dram_keys(file, config);
  return config;
}

VtaConfig parse(std::string_view text, std::string_view origin, VtaConfig config, Keys keys) {
  try {
    const boost::json::value file = parse_json(text, origin);
    config = read_keys(JsonReader(file, std::string(origin)), std::move(config), keys);
  } catch (const InputError& e) {
    throw ConfigError(e.what());
  }
  try {
    config.validate();
  } catch (const ConfigError& e) {
    throw ConfigError(fmt::format("{}: {}", origin, e.what()));
  }
  return config;
}

}  // namespace

VtaConfig parse_config(std::string_view text, std::string_view origin) {
  return parse(text, origin, {}, Keys::Whole);
}

VtaConfig config_with_keys(const VtaConfig& base, std::string_view text, std::string_view origin) {
  return parse(text, origin, base, Keys::Some);
}

VtaConfig load_config(const std::string& path) {
  std::string text;
  try {
    text = read_text_file(path, kMostTextBytes);
  } catch (const InputError& e) {
    throw ConfigError(fmt::format("configuration file: {}", e.what()));
  }
  return parse_config(text, path);
}

}  // namespace vta
