// The kernel of each instruction: Device::set_kernels, equal in every backend.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/error.h"
#include "hw/isa/insn.h"

namespace vta {

class KernelMarks {
 public:
  // For the launches to come. DeviceError: not ascending.
  void set(std::vector<int64_t> first_insn) {
    if (!std::ranges::is_sorted(first_insn))
      throw DeviceError("kernels' first instructions must ascend");
    next_ = std::move(first_insn);
  }
  // A run begins: it keeps what is set now.
  void begin() { running_ = next_; }

  const std::vector<int64_t>& running() const { return running_; }
  // The kernel of an instruction of the run, -1: none.
  int64_t of(int64_t index, const Insn& insn) const {
    if (insn.op() == Opcode::Finish)
      return -1;
    return std::ranges::upper_bound(running_, index) - running_.begin() - 1;
  }

 private:
  std::vector<int64_t> next_, running_;
};

}  // namespace vta
