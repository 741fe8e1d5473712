// A Verilated vta_axi with its memory, and a CPU at its registers.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "hw/isa/registers.h"
#include "tests/rtl/axi_host.h"
#include "tests/rtl/axi_memory.h"

namespace vta {

inline uint16_t offset_of(Register reg) {
  return static_cast<uint16_t>(register_table()[static_cast<size_t>(reg)].offset);
}
inline uint16_t offset_of(ShellRegister reg) {
  return static_cast<uint16_t>(shell_register_table()[static_cast<size_t>(reg)].offset);
}

template <typename Top>
class AxiBench {
 public:
  AxiBench(Top& top, DeviceMemory& memory, const AxiForm& form, const AxiPace& pace, uint64_t seed)
      : top_(top),
        memory_(top, memory, form, pace, seed),
        host_(
            top, [this] { tick(); }, seed ^ 0x5eed) {
    reset();
  }

  // The system's: shell and memory together.
  void reset() {
    memory_.forget();
    top_.aresetn = 0;
    for (int k = 0; k < 4; ++k)
      tick();
    top_.aresetn = 1;
    tick();
  }

  // The answer.
  int write_at(uint16_t offset, uint32_t value, uint8_t strobes = 0xf) {
    return host_.write_at(offset, value, strobes);
  }
  uint32_t read_at(uint16_t offset) { return host_.read_at(offset); }

  template <typename Id>
  void write(Id reg, uint32_t value, int answer = kOkay) {
    EXPECT_EQ(write_at(offset_of(reg), value), answer) << offset_of(reg) << " := " << value;
  }
  void write64(Register reg, uint64_t value) {
    write(reg, static_cast<uint32_t>(value));
    EXPECT_EQ(
        write_at(static_cast<uint16_t>(offset_of(reg) + 4), static_cast<uint32_t>(value >> 32)),
        kOkay);
  }
  template <typename Id>
  uint32_t read(Id reg) {
    return read_at(offset_of(reg));
  }
  template <typename Id>
  uint64_t read64(Id reg) {
    const uint64_t low = read(reg);
    return low | uint64_t{read_at(static_cast<uint16_t>(offset_of(reg) + 4))} << 32;
  }

  // One clock cycle. No output depends on an input of the cycle: what is shown before it is what is
  // taken at its edge.
  void tick() {
    top_.aclk = 0;
    memory_.drive();
    top_.eval();
    if (top_.aresetn)
      memory_.accept(cycles_);
    top_.aclk = 1;
    top_.eval();
    ++cycles_;
    interrupts_ += top_.irq && !irq_before_ ? 1 : 0;
    irq_before_ = top_.irq;
  }
  // Until the interrupt is raised; false where it is not within so many cycles.
  bool run(int64_t most_cycles) {
    for (int64_t k = 0; k < most_cycles && !top_.irq; ++k)
      tick();
    return top_.irq;
  }

  int64_t cycles() const { return cycles_; }
  int64_t interrupts() const { return interrupts_; }  // times that irq went up
  AxiMemory<Top>& memory() { return memory_; }

 private:
  Top& top_;
  AxiMemory<Top> memory_;
  AxiHost<Top> host_;
  int64_t cycles_ = 0, interrupts_ = 0;
  bool irq_before_ = false;
};

}  // namespace vta
