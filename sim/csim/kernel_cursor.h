// The kernel of an instruction, for a reader that only goes forwards.
#pragma once

#include <cstdint>
#include <span>

#include "hw/isa/insn.h"

namespace vta::csim {

inline constexpr int64_t kNoKernel = -1;

class KernelCursor {
 public:
  void launch(std::span<const int64_t> first_insn) {
    first_insn_ = first_insn;
    kernel_ = kNoKernel;
  }
  int64_t at(int64_t index, const Insn& insn) {
    while (kernel_ + 1 < static_cast<int64_t>(first_insn_.size()) &&
           first_insn_[static_cast<size_t>(kernel_ + 1)] <= index)
      ++kernel_;
    return insn.op() == Opcode::Finish ? kNoKernel : kernel_;
  }

 private:
  std::span<const int64_t> first_insn_;
  int64_t kernel_ = kNoKernel;
};

}  // namespace vta::csim
