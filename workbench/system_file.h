// A system: cores on one memory and one clock, as a file.
//
//   {
//     "cores": ["default", "1x32", {"config": "my.json", "count": 2}],
//     "memory": "ddr3-1066",
//     "clock": 100
//   }
//
// `memory` is what --memory takes, for every core alike; `clock` is in MHz. Both may be absent.
#pragma once

#include <string>
#include <vector>

#include "config/vta_config.h"

namespace vta::workbench {

struct SystemFile {
  std::string name;  // of the file, without its folder and its ending
  std::vector<std::string> cores;
  std::string memory;              // as given; empty: the configurations' own
  std::vector<VtaConfig> configs;  // of the cores, with memory and clock
};

// InputError: not a file of this kind; names the member, its value and what is legal. A file of a
// configuration is looked for beside the system's. ConfigError as config_by_name() and
// check_cores().
SystemFile load_system(const std::string& path);

}  // namespace vta::workbench
