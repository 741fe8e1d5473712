#include "stream_order.h"

#include <array>
#include <deque>

namespace vta::testing {
namespace {

// Counters: 0 load->compute, 1 compute->load, 2 compute->store, 3 store->compute.
std::vector<int> pushes(const Insn& i) {
  std::vector<int> result;
  switch (unit_of(i)) {
    case Unit::Load:
      if (i.push_next)
        result.push_back(0);
      break;
    case Unit::Compute:
      if (i.push_prev)
        result.push_back(1);
      if (i.push_next)
        result.push_back(2);
      break;
    case Unit::Store:
      if (i.push_prev)
        result.push_back(3);
      break;
  }
  return result;
}

std::vector<int> pops(const Insn& i) {
  std::vector<int> result;
  switch (unit_of(i)) {
    case Unit::Load:
      if (i.pop_next)
        result.push_back(1);
      break;
    case Unit::Compute:
      if (i.pop_prev)
        result.push_back(0);
      if (i.pop_next)
        result.push_back(3);
      break;
    case Unit::Store:
      if (i.pop_prev)
        result.push_back(2);
      break;
  }
  return result;
}

using Edges = std::vector<std::pair<int64_t, int64_t>>;

Edges token_pairs(const std::vector<Insn>& insns, std::vector<int64_t>& balance) {
  std::array<std::vector<int64_t>, 4> pushers, poppers;
  for (size_t i = 0; i < insns.size(); ++i) {
    for (const int c : pushes(insns[i]))
      pushers[static_cast<size_t>(c)].push_back(static_cast<int64_t>(i));
    for (const int c : pops(insns[i]))
      poppers[static_cast<size_t>(c)].push_back(static_cast<int64_t>(i));
  }
  Edges pairs;
  balance.assign(4, 0);
  for (size_t c = 0; c < 4; ++c) {
    balance[c] = std::ssize(pushers[c]) - std::ssize(poppers[c]);
    for (size_t k = 0; k < std::min(pushers[c].size(), poppers[c].size()); ++k)
      pairs.emplace_back(pushers[c][k], poppers[c][k]);
  }
  return pairs;
}

Edges unit_edges(const std::vector<Insn>& insns) {
  Edges edges;
  std::array<int64_t, 3> last{-1, -1, -1};
  for (size_t i = 0; i < insns.size(); ++i) {
    int64_t& previous = last[static_cast<size_t>(unit_of(insns[i]))];
    if (previous >= 0)
      edges.emplace_back(previous, static_cast<int64_t>(i));
    previous = static_cast<int64_t>(i);
  }
  return edges;
}

// Every edge points forward in a stream made in program order, so one pass closes the relation.
std::vector<std::vector<bool>> closure(size_t count, const Edges& edges) {
  std::vector<std::vector<int64_t>> into(count);
  for (const auto& [a, b] : edges)
    into[static_cast<size_t>(b)].push_back(a);
  std::vector<std::vector<bool>> before(count, std::vector<bool>(count));
  for (size_t b = 0; b < count; ++b)
    for (const int64_t a : into[b]) {
      before[b][static_cast<size_t>(a)] = true;
      for (size_t x = 0; x < b; ++x)
        if (before[static_cast<size_t>(a)][x])
          before[b][x] = true;
    }
  return before;
}

}  // namespace

HappensBefore::HappensBefore(const std::vector<Insn>& insns) {
  pairs_ = token_pairs(insns, balance_);
  Edges edges = unit_edges(insns);
  edges.insert(edges.end(), pairs_.begin(), pairs_.end());
  before_ = closure(insns.size(), edges);
}

std::vector<std::pair<int64_t, int64_t>> redundant_pairs(const std::vector<Insn>& insns) {
  std::vector<int64_t> balance;
  const Edges pairs = token_pairs(insns, balance);
  Edges redundant;
  for (size_t skip = 0; skip < pairs.size(); ++skip) {
    Edges edges = unit_edges(insns);
    for (size_t k = 0; k < pairs.size(); ++k)
      if (k != skip)
        edges.push_back(pairs[k]);
    const auto before = closure(insns.size(), edges);
    if (before[static_cast<size_t>(pairs[skip].second)][static_cast<size_t>(pairs[skip].first)])
      redundant.push_back(pairs[skip]);
  }
  return redundant;
}

std::vector<Span> run_randomly(const std::vector<Insn>& insns, int64_t queue_depth,
                               std::mt19937_64& random) {
  std::vector<Span> spans(insns.size());
  std::array<std::deque<int64_t>, 3> queues;
  std::array<int64_t, 3> running{-1, -1, -1}, done_at{};
  std::array<int64_t, 4> tokens{};
  size_t next = 0, completed = 0;
  for (int64_t now = 0; completed < insns.size(); ++now) {
    bool active = false;
    for (size_t u = 0; u < 3; ++u) {
      if (running[u] < 0)
        continue;
      active = true;
      if (now < done_at[u])
        continue;
      spans[static_cast<size_t>(running[u])].end = now;
      for (const int c : pushes(insns[static_cast<size_t>(running[u])]))
        ++tokens[static_cast<size_t>(c)];
      running[u] = -1;
      ++completed;
    }
    while (next < insns.size()) {
      auto& queue = queues[static_cast<size_t>(unit_of(insns[next]))];
      if (std::ssize(queue) >= queue_depth)
        break;
      queue.push_back(static_cast<int64_t>(next++));
      active = true;
    }
    for (size_t u = 0; u < 3; ++u) {
      if (running[u] >= 0 || queues[u].empty())
        continue;
      const int64_t index = queues[u].front();
      const auto wanted = pops(insns[static_cast<size_t>(index)]);
      bool ready = true;
      for (const int c : wanted)
        ready &= tokens[static_cast<size_t>(c)] > 0;
      if (!ready)
        continue;
      for (const int c : wanted)
        --tokens[static_cast<size_t>(c)];
      queues[u].pop_front();
      running[u] = index;
      done_at[u] = now + 1 + static_cast<int64_t>(random() % 20);
      spans[static_cast<size_t>(index)].start = now;
      active = true;
    }
    if (!active)
      return {};
  }
  return spans;
}

int64_t count_nops(const std::vector<Insn>& insns) {
  int64_t count = 0;
  for (const Insn& i : insns)
    count += is_nop(i);
  return count;
}

int64_t count_tokens(const std::vector<Insn>& insns) {
  int64_t count = 0;
  for (const Insn& i : insns)
    count += std::ssize(pushes(i));
  return count;
}

}  // namespace vta::testing
