// Merges databases of parts of one sweep into one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace vta::explore {

struct MergeReport {
  int64_t parts = 0;
  int64_t points = 0;                                     // that the result did not have
  int64_t repeated = 0;                                   // equal points that it had already
  int64_t excluded = 0, failures = 0, confirmations = 0;  // new ones; 0 in a collection
};

// `out` is created or extended: it receives all contents of the parts, or, after an error, none.
// Every row passes SweepReader. Parts of other specifications become a collection (collect.h).
// InputError: a part that open_sweep_file
// refuses, of another build, with another network, or with another result for a point that is there
// already (all name the file).
MergeReport merge_sweeps(const std::string& out, std::span<const std::string> parts);

}  // namespace vta::explore
