// Classes of instruction sequences that fast kernels fuse: micro-ops whose rows meet, ALU
// operations put off until the STORE, rows that are reset and filled. They look at several
// instructions together.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "sim/cosim/hazards.h"

namespace vta::cosim {

// Whether a configuration's blocks are wide enough for kernels that do several positions at once.
bool has_wide_kernels(const VtaConfig& config);

std::vector<std::string> kernel_class_names(bool wide);

// Sees a launch's instructions in program order.
class KernelClasses {
 public:
  KernelClasses(const TestProgram& program, std::set<std::string>& names)
      : config_(program.config), wide_(has_wide_kernels(config_)), names_(names) {}

  // `uops`: the micro-op scratchpad before the instruction.
  void see(const Insn& insn, const std::vector<Uop>& uops);

 private:
  struct Rows {  // of the accumulator
    int64_t begin = 0, end = 0;
    bool empty() const { return begin >= end; }
    bool meets(const Rows& other) const { return begin < other.end && other.begin < end; }
    bool operator==(const Rows&) const = default;
  };

  static Rows run_of(const Insn& n, const std::vector<Uop>& uops);
  static Rows addends_of(const Insn& n, const std::vector<Uop>& uops);
  void alu(const Insn& n, const std::vector<Uop>& uops);
  void gemm(const Insn& n, const std::vector<Uop>& uops);
  void load(const Insn& n);
  void store(const Insn& n);
  bool positions_meet(const Insn& n, const std::vector<Uop>& uops) const;

  const VtaConfig& config_;
  bool wide_;
  std::set<std::string>& names_;
  Rows pending_, addends_;  // of operations that may have been put off
  int64_t chain_ = 0;
  Rows reset_;  // of the last GEMM, where it was a reset
};

}  // namespace vta::cosim
