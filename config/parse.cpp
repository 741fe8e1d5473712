#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/error.h"
#include "base/suggest.h"
#include "config/config_keys.h"
#include "config/json_text.h"
#include "config/vta_config.h"

namespace vta {

namespace {

[[noreturn]] void wrong_type(std::string_view origin, const FlatJsonMember& member,
                             std::string_view wanted) {
  std::string found = "a string";
  if (const auto* other = std::get_if<OtherJson>(&member.value))
    found = other->kind;
  else if (const auto* number = std::get_if<int64_t>(&member.value))
    found = fmt::format("the integer {}", *number);
  throw ConfigError(fmt::format("{}: key {} must be {}, is {}", origin, member.key, wanted, found));
}

int64_t integer_of(std::string_view origin, const FlatJsonMember& member) {
  const auto* value = std::get_if<int64_t>(&member.value);
  if (value == nullptr)
    wrong_type(origin, member, "an integer");
  return *value;
}

const std::string& text_of(std::string_view origin, const FlatJsonMember& member) {
  const auto* value = std::get_if<std::string>(&member.value);
  if (value == nullptr)
    wrong_type(origin, member, "a string");
  return *value;
}

void refuse_unknown_and_repeated(std::span<const FlatJsonMember> members, std::string_view origin) {
  const auto known = all_key_names();
  std::set<std::string_view> seen;
  for (const FlatJsonMember& member : members) {
    if (std::find(known.begin(), known.end(), member.key) == known.end())
      throw ConfigError(fmt::format("{}: unknown key {} (nearest known key: {})", origin,
                                    json_quoted(member.key), nearest_name(member.key, known)));
    if (!seen.insert(member.key).second)
      throw ConfigError(fmt::format("{}: key {} occurs more than once", origin, member.key));
  }
}

const FlatJsonMember* find(std::span<const FlatJsonMember> members, std::string_view key) {
  for (const FlatJsonMember& member : members) {
    if (member.key == key)
      return &member;
  }
  return nullptr;
}

void set_blocks(VtaConfig& config, std::span<const FlatJsonMember> members,
                std::string_view origin) {
  const FlatJsonMember* both = find(members, kLogBlock);
  if (both == nullptr) {
    for (const std::string_view key : {"LOG_BLOCK_IN", "LOG_BLOCK_OUT"}) {
      if (find(members, key) == nullptr)
        throw ConfigError(fmt::format(
            "{}: required key LOG_BLOCK is missing (or give both LOG_BLOCK_IN and LOG_BLOCK_OUT)",
            origin));
    }
    return;
  }
  config.log_block_in = config.log_block_out = integer_of(origin, *both);
}

}  // namespace

VtaConfig parse_config(std::string_view text, std::string_view origin) {
  const auto members = parse_flat_json(text, origin);
  refuse_unknown_and_repeated(members, origin);
  VtaConfig config;
  for (const TextKey& key : text_keys()) {
    const FlatJsonMember* member = find(members, key.name);
    if (member == nullptr)
      throw ConfigError(fmt::format("{}: required key {} is missing", origin, key.name));
    config.*key.member = text_of(origin, *member);
  }
  set_blocks(config, members, origin);
  for (const IntegerKey& key : integer_keys()) {
    const FlatJsonMember* member = find(members, key.name);
    if (member != nullptr)
      config.*key.member = integer_of(origin, *member);
    else if (key.required)
      throw ConfigError(fmt::format("{}: required key {} is missing", origin, key.name));
  }
  try {
    config.validate();
  } catch (const ConfigError& e) {
    throw ConfigError(fmt::format("{}: {}", origin, e.what()));
  }
  return config;
}

VtaConfig load_config(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    throw ConfigError(fmt::format("cannot read configuration file '{}'", path));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad())
    throw ConfigError(fmt::format("cannot read configuration file '{}'", path));
  return parse_config(text, path);
}

}  // namespace vta
