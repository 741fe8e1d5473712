#include "cli/settings_file.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "base/suggest.h"

namespace vta::cli {
namespace {

constexpr const char* kKeys = "keys";
const std::vector<std::string> kKeyNames = {
    "tls_cert",   "tls_key",      "client_ca",   "token_file",
    "ca",         "cert",         "key",         "server_token_file",
    "tracker_ca", "tracker_cert", "tracker_key", "tracker_token_file"};

std::string option_name(std::string member) {
  std::ranges::replace(member, '_', '-');
  return "--" + member;
}

std::string text_of(const boost::json::value& value, const std::string& where) {
  if (value.is_string())
    return std::string(value.as_string());
  if (value.is_number() || value.is_bool())
    return boost::json::serialize(value);
  throw InputError(fmt::format("{} is {}: legal are a string, a number, true and false", where,
                               json_kind(value)));
}

Option* find_option(Command& command, const std::string& member) {
  const auto options = command.options();
  const std::string name = option_name(member);
  const auto found =
      std::ranges::find_if(options, [&](const Option* one) { return one->name() == name; });
  return found == options.end() || name == "--settings" || name == "--help"
             ? nullptr
             : command.get_option(name);
}

std::vector<std::string> members_of(const Command& command) {
  std::vector<std::string> names;
  for (const Option* option : command.options()) {
    std::string name = option->name();
    if (!name.starts_with("--") || name == "--settings" || name == "--help")
      continue;
    name.erase(0, 2);
    std::ranges::replace(name, '-', '_');
    if (std::ranges::find(kKeyNames, name) == kKeyNames.end())
      names.push_back(name);
  }
  return names;
}

void give(Option& option, const std::string& value, const std::string& where) {
  if (option.is_flag()) {
    if (value != "true" && value != "false")
      throw InputError(fmt::format("{} is '{}': legal are true and false", where, value));
    if (value == "true")
      option.take(value);
    return;
  }
  try {
    option.take(value);
  } catch (const UsageError& e) {
    throw InputError(fmt::format("{}: {}", where, e.what()));
  }
}

}  // namespace

void apply_settings(Command& command, const std::string& path, const std::string& section) {
  const boost::json::value value = load_json(path);
  const JsonReader file(value, path);
  file.refuse_unknown({kKeys, "serve", "tracker"});
  const auto each = [&](const std::string& name, const auto& take) {
    if (!file.has(name))
      return;
    const JsonReader part = file.get_object(name);
    for (const auto& [key, member] : part.object()) {
      const std::string where = fmt::format("{}: {}.{}", path, name, std::string_view(key));
      take(std::string(key), member, where);
    }
  };
  const auto folder = std::filesystem::path(path).parent_path();
  each(kKeys,
       [&](const std::string& key, const boost::json::value& member, const std::string& where) {
         if (std::ranges::find(kKeyNames, key) == kKeyNames.end())
           throw InputError(
               fmt::format("{}: no such file of keys: {}", where, known_names(key, kKeyNames)));
         Option* const option = find_option(command, key);
         if (option == nullptr || option->count() > 0)  // of the other program, or said otherwise
           return;
         const std::string text = text_of(member, where);
         give(*option, (folder / text).string(), where);
       });
  const std::vector<std::string> known = members_of(command);
  each(section,
       [&](const std::string& key, const boost::json::value& member, const std::string& where) {
         if (std::ranges::find(known, key) == known.end())
           throw InputError(fmt::format("{}: no such option: {}", where, known_names(key, known)));
         Option& option = *find_option(command, key);
         if (option.count() > 0)
           return;
         if (!member.is_array())
           return give(option, text_of(member, where), where);
         for (const boost::json::value& one : member.as_array())
           give(option, text_of(one, where), where);
       });
}

}  // namespace vta::cli
