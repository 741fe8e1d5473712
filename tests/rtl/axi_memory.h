// An AXI memory at the master port of a Verilated vta_axi: random delays, refusals and hangs on
// every channel. It checks the rules that the port must keep: what is valid stays until it is
// taken, bursts of whole bus words inside 4 KiB, the last beat of each where its address says.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "sim/device_memory.h"

namespace vta {

// Sets of channels.
enum AxiChannel : unsigned { kAr = 1, kR = 2, kAw = 4, kW = 8, kB = 16, kAllChannels = 31 };

// How often each channel is ready or valid, out of 100.
struct AxiPace {
  int arready = 50, rvalid = 50, awready = 50, wready = 50, bvalid = 50;
  // Beats of reads, and writes, that are answered with SLVERR or DECERR. What is refused is not
  // written.
  int refused_reads = 0, refused_writes = 0;
  // Bursts, counted from 0 in the order of their addresses on the channel, that are refused; reads
  // below `data_from` (the instructions) are not counted.
  int64_t refused_read = -1, refused_write = -1;
  uint64_t data_from = 0;
  // Answers to bursts of unequal IDs come in any order, beats of reads mixed.
  bool mixed = false;
};

// An answer that was no OKAY.
struct AxiRefusal {
  bool write;
  uint64_t address;  // of the burst
  int64_t cycle;     // in which it was taken
};

struct AxiForm {
  int bus_bytes = 8;
  int most_beats = 256;  // 16 in AXI3
};

template <typename Top>
class AxiMemory {
 public:
  AxiMemory(Top& top, DeviceMemory& memory, const AxiForm& form, const AxiPace& pace, uint64_t seed)
      : top_(top), memory_(memory), form_(form), pace_(pace), random_(seed) {}

  // Before an edge: what the memory shows. Behind it: what was taken at the edge.
  void drive();
  void accept(int64_t cycle);

  // From now on nothing moves on these channels, or everything does again.
  void hang(unsigned channels) { hung_ = channels; }
  void set_pace(const AxiPace& pace) { pace_ = pace; }

  // All that was asked has been answered, and no beat came without a burst.
  bool idle() const {
    return reads_.empty() && writes_.empty() && beats_.empty() && answers_.empty();
  }
  int64_t in_flight() const {
    return std::ssize(reads_) + std::ssize(writes_) + std::ssize(answers_);
  }
  int64_t moved() const { return moved_; }  // handshakes so far
  const std::vector<AxiRefusal>& refusals() const { return refusals_; }
  // Before a system reset: the memory forgets what it was asked.
  void forget() {
    reads_.clear(), writes_.clear(), beats_.clear(), answers_.clear();
    shown_read_.reset(), shown_write_.reset(), shown_beat_.reset();
  }

 private:
  struct Burst {
    uint64_t address = 0;
    int id = 0, beats = 0, done = 0;
    bool refused = false;
    bool operator==(const Burst&) const = default;
  };
  struct Beat {
    std::array<uint8_t, 64> data{};
    uint64_t strobes = 0;
    bool last = false;
    bool operator==(const Beat&) const = default;
  };

  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  bool open(AxiChannel channel, int percent) { return (hung_ & channel) == 0 && chance(percent); }
  // Of the bursts that wait for an answer: the first, or the first one of some ID.
  size_t next_of(const std::deque<Burst>& bursts) {
    if (!pace_.mixed)
      return 0;
    const int id = bursts[random_() % bursts.size()].id;
    size_t first = 0;
    while (bursts[first].id != id)
      ++first;
    return first;
  }
  int refusal() { return chance(50) ? 2 : 3; }  // SLVERR, DECERR
  uint64_t word_of(const Burst& burst) const {
    return burst.address +
           static_cast<uint64_t>(burst.done) * static_cast<uint64_t>(form_.bus_bytes);
  }

