// Exact costs of tiles: one kernel, or a whole network, on csim without values.
#pragma once

#include <cstdint>
#include <memory>

#include "compiler/codegen/codegen.h"
#include "compiler/schedule/layer_id.h"

namespace vta::explore {

struct Cost {
  int64_t cycles = 0;
  int64_t bytes = 0;  // moved over the bus, instructions excepted
  bool operator==(const Cost&) const = default;
};

// Cycles and bytes of all launches of the graph under these tiles, which are searched where `tuned`
// has none. Errors are those of generate_program and run_launches.
Cost network_cost(const LoweredGraph& lowered, std::shared_ptr<const TunedLayers> tuned,
                  const VtaConfig& config);

// A graph of this one kernel, whose operands come from the host.
LoweredGraph alone(Kernel kernel);

// Of a kernel under these tiles: `layer` is its identity, `lowered` what alone() made of it.
Cost layer_cost(const LoweredGraph& lowered, const LayerId& layer, const ConvTiles& tiles,
                const VtaConfig& config);

}  // namespace vta::explore
