// Conditions that delay the start of compute's instructions with ACC_OVERLAP 1, beside tokens and
// the window: hw/rtl/compute/overlap.md. Asked in the order of the queue.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "config/vta_config.h"
#include "hw/isa/insn.h"
#include "sim/semantics/uop_entry.h"

namespace vta::csim {

class Overlap {
 public:
  explicit Overlap(const VtaConfig& config);
  void launch();

  // The edge after which the queue's head, which was dispatched at `dispatched`, may start: it has
  // been looked at, its pipe is free, nothing in the other one conflicts. kNever while that is not
  // known. `uops`: as LOADs left them that have finished.
  int64_t clear_edge(const Insn& head, int64_t dispatched, std::span<const UopEntry> uops);
  void started(const Insn& insn, int64_t start);  // the head
  void finished(const Insn& insn, int64_t edge);

 private:
  struct Range {  // [bgn, end) of a scratchpad
    int64_t bgn = 0, end = 0;
    bool meets(const Range& other) const { return bgn < other.end && other.bgn < end; }
    bool operator==(const Range&) const = default;
  };
  // Resources of an instruction during its execution.
  struct Claim {
    unsigned halves = 0;  // a bit each
    Range read_uops, written_uops;
    // Micro-ops that it reads are no question: it has been looked at since their LOAD.
    bool waits_for(const Claim& older) const {
      return (halves & older.halves) != 0 || written_uops.meets(older.read_uops);
    }
  };
  // The last instruction of a pipe.
  struct Last {
    int64_t finish = 0;
    Claim claim;
  };
  // Least and greatest index of the micro-ops that were scanned.
  struct Extremes {
    int64_t low = 0, high = 0;
  };

  bool look(const Insn& head, int64_t dispatched, std::span<const UopEntry> uops);
  int64_t scan(const Insn& head, std::span<const UopEntry> uops);
  Claim claim_of(const Insn& insn) const;
  unsigned halves_of(int64_t low, int64_t high) const;

  int64_t depth_;  // of ACC
  std::array<Last, 2> last_;
  int64_t last_start_ = 0;
  int64_t uops_loaded_ = 0;  // finish of the last LOAD UOP
  Range scanned_;            // empty: none
  Extremes dst_, src_;
  // Of the head, once it is known.
  int64_t looked_ = 0;
  std::optional<Claim> claim_;
};

}  // namespace vta::csim
