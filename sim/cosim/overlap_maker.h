// Instructions for two halves of ACC (hw/rtl/compute/overlap.md): GEMMs, ALU work, resets and
// LOADs, each in one half and the next one mostly in the other, so that compute has two of them
// under way and every reason to wait for one another comes up.
#pragma once

#include "sim/cosim/insn_maker.h"

namespace vta::cosim {

class OverlapMaker {
 public:
  // All must outlive this object; what is made is taken from the maker's budget.
  OverlapMaker(const VtaConfig& config, InsnMaker& maker, RandomSource& random)
      : config_(config), maker_(maker), random_(random) {}

  // The next instruction of compute, legal with the micro-ops in the scratchpad; nothing where none
  // was found.
  std::optional<Insn> next(const std::vector<Uop>& uops);
  // A GEMM that reads past the inputs or weights, not past ACC: it finds that while the other pipe
  // works.
  std::optional<Insn> past_operands(const std::vector<Uop>& uops);

 private:
  std::optional<Insn> steps(Opcode op, bool reset, const std::vector<Uop>& uops);
  // A micro-op whose accumulator is in the half, and which an instruction may use.
  std::optional<int64_t> find_uop(const std::vector<Uop>& uops, bool reads_operands);
  Insn load();

  const VtaConfig& config_;
  InsnMaker& maker_;
  RandomSource& random_;
  int64_t half_ = 0;  // that is worked on
};

}  // namespace vta::cosim
