// The delay of a burst that its target knows only later than the delay itself: of a write, of which
// the delay counts from behind its beats, and of what a DRAM does while they are on their way.
#pragma once

#include <cstdint>
#include <tlm>

namespace vta::csim {

// An extension of the payloads of an Accelerator's bursts. A target that sets `cycles` says how
// long the burst took, whatever it waited or annotated, and returns before the edge at which the
// burst is complete (hw/rtl/memory/README.md, "Another memory"). Who does not know it leaves it
// alone.
struct BurstDelay final : tlm::tlm_extension<BurstDelay> {
  static constexpr int64_t kAsTaken = -1;
  int64_t cycles = kAsTaken;

  tlm::tlm_extension_base* clone() const override {
    auto* const copy = new BurstDelay;
    copy->cycles = cycles;
    return copy;
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    cycles = static_cast<const BurstDelay&>(other).cycles;
  }
};

}  // namespace vta::csim
