// The RTL's source files of one configuration: the input of a simulator or a synthesizer.
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
// build tree that this program, library or Python module is in. InputError lists the searched
// places.
std::string rtl_directory();
RtlSources rtl_sources(const VtaConfig& config);

// The additions of the AXI shell, top vta_axi: `package` is vta_shell_pkg.sv, compiled after the
// core's files and before the shell's own (hw/rtl/axi/files.f).
RtlSources shell_sources(const VtaConfig& config);

}  // namespace vta
