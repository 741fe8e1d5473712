// Random programs: legal and free of races for the most part, a share with errors, a share racy.
#pragma once

#include "sim/cosim/test_program.h"

namespace vta::cosim {

enum class MemoryChoice {
  Mixed,   // half the programs a preset, half random parameters
  Random,  // random parameters
  Fixed,   // those of the configuration
};

inline constexpr int64_t kLeastInsns = 50, kMostInsns = 500;

// Program `index` of a series: the same for the same arguments, on every machine. Of any stretch of
// a series one in six ends with an error, all errors alike often, and one in ten is racy. Presets
// change latencies and gap; the bus width is the configuration's.
TestProgram generate_program(const VtaConfig& config, MemoryChoice memory, uint64_t seed,
                             int64_t index);

}  // namespace vta::cosim
