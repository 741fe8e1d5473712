// The RTL's source files of one configuration: what a simulator or a synthesiser is given.
#pragma once

#include <string>
#include <vector>

#include "config/vta_config.h"

namespace vta {

struct RtlSources {
  std::string package;             // text of vta_isa_pkg.sv for the configuration
  std::vector<std::string> files;  // paths of all others, in compile order
  std::string hash;                // of the package and of every file's content
};

// Files of the list hw/rtl/files.f, found in $VTA_RTL_DIR, else in share/vta/rtl of the prefix or
// build tree that this program, library or Python module is in. InputError says where it looked.
std::string rtl_directory();
RtlSources rtl_sources(const VtaConfig& config);

// What the AXI shell adds, top vta_axi: `package` is vta_shell_pkg.sv, compiled behind the core's
// files and before its own (hw/rtl/axi/files.f).
RtlSources shell_sources(const VtaConfig& config);

}  // namespace vta
