// Random legal instructions with an effect: transfers of every shape, loop nests of every form.
#pragma once

#include <optional>

#include "sim/cosim/random_source.h"
#include "sim/cosim/test_program.h"

namespace vta::cosim {

// The places of a program's data.
struct DataRegions {
  DramWindow data;   // only read
  DramWindow store;  // read and written
};

// The remaining budget of a program, so that a thousand programs take seconds on every backend.
struct Budget {
  int64_t bytes = 0;  // moved
  int64_t pads = 0;   // elements
  int64_t steps = 0;  // GEMM and ALU
};

class InsnMaker {
 public:
  InsnMaker(const TestProgram& program, const DataRegions& regions, const Budget& budget,
            RandomSource& random);

  // A LOAD or STORE that writes at least one element.
  Insn transfer(MemoryType type);
  // One of `rows` times `count` elements from scratchpad element `first`; fewer where memory's
  // regions are small. It must fit the scratchpad.
  Insn transfer_of(MemoryType type, int64_t first, int64_t rows, int64_t count);
  // A GEMM or ALU instruction all of whose indices are in range, given the micro-ops in the
  // scratchpad; nothing where none was found.
  std::optional<Insn> gemm(const std::vector<Uop>& uops);
  std::optional<Insn> alu(const std::vector<Uop>& uops);
  // The same where the greatest index of one operand is that of the last element.
  std::optional<Insn> to_last_element(const std::vector<Uop>& uops);
  // A GEMM or ALU instruction that reaches past a scratchpad in some step; often by one element.
  Insn past_depth(const std::vector<Uop>& uops);

  const Budget& left() const { return left_; }
  void spend_steps(int64_t steps) { left_.steps -= steps; }

 private:
  struct UopRange {
    int64_t bgn, end;
    Uop max;  // of each index
  };
  struct IndexedOperand {
    MemoryType type;
    int64_t Uop::*index;
    int64_t Insn::*outer;
    int64_t Insn::*inner;
  };

  void shape(Insn& n, MemoryType type);
  void pads(Insn& n);
  void fit_scratchpad(Insn& n, int64_t depth);
  void place(Insn& n, MemoryType type);
  std::optional<UopRange> uop_range(const std::vector<Uop>& uops, const Uop& limits);
  void trips(Insn& n);
  void factors(const Insn& n, int64_t room, int64_t width, int64_t& outer, int64_t& inner);
  int64_t factor_past_depth(const Insn& n, const IndexedOperand& bad, const std::vector<Uop>& uops);
  std::optional<Insn> reaching(int64_t behind, const std::vector<Uop>& uops);
  std::optional<Insn> uop_past_depth(const std::vector<Uop>& uops);
  Insn any_steps(const std::vector<Uop>& uops);
  static std::vector<IndexedOperand> operands_of(const Insn& n);
  std::optional<Insn> steps(Insn n, const std::vector<Uop>& uops, const Uop& limits);

  const TestProgram& program_;
  const VtaConfig& config_;
  DataRegions regions_;
  Budget left_;
  RandomSource& random_;
  std::vector<std::pair<int64_t, int64_t>> loaded_uops_;  // [first, end)
};

}  // namespace vta::cosim
