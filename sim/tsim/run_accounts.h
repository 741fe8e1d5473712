// What the completed instructions of a run add up to: counters, kernels' cycles, tokens.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/insn.h"
#include "sim/counters.h"
#include "sim/timing.h"

namespace vta {

class RunAccounts {
 public:
  // See Device::set_kernels.
  RunAccounts(const VtaConfig& config, const std::vector<int64_t>& kernel_first_insn);

  void retire(const Insn& insn, int64_t index, int64_t cycle);

  const Counters& counters() const { return counters_; }
  const std::vector<Counters>& kernels() const { return kernels_; }
  const std::array<int64_t, 4>& tokens() const { return tokens_; }
  // `unit_cycles` is [kernels + 1][unit][state], the last for no kernel.
  Timing timing(int64_t cycles, int64_t bus_beats, const int64_t* unit_cycles) const;

 private:
  int64_t kernel_of(const Insn& insn, int64_t index) const;

  const VtaConfig& config_;
  const std::vector<int64_t>& first_insn_;
  Counters counters_;
  std::vector<Counters> kernels_;
  std::vector<int64_t> last_completion_;  // by kernel
  std::array<int64_t, 4> tokens_{};
};

}  // namespace vta
