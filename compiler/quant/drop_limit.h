// The fewest layers in float that keep a quantized network's answers within the limit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/quant/harness.h"

namespace vta {

struct LayerSensitivity {
  NodeId layer = -1;
  std::string name;
  double gain_db = 0;  // of the logits, were this layer alone in float
  bool in_float = false;
};

struct DropResult {
  QuantPlan plan;
  double drop_before = 0, drop = 0;      // percentage points, on the held-out samples
  std::vector<LayerSensitivity> layers;  // the most sensitive first
};

// Layers are ranked on the samples of `harness`, and moved to float in that order until the drop on
// `held_out` is at most `most`; then every one that need not be there is moved back. The drop is
// that of the answers (largest logits) which are `labels`, a class per held-out row, or without
// labels which are the float network's.
DropResult limit_drop(QuantHarness& harness, QuantHarness& held_out, QuantPlan plan, double most,
                      const std::optional<std::vector<int64_t>>& labels = {});

}  // namespace vta
