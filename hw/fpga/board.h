// The boards that `vta fpga export` knows: a processor system with an FPGA beside it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vta {

struct FpgaBoard {
  std::string_view name, title;
  std::string_view part;        // its name in Vivado
  std::string_view board_part;  // the board's preset, if its files are installed in Vivado
  std::string_view device;      // its budget: a name of config/device.h
  double crystal_mhz;
  int64_t io_pll_mhz() const;  // that clocks for the FPGA are divided from: the device's
  // Memory as the FPGA's port sees it: the first byte, the number of bytes, and the first byte that
  // is certainly DRAM.
  int64_t dram_base, dram_bytes, dram_start;
  int64_t memory_port_bits() const;  // widest data of the port: the device's
  int64_t memory_axi() const;        // its version of AXI: the device's
  int64_t memory_address_bits;       // that the port takes
  int64_t register_base;             // of the accelerator's registers, in the processor's view
  int64_t interrupt_spi;             // of the first fabric interrupt, as a device tree counts
  int64_t fclk_index;                // of the clock, in the device tree's clock controller
};

std::span<const FpgaBoard> fpga_boards();
// ConfigError lists the known names.
const FpgaBoard& find_board(std::string_view name);

}  // namespace vta
