// What the pages of hw/rtl say about one instruction apart from when it starts, and what the whole
// program leaves in DRAM.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "config/vta_config.h"
#include "sim/counters.h"
#include "tests/rtl/datapath_program.h"

namespace vta {

struct ExpectedBurst {
  uint64_t addr = 0;  // of its first bus word
  int64_t beats = 0;
  bool operator==(const ExpectedBurst&) const = default;
};

// Scratchpad elements [lo, hi) that an instruction reads or writes.
struct Touch {
  MemoryType type = MemoryType::Acc;
  int64_t lo = 0, hi = 0;
  bool write = false;
};

struct ExpectedInsn {
  std::vector<ExpectedBurst> bursts;
  int64_t beats = 0;
  int64_t pads = 0;
  int64_t work = 0;                 // of GEMM and ALU: cycles from the start to the last write
  std::optional<int64_t> bad_step;  // cycles from there to the first index past its depth
  std::vector<size_t> after;        // earlier instructions of other units that must be done
};

struct ExpectedRun {
  std::vector<ExpectedInsn> insns;  // up to the one that raises INDEX_RANGE
  std::vector<std::byte> dram;
  Counters counters;
};
ExpectedRun expect_run(const VtaConfig& config, const DatapathProgram& program);

}  // namespace vta
