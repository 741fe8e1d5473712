// fsim with made-up cycles, for tests of what is done with a Timing.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sim/device.h"

namespace vta::test {

class FakeTimedDevice final : public Device {
 public:
  // The n-th launch reports timings[n].
  FakeTimedDevice(std::unique_ptr<Device> inner, std::vector<Timing> timings)
      : inner_(std::move(inner)), timings_(std::move(timings)) {}

  std::string_view backend() const override { return "fake"; }
  const VtaConfig& config() const override { return inner_->config(); }
  DeviceMemory& memory() override { return inner_->memory(); }
  const DeviceMemory& memory() const override { return std::as_const(*inner_).memory(); }
  void write_register(Register reg, uint64_t value) override { inner_->write_register(reg, value); }
  uint64_t read_register(Register reg) const override { return inner_->read_register(reg); }
  bool advance(int64_t max_cycles) override {
    if (!inner_->advance(max_cycles))
      return false;
    report_ = inner_->report();
    report_.timing = timings_.at(launch_++);
    report_.cycles = report_.timing->cycles;
    return true;
  }
  const RunReport& report() const override { return report_; }
  void set_kernels(std::vector<int64_t> first_insn) override {
    inner_->set_kernels(std::move(first_insn));
  }
  void set_trace_sink(TraceSink* sink) override { inner_->set_trace_sink(sink); }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override {
    return inner_->read_scratchpad(type, first, count);
  }

 private:
  std::unique_ptr<Device> inner_;
  std::vector<Timing> timings_;
  size_t launch_ = 0;
  RunReport report_;
};

}  // namespace vta::test
