// The input of an export: a configuration on a board, checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/fclk.h"
#include "config/vta_config.h"
#include "hw/fpga/board.h"
#include "hw/fpga/bus_interfaces.h"

namespace vta {

inline constexpr const char* kShellModule = "vta_axi";
inline constexpr const char* kFpgaTop =
    "vta_accelerator";  // the exported top: the shell, in Verilog
inline constexpr const char* kFpgaIpName = "vta";

inline constexpr int64_t kBufferPage = 4096;  // buffers are multiples of it
// In bytes: half of the DRAM, the rest is Linux's.
inline int64_t largest_buffer(const FpgaBoard& board) {
  return board.dram_bytes / 2;
}

struct RtlFile {
  std::string name;  // "vta_core.sv"
  std::string text;
};

struct FpgaRequest {
  VtaConfig config;
  std::string board;
  std::optional<double> clock_mhz = {};       // absent: the clock that the model allows
  int64_t buffer_bytes = int64_t{128} << 20;  // of memory that Linux reserves
  bool force = false;                         // export even if it does not fit
};

struct FpgaDesign {
  const FpgaBoard* board = nullptr;
  VtaConfig config;
  std::vector<RtlFile> sources;  // core and shell, in compile order
  ShellPorts ports;
  Fclk clock;
  int64_t buffer_bytes = 0;
  std::string clock_origin;        // "asked for: 107 MHz"; "estimate: 112.8 MHz ..."
  std::vector<std::string> notes;  // sentences on the fit and on doubtful points

  int64_t register_bytes() const { return int64_t{1} << ports.registers.address_bits(); }
};

// ConfigError, with figures and legal values, for an unknown board, for a bus or addresses that its
// port does not support, and, without `force`, for a configuration that does not fit its FPGA.
// UsageError for a clock that it cannot generate or a buffer larger than its DRAM. InputError if
// the RTL's ports cannot be read.
FpgaDesign plan_fpga(const FpgaRequest& request);

}  // namespace vta
