// Sequences that fast kernels fuse, as compilers emit them: over one run of accumulator rows a
// reset, a GEMM that fills them, the ALU operations of a layer's end, the STORE. Here and there
// something comes in between that meets the rows or what is added to them, or a part is left out.
#pragma once

#include "sim/cosim/insn_maker.h"

namespace vta::cosim {

class LayerMaker {
 public:
  // All must outlive this object; what is made is taken from the maker's budget.
  LayerMaker(const VtaConfig& config, InsnMaker& maker, RandomSource& random)
      : config_(config), maker_(maker), random_(random) {}

  // Legal instructions with the micro-ops in the scratchpad. They load none, so they may be
  // emitted one after the other. At most about 20.
  std::vector<Insn> layer(const std::vector<Uop>& uops);

 private:
  // Rows [first, first + outer * inner), by one micro-op; `pitch` rows from one trip of the outer
  // loop to the next, now and then one less than a trip has.
  struct Run {
    int64_t uop = 0, first = 0, outer = 1, inner = 1, pitch = 1;
    int64_t rows() const { return outer * inner; }
  };

  bool choose_run(const std::vector<Uop>& uops);
  Insn over_rows(Opcode op) const;
  void add(const Insn& insn);
  void reset();
  void lose_rows(Insn& n);
  void sweep(Insn& n, int64_t weights_left);
  void reduce(Insn& n, int64_t inputs_left, int64_t weights_left);
  void fill(const std::vector<Uop>& uops);
  void operations(const std::vector<Uop>& uops);
  void add_rows(const Uop& uop);
  void immediate(AluOp op);
  void disturb(const std::vector<Uop>& uops);
  void load_near(int64_t first);
  void store();
  void store_piece(int64_t first, int64_t count);

  const VtaConfig& config_;
  InsnMaker& maker_;
  RandomSource& random_;
  Run run_;
  std::vector<Insn> made_;
};

}  // namespace vta::cosim
