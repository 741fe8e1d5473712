// A Verilated core of the default configuration with the contract's memory (memory/README.md), or
// one that stalls at random; small, so that tests of the core do not need a whole backend.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <vector>

#include "VCore.h"
#include "hw/isa/registers.h"

namespace vta {

class CoreBench {
 public:
  struct Memory {
    int64_t read_latency = 0, write_latency = 0, gap = 0, max_outstanding = 16, burst_beats = 16;
    uint64_t stall_seed = 0;    // not 0: gaps between read beats, write beats stalled, late answers
    int64_t refused_beat = -1;  // the read beat, counted from 0, that is refused
    int64_t refused_write = -1;  // the write burst, likewise
  };
  // Edges by instruction index.
  struct Outcome {
    bool ended = false;
    int64_t cycles = 0;
    uint64_t status = 0, error = 0, error_insn = 0, tokens_left = 0;
    std::map<int64_t, int64_t> dispatched, retired;
    std::array<std::array<int64_t, 8>, 4> states{};  // [unit][unit_state_e]: cycles
  };

  CoreBench();

  std::vector<uint8_t>& bytes() { return bytes_; }
  void put_insns(int64_t address, const std::vector<uint64_t>& words);
  // Whether all of its words were taken; stops at the first that is refused.
  bool write_register(Register reg, uint64_t value);
  uint64_t read_register(Register reg);

  // Launches `count` instructions at byte address `address`; gives up after `limit` cycles.
  Outcome run(int64_t address, int64_t count, const Memory& memory, int64_t limit = 100000);

 private:
  struct Burst {
    uint64_t address;
    int64_t beats;
    int64_t edge;  // read: at which the next beat is sampled; write: at which it is complete
    int64_t moved = 0;
    std::vector<uint8_t> data;  // of a read, once it is sampled
  };

  bool write_word(int64_t offset, uint32_t value);  // false: it was refused
  void edge();
  void take_write_beat();
  void take_request(const Memory& memory);
  void drive(const Memory& memory);
  void observe(Outcome& run);

  VCore core_;
  std::vector<uint8_t> bytes_ = std::vector<uint8_t>(1 << 16);
  std::deque<Burst> reads_, writes_;
  std::mt19937_64 random_;
  int64_t cycle_ = 0;
  int64_t read_beats_ = 0, write_bursts_ = 0;
};

}  // namespace vta
