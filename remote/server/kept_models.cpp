#include "remote/server/kept_models.h"

#include <set>

#include "base/cache.h"

namespace vta::remote {

std::vector<std::string> kept_models() {
  std::set<std::string> names;
  for (const CacheEntry& entry : cache_entries())
    // Names of configurations have no spaces; what is for all of them has.
    if (entry.section == "tsim" && entry.complete && !entry.about.empty() &&
        entry.about.find(' ') == std::string::npos)
      names.insert(entry.about);
  return {names.begin(), names.end()};
}

}  // namespace vta::remote
