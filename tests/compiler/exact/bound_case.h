// One random network on one random machine, run for its cycles and held against its bound, which
// no schedule may beat.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/bounds/schedule_bound.h"
#include "runtime/program.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta::testing {

struct BoundCase {
  Program program;
  std::string text;                   // the machine, its memory, the network and the schedule
  std::optional<uint64_t> late = {};  // seed of a memory that answers each burst in its own time
  ScheduleBound of_schedule = {};     // on this machine and memory
  int64_t by_tiles = 0;               // of any tiles
  std::string list_problem = {};      // where the list it was made of is not the program's
};

// BATCH 1 to 4, unequal blocks, small scratchpads and queues, pipelines, ports, halves of ACC; bus,
// bursts, gaps, latencies and outstanding bursts from their least values on. Half of the networks
// are random ones, some with layers on the host between others; half alternate kernels bound by
// compute and by their weights. The schedule is `reference`, `fast`, or any legal tiles. Nothing
// where a layer does not fit.
std::optional<BoundCase> bound_case(uint64_t seed, int64_t index, Features& features);

struct BoundResult {
  std::string problem;  // empty: the cycles are below neither bound
  int64_t cases = 0, kernels = 0, launches = 0, cycles = 0, bound = 0, rooflines = 0;
  int64_t beaten_rooflines = 0;  // cases whose cycles are below the sum of their rooflines
  int64_t near = 0;              // within 10 % of their bound
  std::vector<double> over;      // cycles over the schedule's bound, where that is a recurrence
  BoundResult& operator+=(const BoundResult& other);
};
// On csim, without values.
BoundResult check_bound(const BoundCase& c);

}  // namespace vta::testing
