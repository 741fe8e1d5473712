// Random legal instructions with an effect: transfers of every shape, loop nests of every form.
#pragma once

#include <optional>

#include "sim/cosim/random_source.h"
#include "sim/cosim/test_program.h"

namespace vta::cosim {

// Where a program's data lie.
struct DataRegions {
  DramWindow data;   // only read
  DramWindow store;  // read and written
};

// What a program may still cost, so that a thousand programs take seconds on every backend.
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
  // A GEMM or ALU instruction all of whose indices are in range, given the micro-ops in the
  // scratchpad; nothing where none was found.
  std::optional<Insn> gemm(const std::vector<Uop>& uops);
  std::optional<Insn> alu(const std::vector<Uop>& uops);
  // A GEMM or ALU instruction that reaches past a scratchpad in some step.
  Insn past_depth(const std::vector<Uop>& uops);

  const Budget& left() const { return left_; }

 private:
  struct UopRange {
    int64_t bgn, end;
    Uop max;  // of each index
  };
  struct Room {  // indices that the loop factors may add
    int64_t dst, src, wgt;
  };

  void shape(Insn& n, MemoryType type);
  void pads(Insn& n);
  void fit_scratchpad(Insn& n, int64_t depth);
  void place(Insn& n, MemoryType type);
  std::optional<UopRange> uop_range(const std::vector<Uop>& uops, const Uop& limits);
  void trips(Insn& n);
  void factors(const Insn& n, int64_t room, int64_t width, int64_t& outer, int64_t& inner);
  std::optional<Insn> steps(Insn n, const std::vector<Uop>& uops, const Uop& limits);

  const TestProgram& program_;
  const VtaConfig& config_;
  DataRegions regions_;
  Budget left_;
  RandomSource& random_;
  std::vector<std::pair<int64_t, int64_t>> loaded_uops_;  // [first, end)
};

}  // namespace vta::cosim
