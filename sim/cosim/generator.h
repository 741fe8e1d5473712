// Random programs: legal and free of races for the most part, a share with errors, a share racy.
#pragma once

#include "sim/cosim/test_program.h"

namespace vta::cosim {

enum class MemoryChoice {
  Mixed,   // half the programs a preset, half random parameters
  Random,  // random parameters
  Fixed,   // those of the configuration
};

// Most programs have 50 to 500 instructions, one in thirty thousands of them.
inline constexpr int64_t kLeastInsns = 50, kMostInsns = 32000;
// Of device memory, sparsely used: one program in fourteen goes beyond 4 GiB.
inline constexpr int64_t kMostMemory = (int64_t{1} << 32) + (int64_t{1} << 26);

// Whether some programs have an instruction of more than a million steps: where it costs little.
bool makes_long_insns(const VtaConfig& config);

// Program `index` of a series: the same for the same arguments, on every machine. Of any stretch of
// a series three in ten end with an error, INDEX_RANGE and BUS_ERROR (which have more places where
// they may be) eight times as often as most, and one in twelve is racy; with ACC_OVERLAP 1 one in
// eight beside these ends with INDEX_RANGE. Presets change latencies and gap; the bus width is the
// configuration's.
TestProgram generate_program(const VtaConfig& config, MemoryChoice memory, uint64_t seed,
                             int64_t index);

}  // namespace vta::cosim
