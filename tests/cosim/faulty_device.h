// The functional simulator with invented time, and one thing about it wrong: a stand-in for a
// backend with a bug.
#pragma once

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "sim/device.h"
#include "sim/factory/device_factory.h"
#include "sim/refused_window.h"

namespace vta::testing {

enum class Fault {
  None,
  LateCompletion,
  LostCompletion,
  TwiceCompleted,
  LongerRun,
  WrongError,
  WrongErrorInsn,
  LostToken,
  Counter,
  KernelCounter,
  InsnCount,
  UnitState,
  KernelState,
  StatesSum,
  Register,
  StatusRegister,
  DramByte,
  ScratchpadByte,
  Throws,
  NeverEnds,
  Aborts,
};

class FaultyDevice final : public Device, public RefusingDevice, private TraceSink {
 public:
  using IsFaulty = std::function<bool(const Insn&)>;

  // The fault shows in runs that complete an instruction which `is_faulty` names.
  FaultyDevice(std::string name, const VtaConfig& config, int64_t bytes, Fault fault,
               IsFaulty is_faulty)
      : name_(std::move(name)),
        inner_(make_device("fsim", config, {.kernels = "reference", .memory_bytes = bytes})),
        fault_(fault),
        is_faulty_(std::move(is_faulty)) {
    inner_->set_trace_sink(this);
  }

  std::string_view backend() const override { return name_; }
  const VtaConfig& config() const override { return inner_->config(); }
  DeviceMemory& memory() override { return inner_->memory(); }
  const DeviceMemory& memory() const override { return std::as_const(*inner_).memory(); }
  void write_register(Register reg, uint64_t value) override {
    if (reg == Register::Control) {
      clock_ = 0;
      faulty_ = false;
    }
    inner_->write_register(reg, value);
  }
  uint64_t read_register(Register reg) const override {
    const uint64_t value = inner_->read_register(reg);
    if (reg == Register::Cycles)
      return static_cast<uint64_t>(*report_.cycles);
    if (reg == Register::Status && shows(Fault::StatusRegister))
      return value ^ 4;
    return value + (reg == Register::GemmCounter && shows(Fault::Register) ? 1 : 0);
  }
  bool advance(int64_t max_cycles) override {
    if (!inner_->advance(max_cycles))
      return false;
    if (shows(Fault::Throws))
      throw DeviceError("a fault of its own");
    if (shows(Fault::Aborts))
      std::abort();
    make_report();
    return !shows(Fault::NeverEnds);
  }
  const RunReport& report() const override { return report_; }
  void set_kernels(std::vector<int64_t> first_insn) override {
    kernels_ = first_insn.size();
    inner_->set_kernels(std::move(first_insn));
  }
  void set_trace_sink(TraceSink* sink) override { sink_ = sink; }
  void refuse(const RefusedWindow& window) override {
    dynamic_cast<RefusingDevice&>(*inner_).refuse(window);
  }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override {
    auto bytes = inner_->read_scratchpad(type, first, count);
    if (type == MemoryType::Inp && shows(Fault::ScratchpadByte))
      bytes[17] ^= std::byte{1};
    return bytes;
  }

 private:
  bool shows(Fault fault) const { return faulty_ && fault == fault_; }

  void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t) override {
    faulty_ = faulty_ || is_faulty_(insn);
    clock_ += 10;
    if (is_faulty_(insn) && fault_ == Fault::DramByte) {
      const uint64_t addr =
          inner_->read_register(Register::OutBase) +
          static_cast<uint64_t>(insn.dram_base * config().element_bytes(MemoryType::Out));
      memory().at(addr, 1)[0] ^= std::byte{1};
    }
    if (sink_ == nullptr || (is_faulty_(insn) && fault_ == Fault::LostCompletion))
      return;
    const bool late = is_faulty_(insn) && fault_ == Fault::LateCompletion;
    sink_->on_retire(unit, index, insn, clock_ + (late ? 1 : 0));
    if (is_faulty_(insn) && fault_ == Fault::TwiceCompleted)
      sink_->on_retire(unit, index, insn, clock_);
  }

  void make_report() {
    report_ = inner_->report();
    RunReport& r = report_;
    if (shows(Fault::WrongError))
      r.error = r.error == IsaError::None ? IsaError::Deadlock : IsaError::None;
    if (shows(Fault::WrongErrorInsn))
      ++r.error_insn;
    if (shows(Fault::LostToken))
      ++r.tokens_left[2];
    if (shows(Fault::Counter))
      ++r.counters.alu_counter;
    if (shows(Fault::KernelCounter) && !r.kernels.empty())
      ++r.kernels.back().inp_load_nbytes;
    if (shows(Fault::InsnCount))
      ++r.counters.insn_count[1];
    r.cycles = clock_ + 1 + (shows(Fault::LongerRun) ? 1 : 0);
    make_timing();
  }

  void make_timing() {
    Timing& t = report_.timing.emplace();
    t.cycles = *report_.cycles;
    t.kernels.resize(kernels_);
    for (auto& unit : t.units)
      unit[0] = t.cycles;
    if (shows(Fault::UnitState)) {
      --t.units[1][0];
      ++t.units[1][4];
    }
    if (shows(Fault::StatesSum))
      ++t.units[3][5];
    if (shows(Fault::KernelState) && kernels_ > 0)
      ++t.kernels.front().units[2][3];
  }

  std::string name_;
  std::unique_ptr<Device> inner_;
  Fault fault_;
  IsFaulty is_faulty_;
  TraceSink* sink_ = nullptr;
  RunReport report_;
  size_t kernels_ = 0;
  int64_t clock_ = 0;
  bool faulty_ = false;
};

}  // namespace vta::testing
