// A sweep's database with made-up figures: for tests of what reads one, without any simulation.
#pragma once

#include <cstdint>
#include <string>

#include "explore/store/rows.h"

namespace vta::explore {

SweepHeader synthetic_header();
NetworkInfo synthetic_network();

// Point `idx` with `layers` layers. The configurations go through block sizes, buses and weight
// buffers; cycles fall with MACs and bus, every unit's states sum to its cycles, and the layers'
// figures sum to the whole but for a start-up of 100 cycles. A pure function of its arguments.
PointRow synthetic_point(int64_t idx, int64_t layers = 3);

// synthetic_header's sweep with points 0 to points - 1 (at most 64), an index of each kind of
// exclusion, and one failure.
void write_synthetic_sweep(const std::string& path, int64_t points, int64_t layers = 3);

}  // namespace vta::explore
