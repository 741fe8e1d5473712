// One random network on one configuration, compiled, run and compared with the integer interpreter:
// what scripts/check_exact.sh makes as many of as it is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta::testing {

struct ExactCase {
  CompileOptions options;  // configuration and schedule
  Graph graph;
  Tensor input;
};

// On any legal configuration. A case depends on seed and index only.
ExactCase values_case(uint64_t seed, int64_t index, Features& features);
// On the configurations below in turn, at some memory.
ExactCase cycles_case(uint64_t seed, int64_t index, Features& features);
// Every named one, then six random ones that are quickly Verilated.
std::vector<VtaConfig> cycles_configs(uint64_t seed);

struct CaseResult {
  std::string problem;  // empty: all is as it must be
  int64_t kernels = 0, elements = 0, launches = 0, insns = 0, cycles = 0;
  CaseResult& operator+=(const CaseResult& other);
};

// Every kernel's result is the interpreter's, bit by bit, and no launch has a race: on fsim.
CaseResult check_values(const ExactCase& c);
CaseResult check_program(const ExactCase& c, const CompileResult& compiled);
// The same on csim and tsim, of which completions, cycles, states, counters and memory are equal.
CaseResult check_cycles(const ExactCase& c);

}  // namespace vta::testing