  Burst read_address() const;
  Burst write_address() const;
  Beat write_beat() const;
  void check(const Burst& burst) const;
  void accept_read_beat(int64_t cycle);
  void accept_answer(int64_t cycle);
  void apply_beats();

  // What is shown and not taken must be shown again.
  template <typename Shown>
  void check_stays(std::optional<Shown>& shown, bool valid, bool ready, const Shown& now,
                   const char* channel) {
    if (shown) {
      EXPECT_TRUE(valid) << channel << " is withdrawn";
      EXPECT_TRUE(now == *shown) << channel << " changes before it is taken";
    }
    shown = valid && !ready ? std::optional(now) : std::nullopt;
    moved_ += valid && ready ? 1 : 0;
  }

  Top& top_;
  DeviceMemory& memory_;
  AxiForm form_;
  AxiPace pace_;
  std::mt19937_64 random_;
  unsigned hung_ = 0;
  std::deque<Burst> reads_, writes_;
  std::deque<Beat> beats_;              // data may come before its address
  std::deque<Burst> answers_;           // due on B
  size_t reading_ = 0, answering_ = 0;  // places of those that are shown
  std::optional<Burst> shown_read_, shown_write_;
  std::optional<Beat> shown_beat_;
  std::vector<AxiRefusal> refusals_;
  int64_t data_reads_ = 0, write_bursts_ = 0, moved_ = 0;
};

template <typename Top>
void AxiMemory<Top>::drive() {
  top_.m_axi_arready = open(kAr, pace_.arready);
  top_.m_axi_awready = open(kAw, pace_.awready);
  top_.m_axi_wready = open(kW, pace_.wready);
  top_.m_axi_rvalid = !reads_.empty() && open(kR, pace_.rvalid);
  if (top_.m_axi_rvalid) {
    reading_ = next_of(reads_);
    const Burst& burst = reads_[reading_];
    const auto bytes = memory_.at(word_of(burst), form_.bus_bytes);
    std::memcpy(&top_.m_axi_rdata, bytes.data(), bytes.size());
    top_.m_axi_rid = static_cast<uint8_t>(burst.id);
    top_.m_axi_rlast = burst.done + 1 == burst.beats;
    const bool refused = burst.refused || chance(pace_.refused_reads);
    top_.m_axi_rresp = static_cast<uint8_t>(refused ? refusal() : 0);
  }
  top_.m_axi_bvalid = !answers_.empty() && open(kB, pace_.bvalid);
  if (top_.m_axi_bvalid) {
    answering_ = next_of(answers_);
    const Burst& burst = answers_[answering_];
    top_.m_axi_bid = static_cast<uint8_t>(burst.id);
    top_.m_axi_bresp = static_cast<uint8_t>(burst.refused ? refusal() : 0);
  }
}

template <typename Top>
void AxiMemory<Top>::accept(int64_t cycle) {
  if (top_.m_axi_rvalid && top_.m_axi_rready)
    accept_read_beat(cycle);
  if (top_.m_axi_bvalid && top_.m_axi_bready)
    accept_answer(cycle);
  check_stays(shown_read_, top_.m_axi_arvalid, top_.m_axi_arready, read_address(), "AR");
  check_stays(shown_write_, top_.m_axi_awvalid, top_.m_axi_awready, write_address(), "AW");
  check_stays(shown_beat_, top_.m_axi_wvalid, top_.m_axi_wready, write_beat(), "W");
  if (top_.m_axi_arvalid && top_.m_axi_arready) {
    Burst burst = read_address();
    check(burst);
    burst.refused = burst.address >= pace_.data_from && data_reads_++ == pace_.refused_read;
    reads_.push_back(burst);
  }
  if (top_.m_axi_awvalid && top_.m_axi_awready) {
    Burst burst = write_address();
    check(burst);
    burst.refused = write_bursts_++ == pace_.refused_write || chance(pace_.refused_writes);
    writes_.push_back(burst);
  }
  if (top_.m_axi_wvalid && top_.m_axi_wready)
    beats_.push_back(write_beat());
  apply_beats();
}

template <typename Top>
typename AxiMemory<Top>::Burst AxiMemory<Top>::read_address() const {
  if (top_.m_axi_arvalid) {
    EXPECT_EQ(1 << top_.m_axi_arsize, form_.bus_bytes);
    EXPECT_EQ(top_.m_axi_arburst, 1);
    EXPECT_EQ(top_.m_axi_arcache, 2);
    EXPECT_EQ(top_.m_axi_arlock | top_.m_axi_arprot | top_.m_axi_arqos, 0);
  }
  return {.address = top_.m_axi_araddr, .id = top_.m_axi_arid, .beats = top_.m_axi_arlen + 1};
}

template <typename Top>
typename AxiMemory<Top>::Burst AxiMemory<Top>::write_address() const {
  if (top_.m_axi_awvalid) {
    EXPECT_EQ(1 << top_.m_axi_awsize, form_.bus_bytes);
    EXPECT_EQ(top_.m_axi_awburst, 1);
    EXPECT_EQ(top_.m_axi_awcache, 2);
    EXPECT_EQ(top_.m_axi_awlock | top_.m_axi_awprot | top_.m_axi_awqos, 0);
  }
  return {.address = top_.m_axi_awaddr, .id = top_.m_axi_awid, .beats = top_.m_axi_awlen + 1};
}

template <typename Top>
typename AxiMemory<Top>::Beat AxiMemory<Top>::write_beat() const {
  Beat beat;
  std::memcpy(beat.data.data(), &top_.m_axi_wdata, static_cast<size_t>(form_.bus_bytes));
  std::memcpy(&beat.strobes, &top_.m_axi_wstrb, static_cast<size_t>((form_.bus_bytes + 7) / 8));
  beat.last = top_.m_axi_wlast;
  EXPECT_EQ(top_.m_axi_wid, 0);
  return beat;
}

template <typename Top>
void AxiMemory<Top>::check(const Burst& burst) const {
  const auto bus = static_cast<uint64_t>(form_.bus_bytes);
  const uint64_t end = burst.address + static_cast<uint64_t>(burst.beats) * bus;
  EXPECT_EQ(burst.address % bus, 0u);
  EXPECT_EQ(burst.address / 4096, (end - 1) / 4096) << "a burst crosses 4 KiB";
  EXPECT_LE(burst.beats, form_.most_beats);
}

template <typename Top>
void AxiMemory<Top>::accept_read_beat(int64_t cycle) {
  ++moved_;
  Burst& burst = reads_[reading_];
  if (top_.m_axi_rresp != 0)
    refusals_.push_back({false, burst.address, cycle});
  if (++burst.done == burst.beats)
    reads_.erase(reads_.begin() + static_cast<std::ptrdiff_t>(reading_));
}

template <typename Top>
void AxiMemory<Top>::accept_answer(int64_t cycle) {
  ++moved_;
  if (top_.m_axi_bresp != 0)
    refusals_.push_back({true, answers_[answering_].address, cycle});
  answers_.erase(answers_.begin() + static_cast<std::ptrdiff_t>(answering_));
}

template <typename Top>
void AxiMemory<Top>::apply_beats() {
  while (!beats_.empty() && !writes_.empty()) {
    Burst& burst = writes_.front();
    const Beat beat = beats_.front();
    beats_.pop_front();
    const auto bytes = memory_.at(word_of(burst), form_.bus_bytes);
    for (int k = 0; k < form_.bus_bytes; ++k)
      if ((beat.strobes >> k & 1) != 0 && !burst.refused)
        bytes[static_cast<size_t>(k)] = static_cast<std::byte>(beat.data[static_cast<size_t>(k)]);
    ++burst.done;
    EXPECT_EQ(beat.last, burst.done == burst.beats) << "WLAST at beat " << burst.done;
    if (burst.done == burst.beats) {
      answers_.push_back(burst);
      writes_.pop_front();
    }
  }
}

}  // namespace vta
