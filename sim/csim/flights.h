// Bursts in flight: granted and not complete (hw/rtl/memory/README.md, "Grant" and "Data"). A burst
// is in flight through the edge of its completion.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "base/ring.h"

namespace vta::csim {

inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// From a grant to the last beat, beside the memory's latency and the beats: KR - 1 and KW.
inline constexpr int64_t kPortCycles = 2;

class Flights {
 public:
  void launch(int64_t most);

  // The first edge, not before `edge`, at which one more may be granted; kNever while the answer
  // that makes room is not there.
  int64_t room_at(int64_t edge) const { return may_be_full() ? room_when_full(edge) : edge; }

  // A burst is granted at `edge`, where there is room; answered() says when it completes.
  void granted(int64_t edge) {
    if (may_be_full())
      forget_completed(edge);
    ++unanswered_;
  }
  // The oldest one of its kind that is not answered completes at `completion`, and later than the
  // one before by `spacing` at least. Returns the edge.
  int64_t answered(bool write, int64_t completion, int64_t spacing) {
    --unanswered_;
    Kind& kind = kinds_[write];
    kind.last = std::max(completion, kind.last + spacing);
    kind.completions.push(kind.last);
    return kind.last;
  }
  // Both, of a burst whose completion is known when it is granted and is in order by itself.
  void add(bool write, int64_t edge, int64_t completion) {
    if (may_be_full())
      forget_completed(edge);
    push(write, completion);
  }
  // `count` bursts with completions up to `last`, `period` apart: no more than there is room for.
  void add_equal(bool write, int64_t count, int64_t period, int64_t last) {
    for (int64_t before = count - 1; before >= 0; --before)
      push(write, last - before * period);
  }
  // Whether there is room for `more` beside what is in flight when one is granted at `edge`.
  bool has_room(int64_t more, int64_t edge) {
    if (known() + more < most_)
      return true;
    forget_completed(edge);
    return known() + more < most_;
  }

 private:
  // Bursts that read, or bursts that write: each kind completes in the order of its grants.
  struct Kind {
    Ring<int64_t> completions;  // of those in flight that are answered
    int64_t last = 0;           // completion
  };

  // Some of them may be complete.
  int64_t known() const {
    return static_cast<int64_t>(kinds_[0].completions.size() + kinds_[1].completions.size()) +
           unanswered_;
  }
  bool may_be_full() const { return known() >= most_; }
  void push(bool write, int64_t completion) {
    kinds_[write].last = completion;
    kinds_[write].completions.push(completion);
  }
  int64_t room_when_full(int64_t edge) const;
  void forget_completed(int64_t edge);

  int64_t most_ = 1;
  std::array<Kind, 2> kinds_;  // reads, writes
  int64_t unanswered_ = 0;
};

}  // namespace vta::csim
