// The difference of two runs, layer by layer, as numbers that sum to it.
//
// Every cycle of a run belongs to one layer (or to `outside`), and in every cycle compute is in one
// state. So the difference of two runs in cycles is the sum of differences of compute's states: a
// decomposition, not an estimate. A layer ends with its last store, which may run beside the next
// layer's computing; the cycles of a layer are compute's for it plus this overlap at its end, less
// that of the layer before. So the difference of a layer has one term more, `overlap`, and over all
// layers and `outside` these sum to nothing.
#pragma once

#include <string>
#include <vector>

#include "explore/record/run_record.h"

namespace vta::explore {

// One layer in both runs, or the whole of both. All differences are B - A.
struct LayerDifference {
  std::string name;
  LayerResult a, b;

  int64_t cycles() const { return b.timing.cycles - a.timing.cycles; }
  StateCycles states(TimedUnit unit) const;
  // cycles() less those of compute's states.
  int64_t overlap() const;
  bool operator==(const LayerDifference&) const = default;
};

struct SettingDifference {  // settings that differ
  std::string name;         // a key of the configuration, "schedule", "images", ...
  std::string a, b;
  bool operator==(const SettingDifference&) const = default;
};

struct RunDifference {
  RunRecord a, b;
  std::vector<SettingDifference> settings;
  std::vector<LayerDifference> layers;      // in both, in the order of A
  std::vector<LayerResult> only_a, only_b;  // without a counterpart
  LayerDifference outside;                  // cycles outside any layer: "outside"
  LayerDifference total;                    // the whole runs: "all"
};

// Layers match where name, kind and work are equal: MACs per image and, where both descriptions
// are known and the images are as many, the geometry. The name is that of the layer's main ONNX
// node where the runs have such names in common, else the kernel's. No name occurs twice in a run.
RunDifference difference(const RunRecord& a, const RunRecord& b);

}  // namespace vta::explore
