// What the token bits of a stream promise, worked out from the bits alone: tests compare this with
// the accesses that the builder was told of.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "hw/isa/insn.h"

namespace vta::testing {

// Reachability over program order inside a unit and over token pairs (k-th push, k-th pop).
class HappensBefore {
 public:
  explicit HappensBefore(const std::vector<Insn>& insns);
  // Instruction a has completed before b starts, whatever the timing.
  bool ordered(int64_t a, int64_t b) const { return before_[b][static_cast<size_t>(a)]; }
  // Pushes minus pops of the four counters, as in RunReport::tokens_left.
  const std::vector<int64_t>& balance() const { return balance_; }
  // Token pairs (push, pop) as instruction indices.
  const std::vector<std::pair<int64_t, int64_t>>& pairs() const { return pairs_; }

 private:
  std::vector<std::vector<bool>> before_;
  std::vector<int64_t> balance_;
  std::vector<std::pair<int64_t, int64_t>> pairs_;
};

// Pairs without which everything that `insns` orders is still ordered.
std::vector<std::pair<int64_t, int64_t>> redundant_pairs(const std::vector<Insn>& insns);

// Runs the queues and tokens with random latencies. Start and end times per instruction; empty when
// the stream deadlocks.
struct Span {
  int64_t start = -1, end = -1;
};
std::vector<Span> run_randomly(const std::vector<Insn>& insns, int64_t queue_depth,
                               std::mt19937_64& random);

int64_t count_nops(const std::vector<Insn>& insns);
int64_t count_tokens(const std::vector<Insn>& insns);  // push bits

}  // namespace vta::testing
