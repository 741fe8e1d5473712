#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "config/config_keys.h"
#include "config/vta_config.h"

namespace vta {

namespace {

void set_blocks(VtaConfig& config, const JsonReader& file) {
  if (file.has(kLogBlock)) {
    config.log_block_in = config.log_block_out = file.get_int(kLogBlock);
    return;
  }
  if (!file.has("LOG_BLOCK_IN") || !file.has("LOG_BLOCK_OUT"))
    throw ConfigError(fmt::format(
        "{}: required key LOG_BLOCK is missing (or give both LOG_BLOCK_IN and LOG_BLOCK_OUT)",
        file.where()));
}

VtaConfig read_keys(const JsonReader& file) {
  file.refuse_unknown(all_key_names());
  VtaConfig config;
  for (const TextKey& key : text_keys())
    config.*key.member = file.get_string(key.name);
  set_blocks(config, file);
  for (const auto keys : {integer_keys(), shell_keys()})
    for (const IntegerKey& key : keys)
      if (key.required || file.has(key.name))
        config.*key.member = file.get_int(key.name);
  if (file.has(kClockKey))
    config.clock.mhz = file.get_double(kClockKey);
  return config;
}

}  // namespace

VtaConfig parse_config(std::string_view text, std::string_view origin) {
  VtaConfig config;
  try {
    const boost::json::value file = parse_json(text, origin);
    config = read_keys(JsonReader(file, std::string(origin)));
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
