#include "hw/fpga/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "config/device.h"

namespace vta {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

// Figures of the Pynq-Z1: the board's reference manual (crystal, DRAM) and the vendor's preset of
// its processor system (first MiB not DRAM for masters); of the Zynq-7000: its technical
// reference manual (UG585: ports, address map, interrupt 61 = shared interrupt 29) and the binding
// of its clock controller in device trees (fclk0 is 15).
constexpr std::array kBoards = std::to_array<FpgaBoard>({
    {.name = "pynq-z1",
     .title = "Pynq-Z1",
     .part = "xc7z020clg400-1",
     .board_part = "www.digilentinc.com:pynq-z1:part0:1.0",
     .device = "zynq7020",
     .crystal_mhz = 50,
     .dram_base = 0,
     .dram_bytes = 512 * kMiB,
     .dram_start = kMiB,
     .memory_address_bits = 32,
     .register_base = 0x43c0'0000,
     .interrupt_spi = 29,
     .fclk_index = 15},
});

}  // namespace

int64_t FpgaBoard::io_pll_mhz() const {
  return find_device(std::string(device)).pll_mhz;
}

int64_t FpgaBoard::memory_port_bits() const {
  return 8 * find_device(std::string(device)).port_bytes;
}

int64_t FpgaBoard::memory_axi() const {
  return find_device(std::string(device)).axi;
}

std::span<const FpgaBoard> fpga_boards() {
  return kBoards;
}

const FpgaBoard& find_board(std::string_view name) {
  const auto* found = std::ranges::find(kBoards, name, &FpgaBoard::name);
  if (found != kBoards.end())
    return *found;
  std::vector<std::string> names;
  for (const FpgaBoard& board : kBoards)
    names.emplace_back(board.name);
  throw ConfigError(fmt::format("no board is named '{}'; {}", name, known_names(name, names)));
}

}  // namespace vta
