// Functions that compute one call of the float graph in integers for `quantize`, one per kind of
// call. Each returns whether it did; otherwise the call is copied in float.
#pragma once

#include "compiler/passes/quantized_graph.h"

namespace vta {

// Convolutions and dense layers with what follows them (realize_layers.cpp).
bool realize_convolution(QuantizedGraph& q, NodeId id);
bool realize_dense(QuantizedGraph& q, NodeId id);

// add: batch norms of int8 values, then residual sums of which one side is int8 already
// (realize_norms.cpp, realize_sums.cpp).
bool realize_norm(QuantizedGraph& q, NodeId id);
bool realize_sum(QuantizedGraph& q, NodeId id);

// Of int8 values alone, of one scale where each operand may have its own, and otherwise brought to
// the coarsest (realize_concats.cpp).
bool realize_concatenate(QuantizedGraph& q, NodeId id);

// Of int8 values (realize_elements.cpp, realize_pools.cpp).
bool realize_relu(QuantizedGraph& q, NodeId id);
bool realize_clip(QuantizedGraph& q, NodeId id);       // of models that came quantized
bool realize_unchanged(QuantizedGraph& q, NodeId id);  // only moves or chooses elements
bool realize_max_pool(QuantizedGraph& q, NodeId id);
bool realize_average(QuantizedGraph& q, NodeId id);

// Where dense layers are on the device (realize_transformer.cpp).
bool realize_layer_norm(QuantizedGraph& q, NodeId id);  // and nn.rms_norm
bool realize_attention(QuantizedGraph& q, NodeId id);

}  // namespace vta
