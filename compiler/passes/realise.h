// Functions that compute one call of the float graph in integers for `quantize`, one per kind of
// call. Each returns whether it did; otherwise the call is copied in float.
#pragma once

#include "compiler/passes/quantized_graph.h"

namespace vta {

// Convolutions and dense layers with what follows them (realise_layers.cpp).
bool realise_convolution(QuantizedGraph& q, NodeId id);
bool realise_dense(QuantizedGraph& q, NodeId id);

// add: batch norms of int8 values, then residual sums of which one side is int8 already
// (realise_norms.cpp, realise_sums.cpp).
bool realise_norm(QuantizedGraph& q, NodeId id);
bool realise_sum(QuantizedGraph& q, NodeId id);

// Of int8 values alone, of one scale where each operand may have its own, and otherwise brought to
// the coarsest (realise_concats.cpp).
bool realise_concatenate(QuantizedGraph& q, NodeId id);

// Of int8 values (realise_elements.cpp, realise_pools.cpp).
bool realise_relu(QuantizedGraph& q, NodeId id);
bool realise_clip(QuantizedGraph& q, NodeId id);       // of models that came quantised
bool realise_unchanged(QuantizedGraph& q, NodeId id);  // only moves or chooses elements
bool realise_max_pool(QuantizedGraph& q, NodeId id);
bool realise_average(QuantizedGraph& q, NodeId id);

}  // namespace vta
