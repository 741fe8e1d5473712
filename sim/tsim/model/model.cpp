// The host side of one Verilated core: the clock loop.
//
// Compiled together with the Verilated model, once per configuration (sim/tsim/README.md). Nothing
// here computes a value: it moves beats between the port and the DRAM image and counts.
#include <verilated.h>

#include <memory>
#include <vector>

#include "Vvta_core.h"
#include "Vvta_core___024root.h"
#include "model_abi.h"
#include "model_memory.h"
#include "model_probes.h"
#include "verilated_syms.h"

namespace vta::tsim {
namespace {

// Forgets that the clock is high, so that the next evaluation sees a rising edge: half the calls.
// Whether it could: the name is one of Verilator's version.
template <typename Root>
bool forget_high_clock(Root& root) {
  if constexpr (requires { root.__Vtrigrprev__TOP__clk; }) {
    root.__Vtrigrprev__TOP__clk = 0;
    return true;
  }
  return false;
}

class Instance {
 public:
  Instance(uint8_t* memory, int64_t memory_bytes, const Wave* wave) {
    const char* no_arguments[] = {"tsim"};
    context_.commandArgs(1, no_arguments);
    context_.randReset(0);
    context_.threads(1);
    context_.threads(1);
#if VM_TRACE
    if (wave != nullptr && wave->file != nullptr) {
      context_.traceEverOn(true);
      core_ = std::make_unique<Vvta_core>(&context_);
      wave_ = std::make_unique<WaveWindow>(context_, *core_, *wave);
    }
#else
    static_cast<void>(wave);
#endif
    if (core_ == nullptr)
      core_ = std::make_unique<Vvta_core>(&context_);
    memory_ = std::make_unique<Memory>(*core_, memory, memory_bytes);
    reset();
    find_rams();
  }
  ~Instance() {
    Verilated::threadContextp(&context_);  // scopes leave this thread's context, not their own
    core_->final();
  }

  void write_register(uint32_t offset, uint32_t value) {
    core_->reg_we = 1;
    core_->reg_addr = offset;
    core_->reg_wdata = value;
    tick();
    core_->reg_we = 0;
    core_->eval();
  }

  uint32_t read_register(uint32_t offset) {
    core_->reg_raddr = offset;
    core_->eval();
    const uint32_t value = core_->reg_rdata;
    core_->reg_raddr = 0;
    core_->eval();
    return value;
  }

  void launch(const Launch& launch, uint32_t control_offset) {
    memory_->launch(launch);
    probes_.launch(launch);
    cycle_ = 0;
    ++launches_;
    write_register(control_offset, 1);
  }

  const Progress& run(int64_t max_cycles, bool stop_at_retire) {
    std::vector<Retire>& retires = probes_.retires();
    retires.clear();
    for (int64_t left = max_cycles; left > 0 && core_->running; --left) {
      const size_t before = retires.size();
      ++cycle_;
      probes_.observe(*core_, cycle_);
      memory_->after_edge(cycle_ - 1);
#if VM_TRACE
      if (wave_ != nullptr)
        wave_->begin_cycle(probes_, retires, before, launches_ - 1, total_cycles_);
#endif
      tick();
      if (memory_->misuse() != kNoMisuse || (stop_at_retire && retires.size() != before))
        break;
    }
    probes_.flush();
    return report();
  }

  const std::vector<Ram>& rams() const {
    return rams_;
  }

 private:
  void tick() {
    // Nothing happens at a falling edge, but traces show it, and assertions see the pins as they
    // were in the evaluation before.
    if (VTA_ASSERTIONS || traced() || !forget_high_clock(*core_->rootp)) {
      core_->clk = 0;
      core_->eval();
      dump(2 * total_cycles_);
    }
    core_->clk = 1;
    core_->eval();
    dump(2 * total_cycles_ + 1);
    ++total_cycles_;
  }

  bool traced() const {
#if VM_TRACE
    return wave_ != nullptr;
#else
    return false;
#endif
  }

  void dump(int64_t half_cycle) {
#if VM_TRACE
    if (wave_ != nullptr)
      wave_->dump(half_cycle);
#else
    static_cast<void>(half_cycle);
#endif
  }

  void reset() {
    core_->clk = 0;
    core_->rst = 1;
    memory_->launch({});
    core_->eval();
    for (int k = 0; k < 4; ++k)
      tick();
    core_->rst = 0;
    core_->eval();
    total_cycles_ = 0;
  }

  // Every unpacked array that the build made readable (readable.vlt).
  void find_rams() {
    const VerilatedScopeNameMap* scopes = context_.scopeNameMap();
    if (scopes == nullptr)
      return;
    for (const auto& [name, scope] : *scopes) {
      const VerilatedVarNameMap* vars = scope->varsp();
      if (vars == nullptr)
        continue;
      for (const auto& [var_name, var] : *vars)
        if (var.udims() == 1)
          rams_.push_back({scope->name(), var_name, var.datap(),
                           static_cast<int64_t>(var.entSize()), var.packed().elements(),
                           var.unpacked().elements()});
    }
  }

  const Progress& report() {
    progress_.cycle = cycle_;
    progress_.running = core_->running ? 1 : 0;
    progress_.misuse = memory_->misuse();
    progress_.retires = probes_.retires().data();
    progress_.num_retires = static_cast<int64_t>(probes_.retires().size());
    progress_.bus_beats = memory_->beats();
    progress_.unit_cycles = probes_.counts();
    return progress_;
  }

  VerilatedContext context_;
  std::unique_ptr<Vvta_core> core_;
  std::unique_ptr<Memory> memory_;
  Probes probes_;
  std::vector<Ram> rams_;
  Progress progress_{};
  int64_t cycle_ = 0, total_cycles_ = 0, launches_ = 0;
#if VM_TRACE
  std::unique_ptr<WaveWindow> wave_;
#endif
};

Instance& of(void* instance) {
  return *static_cast<Instance*>(instance);
}

}  // namespace
}  // namespace vta::tsim

extern "C" __attribute__((visibility("default"))) const vta::tsim::Api* vta_tsim_api() {
  using namespace vta::tsim;
  static const Api api = {
      kAbiVersion,
      [](uint8_t* memory, int64_t bytes, const Wave* wave) -> void* {
        return new Instance(memory, bytes, wave);
      },
      [](void* i) { delete &of(i); },
      [](void* i, uint32_t offset, uint32_t value) { of(i).write_register(offset, value); },
      [](void* i, uint32_t offset) { return of(i).read_register(offset); },
      [](void* i, const Launch* launch, uint32_t control) { of(i).launch(*launch, control); },
      [](void* i, int64_t cycles, int32_t stop) { return &of(i).run(cycles, stop != 0); },
      [](void* i, const Ram** first) {
        *first = of(i).rams().data();
        return static_cast<int64_t>(of(i).rams().size());
      },
  };
  return &api;
}
