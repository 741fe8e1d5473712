// Comparison of DRAM and scratchpads of two runs of one program (compare.h).
#pragma once

#include "sim/cosim/compare.h"

namespace vta::cosim {

// `unspecified`: after an error, what STOREs that did not complete on both may have written is left
// out.
std::optional<Difference> compare_dram(const Subject& subject, bool unspecified, const RunResult& a,
                                       const RunResult& b);
std::optional<Difference> compare_scratchpads(const Subject& subject, const RunResult& a,
                                              const RunResult& b);

}  // namespace vta::cosim
