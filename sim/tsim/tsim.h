// The RTL itself, Verilated: values, counters, errors and cycles of a run, all computed by the
// design. The library of a configuration is built when first needed (model_cache.h).
#pragma once

#include <memory>

#include "sim/device.h"
#include "sim/tsim/wave.h"

namespace vta {

// Builds the library, with model_options(), where the cache has none. UsageError: a tool is missing
// or fails. InputError: no RTL.
std::unique_ptr<Device> make_tsim(const VtaConfig& config, int64_t memory_bytes,
                                  const WaveOptions& wave = {});

}  // namespace vta
