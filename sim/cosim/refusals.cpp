#include "sim/cosim/refusals.h"

#include <algorithm>

namespace vta::cosim {
namespace {

uint64_t burst_bytes(const Bursts& b) {
  return static_cast<uint64_t>(b.config.mem_burst_beats * b.config.bus_bytes());
}

// Runs of bytes in their order, until `visit` returns false; none of what no unit moves.
template <typename Visit>
void for_each_run(const Bursts& b, const Insn& n, Visit visit) {
  const bool moves = n.op() == Opcode::Load || n.op() == Opcode::Store;
  if (!moves || n.memory_type > static_cast<int64_t>(MemoryType::Acc8) || n.x_size == 0)
    return;
  const auto element = static_cast<uint64_t>(b.config.element_bytes(n.memory()));
  const auto row = static_cast<uint64_t>(n.x_size) * element;
  const auto pitch = static_cast<uint64_t>(n.x_stride) * element;
  uint64_t at = b.bases.of(n.memory()) + static_cast<uint64_t>(n.dram_base) * element;
  // Rows behind each other are one run, unless pads come between them in the scratchpad.
  const bool merged = pitch == row && n.x_pad_0 == 0 && n.x_pad_1 == 0 && n.y_size > 0;
  const int64_t runs = merged ? 1 : n.y_size;
  const uint64_t bytes = merged ? row * static_cast<uint64_t>(n.y_size) : row;
  for (int64_t y = 0; y < runs; ++y, at += pitch)
    if (!visit(BurstBytes{at, at + bytes}))
      return;
}

}  // namespace

// Each run is cut at every multiple of a burst's bytes.
std::vector<BurstBytes> Bursts::of(const Insn& insn) const {
  const uint64_t most = burst_bytes(*this);
  std::vector<BurstBytes> bursts;
  for_each_run(*this, insn, [&](const BurstBytes& run) {
    for (uint64_t at = run.begin; at < run.end; at = bursts.back().end)
      bursts.push_back({at, std::min(run.end, (at / most + 1) * most)});
    return true;
  });
  return bursts;
}

// Counted, not made: an instruction that never runs may have billions.
std::optional<int64_t> Bursts::first_refused(const Insn& insn) const {
  if (refused.empty())
    return std::nullopt;
  const uint64_t most = burst_bytes(*this);
  uint64_t number = 0;
  bool found = false;
  for_each_run(*this, insn, [&](const BurstBytes& run) {
    found = run.begin < refused.hi && run.end > refused.lo;
    const uint64_t last = found ? std::max(run.begin, refused.lo) : run.end - 1 + most;
    number += last / most - run.begin / most;
    return !found;
  });
  return found ? std::optional(static_cast<int64_t>(number)) : std::nullopt;
}

std::optional<int64_t> refused_fetch(uint64_t insn_addr, const LaunchRange& launch,
                                     const RefusedWindow& refused) {
  for (int64_t i = launch.first; i < launch.end && !refused.empty(); ++i) {
    const uint64_t at = insn_addr + static_cast<uint64_t>(i) * 16;
    if (at < refused.hi && at + 16 > refused.lo)
      return i;
  }
  return std::nullopt;
}

}  // namespace vta::cosim
