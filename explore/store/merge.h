// Databases of parts of one sweep become one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace vta::explore {

struct MergeReport {
  int64_t parts = 0;
  int64_t points = 0;    // that the result did not have
  int64_t repeated = 0;  // points of a part that it had already, equal
  int64_t excluded = 0, failures = 0, confirmations = 0;  // new ones; of a collection 0
};

// `out` is made, or added to where it exists: all that the parts have, or, after an error, nothing.
// Every row passes SweepReader. Parts of other specifications become a collection (collect.h).
// InputError: a part that open_sweep_file
// refuses, of another build, with another network, or with another result for a point that is there
// already (all name the file).
MergeReport merge_sweeps(const std::string& out, std::span<const std::string> parts);

}  // namespace vta::explore
