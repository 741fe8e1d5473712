// An AXI4 memory and an AXI4-Lite master for a Verilated vta_axi, with random delays on every
// channel; it checks the rules that a burst must keep.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <random>

#include "sim/device_memory.h"

namespace vta {

// How often each channel is ready or valid, out of 100.
struct AxiPace {
  int arready = 50, rvalid = 50, awready = 50, wready = 50, bvalid = 50;
  // Beats of reads, and writes, that are answered with SLVERR. What is refused is not written.
  int refused_reads = 0, refused_writes = 0;
  // Bursts, counted from 0 in the order of their addresses on the channel, that are answered with
  // SLVERR; reads below `data_from` (the instructions) are not counted.
  int64_t refused_read = -1, refused_write = -1;
  uint64_t data_from = 0;
};

template <typename Top>
class AxiBench {
 public:
  AxiBench(Top& top, DeviceMemory& memory, int bus_bytes, const AxiPace& pace, uint64_t seed)
      : top_(top), memory_(memory), bus_(bus_bytes), pace_(pace), random_(seed) {
    top_.aresetn = 0;
    for (int k = 0; k < 4; ++k)
      tick();
    top_.aresetn = 1;
    tick();
  }

  void write_register(uint16_t offset, uint32_t value, int answer = 0) {
    top_.s_axi_awvalid = top_.s_axi_wvalid = 1;
    top_.s_axi_awaddr = offset;
    top_.s_axi_wdata = value;
    top_.s_axi_wstrb = 0xf;
    top_.s_axi_bready = 1;
    wait_for([&] { return top_.s_axi_awready && top_.s_axi_wready; });
    top_.s_axi_awvalid = top_.s_axi_wvalid = 0;
    wait_for([&] { return top_.s_axi_bvalid; });
    EXPECT_EQ(top_.s_axi_bresp, answer);
  }
  void write_register64(uint16_t offset, uint64_t value) {
    write_register(offset, static_cast<uint32_t>(value));
    write_register(static_cast<uint16_t>(offset + 4), static_cast<uint32_t>(value >> 32));
  }
  uint32_t read_register(uint16_t offset) {
    top_.s_axi_arvalid = 1;
    top_.s_axi_araddr = offset;
    top_.s_axi_rready = 0;
    wait_for([&] { return top_.s_axi_arready; });
    top_.s_axi_arvalid = 0;
    wait_for([&] { return top_.s_axi_rvalid; }, false);
    const uint32_t value = top_.s_axi_rdata;
    top_.s_axi_rready = 1;
    tick();
    return value;
  }

  // One clock cycle: inputs, settle, what was shaken hands on, edge.
  void tick() {
    top_.aclk = 0;
    drive();
    top_.eval();
    accept();
    top_.aclk = 1;
    top_.eval();
    ++cycles_;
  }
  int64_t cycles() const { return cycles_; }

 private:
  struct Burst {
    uint64_t address;
    int beats, done = 0;
    bool refused = false;
  };

  // Until `condition` holds in a settled cycle; that cycle's edge is passed where `through`.
  template <typename Condition>
  void wait_for(Condition condition, bool through = true) {
    for (int k = 0; k < 1000; ++k) {
      top_.aclk = 0;
      top_.eval();
      const bool met = condition();
      if (!met || through)
        tick();
      if (met)
        return;
    }
    FAIL() << "no answer on AXI4-Lite within 1000 cycles";
  }

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

  void drive() {
    top_.m_axi_arready = chance(pace_.arready);
    top_.m_axi_awready = chance(pace_.awready);
    top_.m_axi_wready = chance(pace_.wready);
    top_.m_axi_rvalid = !reads_.empty() && chance(pace_.rvalid);
    if (top_.m_axi_rvalid) {
      const Burst& burst = reads_.front();
      const auto bytes = memory_.at(burst.address + static_cast<uint64_t>(burst.done * bus_), bus_);
      std::memcpy(&top_.m_axi_rdata, bytes.data(), static_cast<size_t>(bus_));
      top_.m_axi_rlast = burst.done + 1 == burst.beats;
      top_.m_axi_rresp = burst.refused || chance(pace_.refused_reads) ? 2 : 0;
    }
    top_.m_axi_bvalid = !answers_.empty() && chance(pace_.bvalid);
    top_.m_axi_bresp = top_.m_axi_bvalid && answers_.front() ? 2 : 0;
  }

  void accept() {
    if (!top_.aresetn)
      return;
    if (top_.m_axi_rvalid && top_.m_axi_rready && ++reads_.front().done == reads_.front().beats)
      reads_.pop_front();
    if (top_.m_axi_bvalid && top_.m_axi_bready)
      answers_.pop_front();
    if (top_.m_axi_arvalid && top_.m_axi_arready)
      reads_.push_back(checked_read());
    if (top_.m_axi_awvalid && top_.m_axi_awready)
      writes_.push_back(checked_write());
    if (top_.m_axi_wvalid && top_.m_axi_wready)
      keep_beat();
    apply_beats();
  }

  Burst checked_read() {
    Burst burst = checked(top_.m_axi_araddr, top_.m_axi_arlen);
    burst.refused = burst.address >= pace_.data_from && data_reads_++ == pace_.refused_read;
    return burst;
  }
  Burst checked_write() {
    Burst burst = checked(top_.m_axi_awaddr, top_.m_axi_awlen);
    burst.refused = write_bursts_++ == pace_.refused_write || chance(pace_.refused_writes);
    return burst;
  }
  Burst checked(uint64_t address, int length) const {
    const auto bytes = static_cast<uint64_t>(length + 1) * static_cast<uint64_t>(bus_);
    EXPECT_EQ(address % static_cast<uint64_t>(bus_), 0u);
    EXPECT_EQ(address / 4096, (address + bytes - 1) / 4096) << "a burst crosses 4 KiB";
    return {address, length + 1, 0, false};
  }

  // Data may come before its address.
  struct Beat {
    std::array<uint8_t, 64> data;
    uint64_t strobes;
    bool last;
  };
  void keep_beat() {
    Beat beat{};
    std::memcpy(beat.data.data(), &top_.m_axi_wdata, static_cast<size_t>(bus_));
    std::memcpy(&beat.strobes, &top_.m_axi_wstrb, static_cast<size_t>((bus_ + 7) / 8));
    beat.last = top_.m_axi_wlast;
    beats_.push_back(beat);
  }
  void apply_beats() {
    while (!beats_.empty() && !writes_.empty()) {
      Burst& burst = writes_.front();
      const Beat beat = beats_.front();
      beats_.pop_front();
      const auto bytes = memory_.at(burst.address + static_cast<uint64_t>(burst.done * bus_), bus_);
      for (int k = 0; k < bus_; ++k) {
        if ((beat.strobes >> k & 1) && !burst.refused)
          bytes[static_cast<size_t>(k)] = static_cast<std::byte>(beat.data[static_cast<size_t>(k)]);
      }
      ++burst.done;
      EXPECT_EQ(beat.last, burst.done == burst.beats);
      if (burst.done == burst.beats) {
        answers_.push_back(burst.refused);
        writes_.pop_front();
      }
    }
  }

  Top& top_;
  DeviceMemory& memory_;
  int bus_;
  AxiPace pace_;
  std::mt19937_64 random_;
  std::deque<Burst> reads_, writes_;
  std::deque<Beat> beats_;
  std::deque<bool> answers_;  // due: whether SLVERR
  int64_t data_reads_ = 0, write_bursts_ = 0;
  int64_t cycles_ = 0;
};

}  // namespace vta
