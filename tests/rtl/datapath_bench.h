// Plays the control half and the memory for a vta_datapath, and holds it against the pages of
// hw/rtl in every cycle: starts, requests, completions, states; and against sim/semantics: values
// in DRAM, counters.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "config/vta_config.h"
#include "tests/rtl/datapath_model.h"
#include "tests/rtl/datapath_program.h"

namespace vta {

struct DatapathMemory {
  bool stalls = false;  // gaps between read beats, stalls of write beats; cycles are not looked at
  int64_t read_latency = 0;
  int64_t write_latency = 0;
  int64_t gap = 0;
  int64_t max_outstanding = 16;
};
DatapathMemory random_datapath_memory(std::mt19937_64& random, bool stalls);

// Runs the program to its end, or to the cycles after an INDEX_RANGE; GoogleTest failures say what
// differs, with cycle, unit and instruction. Returns the cycles run.
int64_t run_datapath(DatapathModel& model, const VtaConfig& config, const DatapathProgram& program,
                     const DatapathMemory& memory, std::mt19937_64& random);

}  // namespace vta
