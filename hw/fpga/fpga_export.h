// The files of an export, by their names in its folder (docs/fpga_export.md).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/fpga/fpga_design.h"

namespace vta {

// "files.f", "ip/rtl/vta_core.sv", ...; they depend on the design only.
using FpgaFiles = std::map<std::string, std::string>;
FpgaFiles fpga_files(const FpgaDesign& design);

// Its parts.
std::vector<std::string> fpga_source_names(const FpgaDesign& design);  // in compile order, from ip/
std::string verilog_top(const FpgaDesign& design);
std::string ip_xact_component(const FpgaDesign& design);

}  // namespace vta
