// A command queue whose caller orders the units itself: explicit dependency pushes and pops, merged
// into the instructions around them. VTA's C runtime interface is a shim over it.
//
// For streams whose dependencies should be found automatically see stream_builder.h.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "hw/isa/insn.h"
#include "runtime/uop_cache.h"

namespace vta {

// A recorded GEMM or ALU kernel: up to two loops around micro-ops.
struct UopKernel {
  Insn insn;  // GEMM or ALU without its micro-op range and token bits
  std::vector<Uop> uops;
};

// Records the calls that describe a kernel. InputError for a third loop, a micro-op that differs in
// kind from the first one, loops that are not closed or that open behind a micro-op.
class UopRecorder {
 public:
  enum class Mode : uint32_t { Gemm = 0, Alu = 1 };
  struct Step {
    Mode mode = Mode::Gemm;
    bool reset = false;
    Uop uop;  // of an ALU dst and src
    AluOp alu = AluOp::Min;
    bool use_imm = false;
    int64_t imm = 0;
  };
  void loop_begin(int64_t extent, int64_t dst, int64_t src, int64_t wgt);
  void loop_end();
  void push(const Step& step);
  UopKernel finish(Mode mode);

 private:
  UopKernel kernel_;
  int open_loops_ = 0, loops_ = 0;
  std::optional<Mode> mode_;
};

class CommandQueue {
 public:
  explicit CommandQueue(Driver& driver);

  struct Transfer {  // LOAD or STORE between a scratchpad and DRAM; see hw/isa/insn.h for the
                     // fields
    Insn insn;
    uint64_t dram_addr = 0;  // physical; dram_base of `insn` counts elements from here
  };
  void transfer(const Transfer& transfer);  // DeviceError: address not a multiple of the element
  void run_kernel(const UopKernel& kernel);

  // A kernel recorded by `record` at the first call for (site, signature) and kept.
  using Record = std::function<void(UopRecorder&)>;
  const UopKernel& kernel(uint64_t site, const std::string& signature, UopRecorder::Mode mode,
                          const Record& record);

  // The next instruction of `to` waits for a token of `from`; the last one of `from` gives one.
  // DeviceError unless the units are neighbours.
  void dep_pop(Unit from, Unit to);
  void dep_push(Unit from, Unit to);

  // Ends the stream with FINISH, runs it and starts a new one. DeviceError when pushes and pops do
  // not balance, and for every error of the run; the stream is dropped then too.
  RunReport synchronize(int64_t max_cycles);

  const std::vector<Insn>& insns() const { return insns_; }  // of the stream being built
  const UopCache& uops() const { return uops_; }
  int64_t num_nops() const { return num_nops_; }
  int64_t num_recorded() const;

 private:
  struct UnitState {
    bool pop_prev = false, pop_next = false;  // for the next instruction
    int64_t last = -1;                        // index of the last instruction
    bool pending() const { return pop_prev || pop_next; }
  };
  UnitState& state(Unit unit) { return units_[static_cast<size_t>(unit)]; }

  void emit(Insn insn);
  void emit_nop(Unit unit);
  void check_balance() const;
  RunReport launch(int64_t max_cycles);
  void clear();

  Driver& driver_;
  std::vector<Insn> insns_;
  std::array<UnitState, 3> units_;
  std::array<int64_t, 9> balance_{};  // [from * 3 + to]
  UopCache uops_;
  int64_t num_nops_ = 0;
  std::map<std::pair<uint64_t, std::string>, UopKernel> kernels_;
};

}  // namespace vta
