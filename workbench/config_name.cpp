#include "workbench/config_name.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/file_kind.h"
#include "explore/record/any_run.h"

namespace vta::workbench {

VtaConfig config_by_name(const std::string& name) {
  // A file may have a # in its name.
  if (name.find('#') != std::string::npos && !file_exists(name))
    return explore::load_point_config(name);
  try {
    return find_config(name);
  } catch (const ConfigError& e) {
    if (file_exists(name) && !is_database(name))
      throw;
    throw ConfigError(fmt::format("{}; a point of a sweep is {}#135", e.what(),
                                  file_exists(name) ? name : "sweep.db"));
  }
}

}  // namespace vta::workbench
