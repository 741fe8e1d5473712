// Test programs on the cores of a system, one a core, all running at the same time.
//
// Each program is placed in a part of the memory of its own, so that its values are those that it
// has alone; its cycles depend on the others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/cosim/compare.h"
#include "sim/cosim/generator.h"
#include "sim/system/system.h"

namespace vta::cosim {

struct SystemProgram {
  std::vector<TestProgram> cores;
  std::vector<int64_t> begin;   // by core: the edge at which its registers begin to be written
  std::vector<int64_t> pauses;  // by core: edges before each of its later launches, likewise

  std::vector<VtaConfig> configs() const;
};

// Program `index` of a series, with a program of generate_program() for each core.
SystemProgram generate_system_program(std::span<const VtaConfig> cores, MemoryChoice memory,
                                      uint64_t seed, int64_t index);

// Where a core's part of the memory begins, and the bytes of a memory for so many cores.
uint64_t part_of_core(size_t core);
int64_t system_memory_bytes(size_t cores);

// By core; bytes and addresses are the program's own. Scratchpads are zeroed before any core is
// launched. Never throws: an error becomes the failure of every result.
std::vector<RunResult> run_system_program(const SystemProgram& program, System& system);

struct SystemDifference {
  int64_t core = 0;
  Difference difference;
};
// Of results by backend, then by core.
std::optional<SystemDifference> find_system_difference(
    const SystemProgram& program, std::span<const std::vector<RunResult>> results);

}  // namespace vta::cosim
