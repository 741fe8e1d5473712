// A core on a DRAM by itself, without SystemC, as a device.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/csim/direct_bytes.h"
#include "sim/csim/machine.h"
#include "sim/device.h"
#include "sim/dram/dram_memory.h"

namespace vta::test {

class CoreOnDram final : public Device, private csim::MemoryPort {
 public:
  // A configuration with a DRAM.
  CoreOnDram(const VtaConfig& config, int64_t memory_bytes)
      : config_(config),
        memory_(memory_bytes),
        engine_(make_engine("portable", config)),
        bytes_(*engine_, memory_),
        machine_(config, *engine_, bytes_, *this, {memory_bytes}),
        dram_(*make_dram_memory({&config, 1})) {
    memory_.expect_sparse_use();
  }

  std::string_view backend() const override { return "core"; }
  const VtaConfig& config() const override { return config_; }
  DeviceMemory& memory() override { return memory_; }
  const DeviceMemory& memory() const override { return memory_; }
  void write_register(Register reg, uint64_t value) override {
    if (reg == Register::Control)
      dram_.launch();
    machine_.write_register_at(offset_of(reg), value);
  }
  uint64_t read_register(Register reg) const override {
    return machine_.read_register_at(offset_of(reg));
  }
  bool advance(int64_t cycles) override { return machine_.run_until(machine_.now() + cycles); }
  const RunReport& report() const override { return machine_.report(); }
  void set_kernels(std::vector<int64_t> first) override { machine_.set_kernels(std::move(first)); }
  void set_trace_sink(TraceSink* sink) override { machine_.set_trace_sink(sink); }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override {
    return engine_->state().read(type, first, count);
  }

 private:
  static int64_t offset_of(Register reg) {
    return register_table()[static_cast<size_t>(reg)].offset;
  }
  int64_t transfer(const csim::Granted& granted) override {
    const csim::Burst& burst = granted.request.burst;
    dram_.grant({granted.edge, burst.address, burst.beats, granted.write()});
    return kUnanswered;
  }
  bool is_alone() const override { return true; }
  std::optional<Answer> answer_before(int64_t edge) override {
    const auto answer = dram_.answer_before(edge);
    return answer ? std::optional(Answer{answer->write, answer->latency}) : std::nullopt;
  }
  DramStatistics statistics(int64_t edge) override { return dram_.finish(edge); }

  VtaConfig config_;
  DeviceMemory memory_;
  std::unique_ptr<Engine> engine_;
  csim::DirectBytes bytes_;
  csim::Machine machine_;
  DramMemory dram_;
};

}  // namespace vta::test
