// Runs made up to be compared by hand.
#pragma once

#include <string>
#include <vector>

#include "explore/record/run_record.h"

namespace vta::test {

struct ComputeCycles {
  UnitState state;
  int64_t cycles;
};

inline void set_compute(UnitCycles& units, const std::vector<ComputeCycles>& entries) {
  for (const ComputeCycles& e : entries)
    units[static_cast<size_t>(TimedUnit::Compute)][static_cast<size_t>(e.state)] = e.cycles;
}

inline int64_t& state_of(UnitCycles& units, TimedUnit unit, UnitState state) {
  return units[static_cast<size_t>(unit)][static_cast<size_t>(state)];
}

inline explore::LayerResult made_layer(const std::string& name, int64_t cycles,
                                       const std::vector<ComputeCycles>& compute) {
  explore::LayerResult layer;
  layer.name = name;
  layer.kind = "conv2d";
  layer.description = {"3x3/1 16x8x8 -> 16x8x8", "tile h8 w8 co1 ci1"};
  layer.macs = 147456;
  layer.timing.cycles = cycles;
  set_compute(layer.timing.units, compute);
  return layer;
}

// The whole is the sum of its layers.
inline explore::RunRecord made_run(const std::string& origin,
                                   const std::vector<explore::LayerResult>& layers) {
  explore::RunRecord run;
  run.origin = origin;
  run.model = "net.onnx";
  run.backend = "csim";
  run.schedule = "fast";
  run.result.layers = layers;
  for (const explore::LayerResult& layer : layers) {
    run.result.timing.cycles += layer.timing.cycles;
    add_cycles(run.result.timing.units, layer.timing.units);
    run.result.counters += layer.counters;
    run.result.insns += layer.insns;
  }
  return run;
}

}  // namespace vta::test
