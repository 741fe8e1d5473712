// A network and the layers of it whose tiles can be tuned.
#pragma once

#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "compiler/schedule/layer_id.h"

namespace vta::explore {

struct TunableLayer {
  LayerId id;
  std::vector<std::string> kernels;  // of the network that share it
  LoweredGraph alone;                // a graph of one of them
};

// Of all convolutions and dense layers that run on the accelerator and have no pool in them, by
// their first place in the network.
std::vector<TunableLayer> tunable_layers(const LoweredGraph& lowered, const VtaConfig& config);

}  // namespace vta::explore
