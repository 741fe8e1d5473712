// The instructions that a unit knows to be complete when it starts its next one, as tokens carry
// this knowledge.
//
// Units are in order, so a count of completed instructions says which they are. A counter's tokens
// are anonymous, and one unit pushes and one pops: its k-th pop takes its k-th push, whatever the
// timing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "hw/isa/insn.h"

namespace vta {

// Per unit: how many of its instructions are complete.
using TokenClock = std::array<int32_t, 3>;

class TokenClocks {
 public:
  const TokenClock& known(Unit unit) const { return known_[index(unit)]; }
  int32_t count(Unit unit) const { return known_[index(unit)][index(unit)]; }
  int64_t waiting(Unit from, Unit to) const { return std::ssize(queue(from, to)); }
  // Pops needed from `from` until `to` knows `position` instructions of it; 0: not with the tokens
  // that are there.
  int64_t pops_until(Unit from, Unit to, int32_t position) const {
    const auto& tokens = queue(from, to);
    for (size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i][index(from)] >= position)
        return static_cast<int64_t>(i) + 1;
    return 0;
  }

  void pop(Unit from, Unit to) {
    auto& tokens = queue(from, to);
    if (tokens.empty())
      return;
    TokenClock& known = known_[index(to)];
    for (size_t u = 0; u < 3; ++u)
      known[u] = std::max(known[u], tokens.front()[u]);
    tokens.pop_front();
  }
  void push(Unit from, Unit to) { queue(from, to).push_back(known(from)); }
  void complete(Unit unit) { ++known_[index(unit)][index(unit)]; }

  // An instruction from its pops to its pushes. A pop of a token that is not there is left out.
  void run(const Insn& insn) {
    const Unit unit = unit_of(insn);
    const auto neighbour = [&](int step) {
      return static_cast<Unit>(static_cast<int>(unit) + step);
    };
    if (insn.pop_prev != 0)
      pop(neighbour(-1), unit);
    if (insn.pop_next != 0)
      pop(neighbour(1), unit);
    complete(unit);
    if (insn.push_prev != 0)
      push(unit, neighbour(-1));
    if (insn.push_next != 0)
      push(unit, neighbour(1));
  }

 private:
  static size_t index(Unit unit) { return static_cast<size_t>(unit); }
  std::deque<TokenClock>& queue(Unit from, Unit to) { return queues_[index(from)][index(to)]; }
  const std::deque<TokenClock>& queue(Unit from, Unit to) const {
    return queues_[index(from)][index(to)];
  }

  std::array<TokenClock, 3> known_{};
  std::array<std::array<std::deque<TokenClock>, 3>, 3> queues_;
};

}  // namespace vta
