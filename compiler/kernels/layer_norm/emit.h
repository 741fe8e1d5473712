// Instructions of a kernel of layer normalisation.
#pragma once

#include <cstdint>

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/layer_norm/areas.h"

namespace vta {

// Bytes in DRAM; rows are [channel block][row], in elements so far apart.
struct LayerNormPlaces {
  int64_t in = 0, out = 0;
  int64_t in_pitch = 0, out_pitch = 0;
  int64_t scratch = 0;    // a multiple of an element of WGT
  int64_t constants = 0;  // as pack_layer_norm_constants() makes them
};

void emit_layer_norm_at(const LayerNormPlaces& places, const LayerNormAreas& areas,
                        const VtaConfig& config, TaskStream& stream);

}  // namespace vta
