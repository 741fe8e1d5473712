#include "sim/launch/unit_queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

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

QueueTag queue_tag(const Insn& insn) {
  const Unit unit = unit_of(insn);
  const UnitTokens& t = tokens_of(unit);
  const auto bit = [](int64_t wanted, int counter) {
    return wanted != 0 && counter >= 0 ? 1 << counter : 0;
  };
  QueueTag tag;
  tag.unit = static_cast<uint8_t>(unit);
  tag.pops = static_cast<uint8_t>(bit(insn.pop_prev, t.pop_prev) | bit(insn.pop_next, t.pop_next));
  tag.pushes =
      static_cast<uint8_t>(bit(insn.push_prev, t.push_prev) | bit(insn.push_next, t.push_next));
  return tag;
}

UnitQueues::UnitQueues(std::span<const Insn> insns, std::span<const QueueTag> tags, int64_t limit,
                       int64_t depth)
    : insns_(insns), tags_(tags), limit_(limit), depth_(depth) {
  for (Ring& queue : queues_)
    queue.items.resize(static_cast<size_t>(depth));
  dispatch();
}

void UnitQueues::dispatch() {
  for (; next_ < limit_; ++next_) {
    Ring& queue = queues_[tags_[static_cast<size_t>(next_)].unit];
    if (queue.size >= depth_)
      return;
    const int64_t tail = queue.head + queue.size++;
    queue.items[static_cast<size_t>(tail < depth_ ? tail : tail - depth_)] = next_;
  }
}

std::optional<int64_t> UnitQueues::start_next() {
  int64_t best = limit_;
  for (const Ring& queue : queues_) {
    if (queue.size == 0 || queue.front() >= best)
      continue;
    const int64_t front = queue.front();
    if ((tags_[static_cast<size_t>(front)].pops & ~present_) == 0)
      best = front;
  }
  if (best == limit_)
    return std::nullopt;
  const QueueTag tag = tags_[static_cast<size_t>(best)];
  for (int pops = tag.pops; pops != 0; pops &= pops - 1) {
    const int counter = std::countr_zero(static_cast<unsigned>(pops));
    if (--tokens_[static_cast<size_t>(counter)] == 0)
      present_ = static_cast<uint8_t>(present_ & ~(1 << counter));
  }
  Ring& queue = queues_[tag.unit];
  queue.head = queue.head + 1 < depth_ ? queue.head + 1 : 0;
  --queue.size;
  dispatch();
  return best;
}

void UnitQueues::complete(int64_t index) {
  const QueueTag tag = tags_[static_cast<size_t>(index)];
  for (int pushes = tag.pushes; pushes != 0; pushes &= pushes - 1)
    ++tokens_[static_cast<size_t>(std::countr_zero(static_cast<unsigned>(pushes)))];
  present_ = static_cast<uint8_t>(present_ | tag.pushes);
}

bool UnitQueues::drained() const {
  return next_ == limit_ && queues_[0].size + queues_[1].size + queues_[2].size == 0;
}

int64_t UnitQueues::lowest_waiting() const {
  int64_t lowest = next_;
  for (const auto& queue : queues_)
    if (queue.size > 0)
      lowest = std::min(lowest, queue.front());
  return lowest;
}

std::string UnitQueues::describe_unit(Unit unit) const {
  const UnitTokens& t = tokens_of(unit);
  const auto& queue = queues_[static_cast<size_t>(unit)];
  if (queue.size == 0)
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
