// A Verilated vta_axi with its memory, and a CPU at its registers that takes its time: addresses
// and data of a write come in any order, answers wait. It checks AXI4-Lite's rules beside.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "hw/isa/registers.h"
#include "tests/rtl/axi_memory.h"

namespace vta {

inline constexpr int kOkay = 0, kSlverr = 2;

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
      : top_(top), memory_(top, memory, form, pace, seed), random_(seed ^ 0x5eed) {
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
  int write_at(uint16_t offset, uint32_t value, uint8_t strobes = 0xf);
  uint32_t read_at(uint16_t offset);

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
  static constexpr int kPatience = 1000;

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

  Top& top_;
  AxiMemory<Top> memory_;
  std::mt19937_64 random_;
  int64_t cycles_ = 0, interrupts_ = 0;
  bool irq_before_ = false;
};

template <typename Top>
int AxiBench<Top>::write_at(uint16_t offset, uint32_t value, uint8_t strobes) {
  top_.s_axi_awaddr = offset;
  top_.s_axi_awprot = static_cast<uint8_t>(random_() & 7);
  top_.s_axi_wdata = value;
  top_.s_axi_wstrb = strobes;
  bool address = true, data = true;  // still to be taken
  for (int k = 0; k < kPatience && (address || data); ++k) {
    if (address && chance(70))
      top_.s_axi_awvalid = 1;
    if (data && chance(70))
      top_.s_axi_wvalid = 1;
    const bool takes_address = top_.s_axi_awvalid && top_.s_axi_awready;
    const bool takes_data = top_.s_axi_wvalid && top_.s_axi_wready;
    EXPECT_FALSE(top_.s_axi_bvalid) << "an answer before the write is there";
    tick();
    if (takes_address)
      address = false, top_.s_axi_awvalid = 0;
    if (takes_data)
      data = false, top_.s_axi_wvalid = 0;
  }
  int answer = -1;
  for (int k = 0; k < kPatience; ++k) {
    top_.s_axi_bready = chance(70);
    const bool valid = top_.s_axi_bvalid;
    EXPECT_TRUE(answer < 0 || (valid && top_.s_axi_bresp == answer)) << "B changes";
    if (valid)
      answer = top_.s_axi_bresp;
    const bool taken = valid && top_.s_axi_bready;
    tick();
    if (taken) {
      top_.s_axi_bready = 0;
      return answer;
    }
  }
  ADD_FAILURE() << "no answer on AXI4-Lite to a write of " << offset;
  return -1;
}

template <typename Top>
uint32_t AxiBench<Top>::read_at(uint16_t offset) {
  top_.s_axi_araddr = offset;
  top_.s_axi_arprot = static_cast<uint8_t>(random_() & 7);
  bool address = true;
  for (int k = 0; k < kPatience && address; ++k) {
    if (chance(70))
      top_.s_axi_arvalid = 1;
    const bool taken = top_.s_axi_arvalid && top_.s_axi_arready;
    tick();
    if (taken)
      address = false, top_.s_axi_arvalid = 0;
  }
  bool shown = false;
  uint32_t value = 0;
  for (int k = 0; k < kPatience; ++k) {
    top_.s_axi_rready = chance(70);
    const bool valid = top_.s_axi_rvalid;
    EXPECT_TRUE(!shown || (valid && top_.s_axi_rdata == value)) << "R changes";
    shown = valid;
    value = top_.s_axi_rdata;
    const bool taken = valid && top_.s_axi_rready;
    if (taken) {
      EXPECT_EQ(top_.s_axi_rresp, kOkay);
    }
    tick();
    if (taken) {
      top_.s_axi_rready = 0;
      return value;
    }
  }
  ADD_FAILURE() << "no answer on AXI4-Lite to a read of " << offset;
  return 0;
}

}  // namespace vta
