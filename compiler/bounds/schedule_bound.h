// A lower bound of the cycles of one schedule: of its instructions on a configuration and memory.
// README.md has the rules and why none of them says too much.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/bounds/work_list.h"

namespace vta {

struct ScheduleBound {
  int64_t cycles = 0;  // of all launches, one after the other
  // How the launches were bounded, the weakest of them: "recurrence", "sums of units" (two halves
  // of ACC, which take instructions in an order of their own), "none" (not listed).
  std::string_view level = "recurrence";
};

// Reused from call to call, for its memory.
class ScheduleBounds {
 public:
  // `config`: that of the list, with any memory, GEMM_PIPELINE and ACC_READ_PORTS.
  ScheduleBound of(const ProgramWork& work, const VtaConfig& config);

 private:
  int64_t recurrence(const LaunchWork& launch, const VtaConfig& config);

  std::vector<int64_t> loaded_, stored_;  // by position: when done
  std::vector<int64_t> computed_;
  std::vector<int64_t> load_port_, store_port_;  // port cycles of all before a position
};

}  // namespace vta
