// Several devices behind one: every launch runs on all of them, from the same memory, and is
// compared. So any user of a device (runtime, host operators) drives all backends equally.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/cosim/compare.h"
#include "sim/device.h"

namespace vta::cosim {

class MirrorDevice final : public Device {
 public:
  // Results of the launches so far; owned by the caller, because a runtime owns its device.
  struct Findings {
    int64_t launches = 0, insns = 0, cycles = 0;
    std::vector<std::string> differences;  // the first one ends the comparison
  };

  // The first device's memory and reports are what is seen from outside. All of one configuration
  // and memory size; `findings` must outlive this object.
  MirrorDevice(std::vector<std::unique_ptr<Device>> devices, Findings& findings);
  ~MirrorDevice() override;

  std::string_view backend() const override { return "cosim"; }
  const VtaConfig& config() const override { return first().config(); }
  DeviceMemory& memory() override { return devices_.front()->memory(); }
  const DeviceMemory& memory() const override { return first().memory(); }
  void write_register(Register reg, uint64_t value) override;
  uint64_t read_register(Register reg) const override { return first().read_register(reg); }
  bool advance(int64_t max_cycles) override;
  const RunReport& report() const override { return first().report(); }
  void set_kernels(std::vector<int64_t> first_insn) override;
  void set_trace_sink(TraceSink* sink) override { sink_ = sink; }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first_element,
                                         int64_t count) const override {
    return first().read_scratchpad(type, first_element, count);
  }

 private:
  class Trace;

  const Device& first() const { return *devices_.front(); }
  void launch();
  void compare();

  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<std::unique_ptr<Trace>> traces_;  // of the launch that runs
  std::vector<bool> done_;
  Findings& findings_;
  TraceSink* sink_ = nullptr;
};

}  // namespace vta::cosim
