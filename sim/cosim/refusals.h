// Effects of a refusing memory on a program, burst by burst (hw/rtl/memory/README.md, "A memory
// that refuses"): written from the page, for the generator, the comparison and the classifier.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/cosim/test_program.h"

namespace vta::cosim {

// Bytes of one burst.
struct BurstBytes {
  uint64_t begin = 0, end = 0;
  bool operator==(const BurstBytes&) const = default;
};

// Parameters of bursts.
struct Bursts {
  const VtaConfig& config;
  BaseAddresses bases;
  RefusedWindow refused;

  // Of a LOAD or STORE, in their order; none of a NOP or any other instruction.
  std::vector<BurstBytes> of(const Insn& insn) const;
  // The first of them that is refused, or nothing.
  std::optional<int64_t> first_refused(const Insn& insn) const;
};

// The first instruction of a launch that fetch does not get.
std::optional<int64_t> refused_fetch(uint64_t insn_addr, const LaunchRange& launch,
                                     const RefusedWindow& refused);

}  // namespace vta::cosim
