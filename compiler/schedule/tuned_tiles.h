// Tiles that were found by measurement, of many configurations: what a schedule takes before it
// searches.
#pragma once

#include <string>

#include "compiler/kernels/kernel_tiles.h"

namespace vta {

class TunedTiles {
 public:
  virtual ~TunedTiles() = default;
  // Legal ones, of this layer on this configuration with its memory; nullptr: there are none.
  virtual const KernelTiles* find(const LayerId& layer, const VtaConfig& config) const = 0;
  // Why there are none of a layer: a clause for a note.
  virtual std::string missing(const VtaConfig& config) const = 0;
  virtual std::string identity() const = 0;  // a hash of all that find() decides from
};

}  // namespace vta
