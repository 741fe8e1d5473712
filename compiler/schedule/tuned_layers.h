// Tiles that are known by measurement: a schedule asks for them before it searches.
#pragma once

#include <map>
#include <string>

#include "compiler/schedule/layer_id.h"
#include "compiler/schedule/tile_plan.h"

namespace vta {

// Of one configuration and memory.
struct TunedLayers {
  std::string source;  // what a note calls it
  std::string hash;    // equal for equal tiles
  std::map<LayerId, ConvTiles> convolutions;
};

}  // namespace vta
