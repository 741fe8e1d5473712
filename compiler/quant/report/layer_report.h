// The parts of a report that say what a layer was given.
#pragma once

#include "compiler/quant/report/quant_report.h"

namespace vta {

// Of the float graph's convolutions and dense layers, in order: all but what needs values. `value`
// is the node of the float graph at which its result is first stored, and `sums` how to read its
// int32 sums.
struct LayerFacts {
  LayerReport report;
  NodeId stored = -1, sums = -1;
  ValueUnit unit_of_sums = {};
};
std::vector<LayerFacts> layer_facts(const Graph& graph, const QuantPlan& plan,
                                    const TracedGraph& quantized, const std::vector<Note>& notes);

// With the weights as they are, and as the quantized graph has them where `rounded` is given.
WeightReport weight_report(const Tensor& weight, const std::vector<int>& exponents,
                           const Tensor* rounded);

}  // namespace vta
