// ResNet-18 v1's published totals and layers, as a run of the whole network shows them.
#pragma once

#include "tests/compiler/networks/network_fixture.h"

namespace vta::testing {

inline constexpr int64_t kPublishedTotalBytes = 26820952;

// Totals equal the published ones (micro-op bytes: at most).
void expect_published_totals(const Counters& counters);
// Each kernel's counters equal its layer's, and each layer occurs as often as published.
void expect_published_layers(const NetworkRun& run);

}  // namespace vta::testing
