// GELU or a relative behind a layer, which is a step of its epilogue: qnn.gelu.
#pragma once

#include <optional>

#include "compiler/graph/gelu.h"
#include "compiler/passes/quantized_graph.h"

namespace vta {

struct LayerGelu {
  NodeId call = -1;  // of the float graph
  const GeluForm* form = nullptr;
  int result_fraction = 0;  // bits behind the point of the int8 result
};

// Where it alone reads the chain's end, which has no relu or clip, and dense layers are on the
// device; none otherwise, and for factors that no form is for.
std::optional<LayerGelu> gelu_behind(QuantizedGraph& q, const FloatChain& chain);

}  // namespace vta
