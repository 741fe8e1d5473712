#include "explore/trace/token_ledger.h"

#include <bit>
#include <limits>

#include "base/error.h"

namespace vta::explore {

void TokenLedger::add(const Execution& execution, const Insn& insn) {
  const QueueTag tag = queue_tag(insn);
  for (unsigned left = tag.pops; left != 0; left &= left - 1)
    pop(static_cast<TokenQueue>(std::countr_zero(left)), execution);
  for (unsigned left = tag.pushes; left != 0; left &= left - 1)
    counters_[static_cast<size_t>(std::countr_zero(left))].tokens.push_back(
        {execution.done, execution.finish, execution.index});
}

void TokenLedger::pop(TokenQueue queue, const Execution& execution) {
  Counter& counter = counters_[queue];
  count_before(queue, execution.start);
  // A push at this very edge and the pop change the counter together.
  while (counter.counted < std::ssize(counter.tokens) &&
         counter.tokens[static_cast<size_t>(counter.counted)].pushed == execution.start)
    ++counter.counted;
  VTA_CHECK(counter.counted > 0, "instruction {} popped no token", execution.index);
  const Token token = counter.tokens.front();
  counter.tokens.pop_front();
  --counter.counted;
  listener_.level({queue, execution.start, counter.counted});
  listener_.hop(
      {queue, token.insn, execution.index, token.finished, token.pushed, execution.start});
}

void TokenLedger::count_before(TokenQueue queue, int64_t edge) {
  Counter& counter = counters_[queue];
  for (; counter.counted < std::ssize(counter.tokens); ++counter.counted) {
    const Token& token = counter.tokens[static_cast<size_t>(counter.counted)];
    if (token.pushed >= edge)
      return;
    listener_.level({queue, token.pushed, counter.counted + 1});
  }
}

void TokenLedger::end() {
  for (int queue = 0; queue < 4; ++queue)
    count_before(static_cast<TokenQueue>(queue), std::numeric_limits<int64_t>::max());
  counters_ = {};
}

}  // namespace vta::explore
