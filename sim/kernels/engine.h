// Executes instructions on a machine state: the readable reference or one of the fast
// implementations.
//
// All engines leave the same scratchpads and the same DRAM, bit for bit.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/semantics/execute.h"

namespace vta {

class Engine {
 public:
  explicit Engine(const VtaConfig& config) : state_(config) {}
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  virtual std::string_view name() const = 0;
  const MachineState& state() const {
    // No engine is a constant; to its user nothing changes.
    const_cast<Engine*>(this)->settle();
    return state_;
  }
  // Without the engine's postponed work: micro-ops and sizes are as in state(), the rest need not
  // be.
  const MachineState& unsettled_state() const { return state_; }

  // Contracts as in sim/semantics/execute.h.
  virtual void load(const Insn& insn, const std::byte* dram_base) = 0;
  virtual void store(const Insn& insn, std::byte* dram_base) = 0;
  virtual void gemm(const Insn& insn, const LoopRange& range) = 0;
  // A LOAD that will probably come soon: its bytes may be fetched into the caches meanwhile.
  virtual void expect_load(const Insn&, const std::byte*) {}
  virtual void alu(const Insn& insn, const LoopRange& range) = 0;

 protected:
  // Brings state_ up to date.
  virtual void settle() {}

  MachineState state_;
};

// Every name that make_engine knows, fastest first, "auto" before and "reference" last.
std::vector<std::string> engine_names();
// Whether this CPU and this build can run it; a known name only.
bool engine_available(std::string_view name);
// "auto" is the first that is available. UsageError: an unknown name (the known ones are listed),
// or one that needs what this CPU lacks (said which).
std::unique_ptr<Engine> make_engine(std::string_view name, const VtaConfig& config);

}  // namespace vta
