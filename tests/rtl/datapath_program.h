// Random legal programs for the bench of vta_datapath: every kind of instruction, with pads,
// strides, empty loops, tokens.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/insn.h"
#include "sim/semantics/static_check.h"

namespace vta {

struct DatapathProgram {
  std::vector<Insn> insns;
  std::vector<std::byte> dram;
  BaseAddresses bases;
  int64_t burst_beats = 16;
};

// `steps` bounds the steps of one GEMM or ALU instruction. Micro-ops in DRAM have small indices, so
// that the loops stay in range. STOREs write where no LOAD reads.
DatapathProgram random_datapath_program(const VtaConfig& config, std::mt19937_64& random,
                                        int64_t instructions, int64_t steps);

}  // namespace vta
