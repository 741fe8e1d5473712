// Small random programs for timed devices: every unit, odd addresses, short queues, errors.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/insn.h"

namespace vta::test {

// Where a program's data lie: micro-ops, inputs and outputs apart, so that no STORE changes what
// decides about time.
inline constexpr int64_t kRegionBytes = int64_t{1} << 18;

struct RandomStream {
  std::vector<Insn> insns;
  std::vector<Uop> uops;  // at element 0 of UOP's base
  uint64_t uop_base = 0, inp_base = 0, wgt_base = 0, acc_base = 0, out_base = 0;
  uint64_t address = 0;  // of the instructions, in bytes from the stream's region
  std::vector<int64_t> kernels;
};

struct RandomMemory {
  int64_t read_latency = 0, write_latency = 0, gap = 0, max_outstanding = 1, burst_beats = 1;
};

class StreamMaker {
 public:
  StreamMaker(const VtaConfig& config, uint64_t seed) : config_(config), random_(seed) {}

  RandomStream stream();
  RandomMemory memory();

 private:
  int64_t below(int64_t bound);  // 0 .. bound - 1
  bool one_in(int64_t n) { return below(n) == 0; }
  int64_t small(int64_t bound);  // mostly far below the bound
  Insn any();
  Insn load();
  Insn store();
  Insn loops(Opcode op);
  void set_tokens(Insn& insn);
  void to_upper_half(Uop& uop) const;
  void late_error(std::vector<Insn>& insns);
  void spoil(std::vector<Insn>& insns);
  uint64_t base(int64_t region, MemoryType type);

  VtaConfig config_;
  std::mt19937_64 random_;
  bool wild_tokens_ = false, wild_indices_ = false, tiny_ = false;
  bool two_halves_ = false;  // of ACC are used; else mostly the lower one
  int64_t tokens_[4] = {};
};

// A legal variation of a named configuration: bus, queue depth, ports, extensions.
VtaConfig random_config(uint64_t seed);

}  // namespace vta::test
