// The scratchpads of a Verilated core, read back by name.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/codec.h"
#include "sim/tsim/model/model_abi.h"

namespace vta {

class Scratchpads {
 public:
  // Element i of a scratchpad is word i / banks of its bank i mod banks; what a bank holds beyond
  // its elements is never used (hardware has no address of 0 bits). With ACC_OVERLAP 1 ACC has such
  // banks for each half, which begin at word 0. InternalError where a
  // scratchpad or a bank is not among the RAMs, has words of another size or too few of them.
  Scratchpads(const VtaConfig& config, std::span<const tsim::Ram> rams);

  // In DRAM form, as MachineState::read. Out and Acc8 are what store reads: the shadow of ACC. Bits
  // of a micro-op where no field is read 0: the RAM has what was loaded, no unit looks at them.
  std::vector<std::byte> read(MemoryType type, int64_t first, int64_t count) const;

 private:
  using Banks = std::vector<tsim::Ram>;
  struct Pad {
    int64_t element_bytes = 0, part_depth = 0;
    std::vector<Banks> parts;
  };
  Pad find(std::span<const std::string_view> instances, std::string_view array, MemoryType type,
           std::span<const tsim::Ram> rams) const;
  const Pad& pad(MemoryType type) const;
  void clear_unused_bits(std::span<std::byte> uops) const;

  VtaConfig config_;
  InsnCodec codec_;
  Pad uop_, inp_, wgt_, acc_, shadow_;
};

}  // namespace vta
