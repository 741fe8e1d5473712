// A DRAM behind the core's memory port: hw/rtl/memory/README.md, "A DRAM". It hears of the grants
// in their order and says how long each burst takes. Both simulators that model time use it.
//
// Behind a system of several cores (hw/rtl/system/README.md) it has a port for each of them: its
// grants are the system's, and bursts of different ports are answered in any order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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
    int64_t port = 0;
  };
  struct Answer {
    bool write = false;
    int64_t latency = 0;  // cycles: d of the page
    int64_t port = 0;
  };

  // The period of the cores' clock as a ratio of whole numbers of ps.
  struct CorePeriod {
    int64_t ps = 1, per = 1;
  };

  // The bytes of each port's bus; `core_khz`: the clock of the cores.
  DramMemory(const DramConfig& dram, const std::vector<int64_t>& bus_bytes, int64_t core_khz);
  DramMemory(const DramConfig& dram, const std::vector<int64_t>& bus_bytes,
             const CorePeriod& period);

  // As it is after a reset.
  void launch();

  // No earlier than the grant before it, and no earlier than the edge of the last answer_before().
  void grant(const Burst& burst);
  // Goes on as long as no burst that is granted at `edge` or later could matter, or up to the first
  // answer: of the oldest burst of its kind that is not answered.
  std::optional<Answer> answer_before(int64_t edge);
  bool waits() const { return waiting_ > 0; }

  // Of a run that ended at `edge`: what was written is written, so that all is counted.
  const DramStatistics& finish(int64_t edge);

 private:
  struct Flight {
    Burst burst;
    int64_t first_word = 0;    // address
    int64_t transactions = 0;  // of which it is not known when they are done
    int64_t latency = 0;
  };
  // The bursts of one kind of one port that are not answered, in the order of their grants.
  struct Flights {
    Ring<Flight> ring;
    int64_t answered = 0;  // of those before
    Flight& numbered(int64_t number) { return ring[static_cast<size_t>(number - answered)]; }
    bool first_is_done() const { return !ring.empty() && ring.front().transactions == 0; }
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
    double one_by_b;
  };

  // The first one that is not before the edge, and the clock.
  int64_t clock_of(int64_t edge) const { return to_clock_.up(edge); }
  int64_t edge_of(int64_t clock) const { return to_edge_.up(clock); }
  // A flight's tag: its number and where it is.
  Flight& tagged(int64_t tag) { return flights_[kind_of(tag)].numbered(tag >> log_kinds_); }
  size_t kind_of(int64_t tag) const {
    return static_cast<size_t>(tag & ((int64_t{1} << log_kinds_) - 1));
  }
  void done(int64_t tag) { done_ |= uint64_t{1} << kind_of(tag); }
  bool go_on(int64_t until);
  bool offer();
  void take_data();
  std::optional<Answer> take_answer();

  DramConfig dram_;
  std::vector<int> log_bus_;  // bytes, by port
  int log_transaction_;
  int64_t address_mask_;
  Scale to_clock_, to_edge_;
  std::optional<DramController> controller_;
  Ring<Entering> entering_;
  int log_kinds_;                 // two a port: 2 * port + write
  std::vector<Flights> flights_;  // by kind
  uint64_t done_ = 0;             // kinds in which a flight has become done
  int64_t waiting_ = 0;           // flights of all kinds
  bool full_ = false;             // the controller has no room for the first that is entering
};

// Behind these cores, a port for each, as the first one's configuration says; nullopt: it has none.
std::optional<DramMemory> make_dram_memory(std::span<const VtaConfig> cores);

}  // namespace vta
