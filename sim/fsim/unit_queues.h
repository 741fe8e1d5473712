// Program-order dispatch into the three command queues, and the four token counters.
//
// Knows nothing of what instructions do: it says which instruction may start next and, when none
// can, why.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>

#include "hw/isa/insn.h"

namespace vta {

enum TokenQueue : int {
  kLoadToCompute = 0,
  kComputeToLoad = 1,
  kComputeToStore = 2,
  kStoreToCompute = 3,
};

class UnitQueues {
 public:
  // Instructions [0, limit) of `insns` are dispatched; the span must outlive this object.
  UnitQueues(std::span<const Insn> insns, int64_t limit, int64_t depth);

  // The lowest-indexed head of a queue that has its tokens; takes it out and pops its tokens.
  std::optional<int64_t> start_next();
  void complete(int64_t index);  // pushes its tokens

  bool drained() const;  // nothing dispatched waits and nothing is left to dispatch
  int64_t lowest_waiting() const;
  const std::array<int64_t, 4>& tokens() const { return tokens_; }

  // For every unit, what it waits for; one line each, with disassembly.
  std::string describe() const;

 private:
  void dispatch();
  bool ready(const Insn& insn, Unit unit) const;
  std::string describe_unit(Unit unit) const;
  std::string describe_fetch() const;

  std::span<const Insn> insns_;
  int64_t limit_;
  int64_t depth_;
  int64_t next_ = 0;
  std::array<std::deque<int64_t>, 3> queues_;
  std::array<int64_t, 4> tokens_{};
};

}  // namespace vta
