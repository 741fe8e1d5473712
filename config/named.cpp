#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "config/vta_config.h"

namespace vta {

namespace {

std::vector<std::string> names_of_all() {
  std::vector<std::string> names;
  for (const NamedConfig& named : named_configs())
    names.emplace_back(named.name);
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
  if (named == nullptr)
    throw ConfigError(
        fmt::format("no configuration is named '{}'; {}", name, known_names(name, names_of_all())));
  return parse_config(named->json, name);
}

VtaConfig find_config(const std::string& name_or_path) {
  if (find_named(name_or_path) != nullptr)
    return named_config(name_or_path);
  if (file_exists(name_or_path))
    return load_config(name_or_path);
  throw ConfigError(fmt::format("'{}' is neither a configuration file nor a known name; {}",
                                name_or_path, known_names(name_or_path, names_of_all())));
}

}  // namespace vta
