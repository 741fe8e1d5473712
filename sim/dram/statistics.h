// What a DRAM did.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vta {

struct DramStatistics {
  int64_t reads = 0, writes = 0;  // transactions served by the DRAM
  int64_t forwarded = 0;          // reads answered from the queue of writes
  int64_t merged = 0;             // writes that took the place of one in the queue
  // By the state in which a transaction found its bank: its row open, no row open, another row
  // open.
  int64_t row_hits = 0, row_misses = 0, row_conflicts = 0;
  int64_t activations = 0, precharges = 0, refreshes = 0;
  int64_t turnarounds = 0;  // changes between reading and writing on the data bus
  bool operator==(const DramStatistics&) const = default;
  bool any() const { return reads + writes + forwarded + merged > 0; }
};

// Each of them, in the order of the struct.
struct DramField {
  std::string_view name;  // in --json: "row_hits"
  int64_t DramStatistics::*member;
};
inline constexpr std::array kDramFields = {
    DramField{"reads", &DramStatistics::reads},
    DramField{"writes", &DramStatistics::writes},
    DramField{"forwarded", &DramStatistics::forwarded},
    DramField{"merged", &DramStatistics::merged},
    DramField{"row_hits", &DramStatistics::row_hits},
    DramField{"row_misses", &DramStatistics::row_misses},
    DramField{"row_conflicts", &DramStatistics::row_conflicts},
    DramField{"activations", &DramStatistics::activations},
    DramField{"precharges", &DramStatistics::precharges},
    DramField{"refreshes", &DramStatistics::refreshes},
    DramField{"turnarounds", &DramStatistics::turnarounds},
};
static_assert(sizeof(DramStatistics) == kDramFields.size() * sizeof(int64_t));

}  // namespace vta
