// Names of cuts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/split/stepped_graph.h"

namespace vta {

// The value that a name means: one that may cross, by its name or without the "_int8" that
// quantized ones have behind it, or by the name of an ONNX node or of an operator inside its step;
// or what `aliases` says it is called: kernels, operators and their numbers (occurrences.h).
// UsageError: an unknown name (the nearest are listed), an input of the network.
NodeId crossing_value(const SteppedGraph& graph, const std::string& name,
                      const std::map<std::string, std::string>& aliases = {});

// The same of one name; nothing where there is none.
std::optional<NodeId> crossing_value_of(const SteppedGraph& graph, const std::string& name);

// The part of every step when the network is cut at these names. A cut is a set of values without
// which nothing of what they are computed from is read behind them. An element "a+b" is such a set;
// elements that are none are one together with those that follow in the graph's order.
// UsageError: as crossing_value(); a cut with nothing before or behind it; values that separate
// nothing (what else would have to be cut is named).
std::vector<int64_t> parts_at(const SteppedGraph& graph, const std::vector<std::string>& cuts,
                              const std::map<std::string, std::string>& aliases = {});

}  // namespace vta
