// The readable semantics as an engine.
#pragma once

#include "sim/kernels/engine.h"

namespace vta {

class ReferenceEngine : public Engine {
 public:
  using Engine::Engine;
  std::string_view name() const override { return "reference"; }
  void load(const Insn& insn, const std::byte* dram_base) override {
    execute_load(insn, dram_base, state_);
  }
  void store(const Insn& insn, std::byte* dram_base) override {
    execute_store(insn, dram_base, state_);
  }
  void gemm(const Insn& insn, const LoopRange& range) override {
    execute_gemm(insn, range, state_);
  }
  void alu(const Insn& insn, const LoopRange& range) override { execute_alu(insn, range, state_); }
};

}  // namespace vta
