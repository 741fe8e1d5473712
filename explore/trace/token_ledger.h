// The instruction that pushed each popped token, and the level of each counter over time.
//
// Pushes and pops of a counter are each in order, so the k-th pop takes the k-th push. Executions
// arrive when they end, but pops happen when they start: a push is counted once the next pop, or
// the end of the run, shows that no pop came before it. Only the tokens in the counters are kept.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>

#include "sim/launch/unit_queues.h"
#include "sim/trace_sink.h"

namespace vta::explore {

inline constexpr std::array<std::string_view, 4> kTokenQueueNames = {
    "load->compute", "compute->load", "compute->store", "store->compute"};

class TokenLedger {
 public:
  struct Hop {  // a token's way
    TokenQueue queue = kLoadToCompute;
    int64_t from_insn = 0, to_insn = 0;
    int64_t finished = 0, pushed = 0, popped = 0;  // edges; that of the last effect, the push's
  };
  struct Level {  // `tokens` from edge `edge` on
    TokenQueue queue = kLoadToCompute;
    int64_t edge = 0, tokens = 0;
  };
  // Levels of one counter arrive in the order of edges, one per edge.
  struct Listener {
    std::function<void(const Hop&)> hop;
    std::function<void(const Level&)> level;
  };
  explicit TokenLedger(Listener listener) : listener_(std::move(listener)) {}

  // In the order of `done`.
  void add(const Execution& execution, const Insn& insn);
  // Ends the run: counts the remaining pushes and starts again.
  void end();

 private:
  struct Token {
    int64_t pushed, finished, insn;
  };
  struct Counter {
    std::deque<Token> tokens;
    int64_t counted = 0;  // of them
  };
  void pop(TokenQueue queue, const Execution& execution);
  void count_before(TokenQueue queue, int64_t edge);

  Listener listener_;
  std::array<Counter, 4> counters_;
};

}  // namespace vta::explore
