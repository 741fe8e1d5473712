// The RTL's source files of several cores: of a system, hw/rtl/system/README.md, or of a board.
//
// A core's configuration is a package that all of its modules see, so cores of unequal hardware
// need sources of their own: those of the first have the names of hw/rtl, the others' begin with
// vta2_, vta3_ ...; cores of equal hardware share theirs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "config/vta_config.h"

namespace vta {

struct SourceFile {
  std::string name;  // of the file, which is named for its module or package
  std::string text;
};

struct SystemSources {
  std::vector<SourceFile> files;  // in compile order; the top is the last, vta_system
  std::string hash;               // of all names and texts
};

inline constexpr int64_t kMaxCores = 8;

// Ports of vta_system: clk, rst, shared_path (1: of the memory with latencies of registers); those
// of vta_system_registers and of vta_system_arbiter that are not the cores'; running and done_irq,
// a bit for each core; for core k, core<k>_mem_wr_*, core<k>_mem_rd_* and core<k>_probe as those of
// vta_core. ConfigError for none, or more than kMaxCores.
SystemSources system_sources(std::span<const VtaConfig> cores);

// Those of a board, hw/rtl/board/README.md: the last file is vta_board, with s<k>_axi_* for the
// registers of core k, m_axi_* for the memory of all, and irq, a bit for each core. ConfigError for
// none, or more than kMaxCores, or cores of unequal bus, AXI or CLOCK_MHZ.
SystemSources board_sources(std::span<const VtaConfig> cores);

}  // namespace vta
