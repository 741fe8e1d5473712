// Queries about nodes, and rewriting for all stages from the passes to fusing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

bool is_call(const Graph& graph, NodeId id, std::string_view op);
bool is_constant(const Graph& graph, NodeId id);

// Layers with weights: of plain values, or of quantized ones less their zero points (qnn).
bool is_conv2d(std::string_view op);
bool has_weights(std::string_view op);  // those and dense ones
bool takes_zero_points(std::string_view op);

// For messages: nn.conv2d 'name', or nn.conv2d (node 7) where it has none.
std::string call_text(const Graph& graph, NodeId id);

// Gives `to` the identity (name, ONNX nodes, comment, target) of another graph's node.
void keep_identity(const Node& from, Node& to);
// Appends another graph's node with these operands and its identity.
NodeId append_copy(Graph& graph, const Node& from, std::vector<NodeId> inputs);

// By node: inputs, outputs and all that outputs are computed from.
std::vector<bool> live_nodes(const Graph& graph);
Graph without_dead_nodes(const Graph& graph);

// int32 values, one or as many as channels, as one of each channel.
Tensor one_per_channel(const Tensor& values, int64_t channels);

}  // namespace vta
