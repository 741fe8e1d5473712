#include "sim/fsim/unit_queues.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/isa/disassembler.h"

namespace vta {
namespace {

// Which counters a unit's two neighbours are; -1 where it has none.
struct UnitTokens {
  const char* name;
  int pop_prev, pop_next, push_prev, push_next;
};

constexpr std::array<UnitTokens, 3> kUnits = {{
    {"load", -1, kComputeToLoad, -1, kLoadToCompute},
    {"compute", kLoadToCompute, kStoreToCompute, kComputeToLoad, kComputeToStore},
    {"store", kComputeToStore, -1, kStoreToCompute, -1},
}};

constexpr std::array<const char*, 4> kTokenNames = {"load->compute", "compute->load",
                                                    "compute->store", "store->compute"};

const UnitTokens& tokens_of(Unit unit) {
  return kUnits[static_cast<size_t>(unit)];
}

}  // namespace

UnitQueues::UnitQueues(std::span<const Insn> insns, int64_t limit, int64_t depth)
    : insns_(insns), limit_(limit), depth_(depth) {
  dispatch();
}

void UnitQueues::dispatch() {
  for (; next_ < limit_; ++next_) {
    auto& queue = queues_[static_cast<size_t>(unit_of(insns_[static_cast<size_t>(next_)]))];
    if (static_cast<int64_t>(queue.size()) >= depth_)
      return;
    queue.push_back(next_);
  }
}

bool UnitQueues::ready(const Insn& insn, Unit unit) const {
  const UnitTokens& t = tokens_of(unit);
  const auto has = [&](int64_t wanted, int counter) {
    return wanted == 0 || tokens_[static_cast<size_t>(counter)] > 0;
  };
  return has(insn.pop_prev, t.pop_prev) && has(insn.pop_next, t.pop_next);
}

std::optional<int64_t> UnitQueues::start_next() {
  int64_t best = limit_;
  for (size_t u = 0; u < queues_.size(); ++u) {
    if (queues_[u].empty() || queues_[u].front() >= best)
      continue;
    if (ready(insns_[static_cast<size_t>(queues_[u].front())], static_cast<Unit>(u)))
      best = queues_[u].front();
  }
  if (best == limit_)
    return std::nullopt;
  const Insn& insn = insns_[static_cast<size_t>(best)];
  const Unit unit = unit_of(insn);
  if (insn.pop_prev != 0)
    --tokens_[static_cast<size_t>(tokens_of(unit).pop_prev)];
  if (insn.pop_next != 0)
    --tokens_[static_cast<size_t>(tokens_of(unit).pop_next)];
  queues_[static_cast<size_t>(unit)].pop_front();
  dispatch();
  return best;
}

void UnitQueues::complete(int64_t index) {
  const Insn& insn = insns_[static_cast<size_t>(index)];
  const UnitTokens& t = tokens_of(unit_of(insn));
  if (insn.push_prev != 0)
    ++tokens_[static_cast<size_t>(t.push_prev)];
  if (insn.push_next != 0)
    ++tokens_[static_cast<size_t>(t.push_next)];
}

bool UnitQueues::drained() const {
  return next_ == limit_ && queues_[0].empty() && queues_[1].empty() && queues_[2].empty();
}

int64_t UnitQueues::lowest_waiting() const {
  int64_t lowest = next_;
  for (const auto& queue : queues_)
    if (!queue.empty())
      lowest = std::min(lowest, queue.front());
  return lowest;
}

std::string UnitQueues::describe_unit(Unit unit) const {
  const UnitTokens& t = tokens_of(unit);
  const auto& queue = queues_[static_cast<size_t>(unit)];
  if (queue.empty())
    return fmt::format("  {}: queue empty", t.name);
  const Insn& insn = insns_[static_cast<size_t>(queue.front())];
  const bool prev_missing = insn.pop_prev != 0 && tokens_[static_cast<size_t>(t.pop_prev)] == 0;
  const int missing = prev_missing ? t.pop_prev : t.pop_next;
  return fmt::format("  {}: instruction {} waits, token missing {}: {}", t.name, queue.front(),
                     kTokenNames[static_cast<size_t>(missing)], disassemble(insn));
}

std::string UnitQueues::describe_fetch() const {
  if (next_ == limit_)
    return "  fetch: stream exhausted";
  const Insn& insn = insns_[static_cast<size_t>(next_)];
  return fmt::format("  fetch: instruction {} waits, {} queue full ({}): {}", next_,
                     tokens_of(unit_of(insn)).name, depth_, disassemble(insn));
}

std::string UnitQueues::describe() const {
  return fmt::format("{}\n{}\n{}\n{}", describe_fetch(), describe_unit(Unit::Load),
                     describe_unit(Unit::Compute), describe_unit(Unit::Store));
}

}  // namespace vta
