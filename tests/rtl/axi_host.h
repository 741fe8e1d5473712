// A CPU at the AXI4-Lite port of a shell that takes its time: addresses and data of a write come in
// any order, answers wait. It checks AXI4-Lite's rules beside.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>

namespace vta {

inline constexpr int kOkay = 0, kSlverr = 2;

// Pins: the port's signals by their names, s_axi_awvalid and so on.
template <typename Pins>
class AxiHost {
 public:
  // `tick`: a clock cycle.
  AxiHost(Pins& pins, std::function<void()> tick, uint64_t seed)
      : top_(pins), tick_(std::move(tick)), random_(seed) {}

  // The answer.
  int write_at(uint16_t offset, uint32_t value, uint8_t strobes = 0xf);
  uint32_t read_at(uint16_t offset);

 private:
  static constexpr int kPatience = 1000;

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

  Pins& top_;
  std::function<void()> tick_;
  std::mt19937_64 random_;
};

template <typename Pins>
int AxiHost<Pins>::write_at(uint16_t offset, uint32_t value, uint8_t strobes) {
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
    tick_();
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
    tick_();
    if (taken) {
      top_.s_axi_bready = 0;
      return answer;
    }
  }
  ADD_FAILURE() << "no answer on AXI4-Lite to a write of " << offset;
  return -1;
}

template <typename Pins>
uint32_t AxiHost<Pins>::read_at(uint16_t offset) {
  top_.s_axi_araddr = offset;
  top_.s_axi_arprot = static_cast<uint8_t>(random_() & 7);
  bool address = true;
  for (int k = 0; k < kPatience && address; ++k) {
    if (chance(70))
      top_.s_axi_arvalid = 1;
    const bool taken = top_.s_axi_arvalid && top_.s_axi_arready;
    tick_();
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
    tick_();
    if (taken) {
      top_.s_axi_rready = 0;
      return value;
    }
  }
  ADD_FAILURE() << "no answer on AXI4-Lite to a read of " << offset;
  return 0;
}

}  // namespace vta
