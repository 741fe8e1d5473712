// Totals of the completed instructions of a run: counters, kernels' cycles, tokens.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/insn.h"
#include "sim/counters.h"
#include "sim/launch/kernel_marks.h"
#include "sim/timing.h"

namespace vta {

class RunAccounts {
 public:
  // The marks must outlive the accounts.
  RunAccounts(const VtaConfig& config, const KernelMarks& kernels);

  void retire(const Insn& insn, int64_t index, int64_t cycle);

  const Counters& counters() const { return counters_; }
  const std::vector<Counters>& kernels() const { return kernels_; }
  const std::array<int64_t, 4>& tokens() const { return tokens_; }
  // `unit_cycles` is [kernels + 1][unit][state], the last for no kernel.
  Timing timing(int64_t cycles, int64_t bus_beats, const int64_t* unit_cycles) const;

 private:
  const VtaConfig& config_;
  const KernelMarks& marks_;
  Counters counters_;
  std::vector<Counters> kernels_;
  std::vector<int64_t> last_completion_;  // by kernel
  std::array<int64_t, 4> tokens_{};
};

}  // namespace vta
