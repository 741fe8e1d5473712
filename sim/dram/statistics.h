// What a DRAM did.
#pragma once

#include <cstdint>
#include <string>

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
  // "12 reads, 3 writes, ..."
  std::string text() const;
};

}  // namespace vta
