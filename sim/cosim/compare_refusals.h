// Runs on a memory that refuses (ISA section 4, BUS_ERROR).
//
// A refused instruction completes nowhere, and BUS_ERROR names one: that holds for each result
// alone. Which of several errors that stop a run comes first depends on time, unless tokens say
// that one instruction is complete before the other starts; a burst of fetch is ordered with
// nothing. Then a functional simulator may end with another of them than those that model time.
#pragma once

#include "sim/cosim/compare.h"

namespace vta::cosim {

// How a launch ended, for error messages: "INDEX_RANGE at instruction 3".
std::string error_text(const RunReport& report);

// An impossible statement of one result about launch `number`.
std::optional<Difference> check_refusals(const Subject& subject, size_t number,
                                         const RunReport& report, const RunResult& result);

// Whether two reports of a launch, not both with time, may end with different errors.
bool may_end_differently(const Subject& subject, const LaunchRange& launch, const RunReport& a,
                         const RunReport& b);

}  // namespace vta::cosim
