// Program-order dispatch into the three command queues, and the four token counters.
//
// Knows nothing of what instructions do: it says which instruction may start next and, when none
// can, why.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/isa/insn.h"

namespace vta {

enum TokenQueue : int {
  kLoadToCompute = 0,
  kComputeToLoad = 1,
  kComputeToStore = 2,
  kStoreToCompute = 3,
};

// What dispatch needs to know of an instruction: its unit and its token bits. Apart from the
// instructions, so that a run need not read them all for it.
struct QueueTag {
  uint8_t unit = 0;
  uint8_t pops = 0, pushes = 0;  // sets of TokenQueue
};
QueueTag queue_tag(const Insn& insn);

class UnitQueues {
 public:
  // Instructions [0, limit) are dispatched; `tags` are theirs. The spans must outlive this object.
  UnitQueues(std::span<const Insn> insns, std::span<const QueueTag> tags, int64_t limit,
             int64_t depth);

  // The lowest-indexed head of a queue that has its tokens; takes it out and pops its tokens.
  std::optional<int64_t> start_next();
  void complete(int64_t index);  // pushes its tokens

  bool drained() const;  // nothing dispatched waits and nothing is left to dispatch
  bool all_dispatched() const { return next_ == limit_; }
  int64_t next() const { return next_; }  // to be dispatched
  int64_t lowest_waiting() const;
  const std::array<int64_t, 4>& tokens() const { return tokens_; }

  // For every unit, what it waits for; one line each, with disassembly.
  std::string describe() const;

 private:
  // A queue of at most `depth` instructions.
  struct Ring {
    std::vector<int64_t> items;
    int64_t head = 0, size = 0;
    int64_t front() const { return items[static_cast<size_t>(head)]; }
  };

  void dispatch();
  std::string describe_unit(Unit unit) const;
  std::string describe_fetch() const;

  std::span<const Insn> insns_;
  std::span<const QueueTag> tags_;
  int64_t limit_;
  int64_t depth_;
  int64_t next_ = 0;
  std::array<Ring, 3> queues_;
  std::array<int64_t, 4> tokens_{};
  uint8_t present_ = 0;  // the counters that are not 0
};

}  // namespace vta
