#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "config/vta_config.h"

namespace vta {

namespace {

std::vector<std::string_view> known_names() {
  std::vector<std::string_view> names;
  for (const NamedConfig& named : named_configs())
    names.push_back(named.name);
  return names;
}

const NamedConfig* find_named(std::string_view name) {
  const auto all = named_configs();
  const auto it =
      std::find_if(all.begin(), all.end(), [&](const NamedConfig& n) { return n.name == name; });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace

VtaConfig named_config(std::string_view name) {
  const NamedConfig* named = find_named(name);
  if (named == nullptr) {
    const auto names = known_names();
    throw ConfigError(fmt::format("no configuration is named '{}' (nearest: {}; known: {})", name,
                                  nearest_name(name, names), fmt::join(names, ", ")));
  }
  return parse_config(named->json, name);
}

VtaConfig find_config(const std::string& name_or_path) {
  if (find_named(name_or_path) != nullptr)
    return named_config(name_or_path);
  if (file_exists(name_or_path))
    return load_config(name_or_path);
  throw ConfigError(fmt::format("'{}' is neither a configuration file nor a known name ({})",
                                name_or_path, fmt::join(known_names(), ", ")));
}

}  // namespace vta
