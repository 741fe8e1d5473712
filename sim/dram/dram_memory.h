// A DRAM behind the core's memory port: hw/rtl/memory/README.md, "A DRAM". It hears of the grants
// in their order and says how long each burst takes. Both simulators that model time use it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/ring.h"
#include "config/dram_config.h"
#include "config/vta_config.h"
#include "sim/dram/controller.h"

namespace vta {

class DramMemory {
 public:
  struct Burst {
    int64_t edge = 0;  // of the grant
    uint64_t address = 0;
    int64_t beats = 1;
    bool write = false;
  };
  struct Answer {
    bool write = false;
    int64_t latency = 0;  // cycles: d of the page
  };

  // `core_khz`: the clock of the core.
  DramMemory(const DramConfig& dram, int64_t bus_bytes, int64_t core_khz);

  // As it is after a reset.
  void launch();

  // No earlier than the grant before it, and no earlier than the edge of the last answer_before().
  void grant(const Burst& burst);
  // Goes on as long as no burst that is granted at `edge` or later could matter, or up to the first
  // answer: of the oldest burst of its kind that is not answered.
  std::optional<Answer> answer_before(int64_t edge);
  bool waits() const { return !flights_[0].empty() || !flights_[1].empty(); }

  // Of a run that ended at `edge`: what was written is written, so that all is counted.
  const DramStatistics& finish(int64_t edge);

 private:
  struct Flight {
    Burst burst;
    int64_t first_word = 0;    // address
    int64_t transactions = 0;  // of which it is not known when they are done
    int64_t latency = 0;
  };
  struct Entering {
    int64_t clock;  // not before
    int64_t first, count, tag;
    bool write;
  };

  // value * a / b, rounded up.
  struct Scale {
    Scale(int64_t numerator, int64_t denominator);
    int64_t up(int64_t value) const;
    int64_t a, b, most_exact;
  };

  // The first one that is not before the edge, and the clock.
  int64_t clock_of(int64_t edge) const { return to_clock_.up(edge); }
  int64_t edge_of(int64_t clock) const { return to_edge_.up(clock); }
  bool go_on(int64_t until);
  bool offer();
  void take_data();
  std::optional<Answer> take_answer();

  DramConfig dram_;
  int log_bus_, log_transaction_;  // bytes
  int64_t address_mask_;
  Scale to_clock_, to_edge_;
  std::optional<DramController> controller_;
  Ring<Entering> entering_;
  // Reads, writes. A flight's tag is the number of its kind's flights before it.
  std::array<Ring<Flight>, 2> flights_;
  std::array<int64_t, 2> answered_{};
};

// Of a configuration that has a DRAM.
std::optional<DramMemory> make_dram_memory(const VtaConfig& config);

}  // namespace vta
