// The simple memory of MEM_READ_LATENCY, MEM_WRITE_LATENCY and MEM_GAP on bursts that were measured
// on another one, and the one that is nearest to it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/memory_preset.h"
#include "sim/dram/burst_replay.h"

namespace vta {

// Times are in ticks from the first grant's clock on.
struct BurstTrace {
  std::vector<DramBurst> bursts;
  std::vector<DramBurstTimes> times;
};

// A CSV file with a line of names; the columns addr, write (0 or 1), bytes, granted and complete,
// in any order, others beside. InputError names the line, the column, its value and what is legal.
BurstTrace parse_measured(std::string_view text, std::string_view origin);

// As replay_bursts, on a memory that has the data of a read `read_latency` cycles of the port after
// the grant, and is done with a write after `write_latency`, a tick at least; after a burst the
// port is idle for `gap` cycles. `tick_ps`: of the clock in which grants are made.
std::vector<DramBurstTimes> replay_simple(const SimpleMemory& memory, int64_t tick_ps,
                                          const ReplayPort& port,
                                          std::span<const DramBurst> bursts);

struct SimpleFit {
  SimpleMemory memory;
  int64_t measured = 0, fitted = 0;  // ticks until the last burst is complete
  double total_error = 0;            // fitted / measured - 1
  double latency_error = 0;  // ticks, mean of the bursts' |from grant to completion - measured|
};
// The latencies are those that the bursts took in the median; the gap is the one whose total is
// nearest to the measured one. Not fitted: the error of `memory` as it is, for comparison.
SimpleFit fit_simple(const BurstTrace& measured, int64_t tick_ps, const ReplayPort& port);
SimpleFit judge_simple(const BurstTrace& measured, int64_t tick_ps, const ReplayPort& port,
                       const SimpleMemory& memory);

}  // namespace vta
