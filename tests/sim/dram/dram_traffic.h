// Bursts for a DRAM: random ones that find every state of its banks.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/dram/burst_replay.h"

namespace vta {

// Over a few rows of each bank, reads and writes in runs, from one transaction to sixteen.
std::vector<DramBurst> random_bursts(const DramConfig& dram, int64_t count, uint64_t seed);

// A DRAM in which every time of the table is binding somewhere: two ranks, groups of banks, tRC
// above tRAS + tRP.
DramConfig dram_of_tight_times();

}  // namespace vta
