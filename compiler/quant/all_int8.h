// Decides whether a network's first convolution, classifier and pools can be in int8.
#pragma once

#include <set>

#include "compiler/graph/graph.h"
#include "compiler/quant/logit_score.h"

namespace vta {

// The largest loss against the form that has them in float, both found and measured on the
// calibration samples, and the least remaining quality. Points of agreement, or one row.
constexpr double kInt8LossDb = 2.5, kInt8AgreementLoss = 1, kInt8LeastDb = 20;
// A form with a smaller part than kLeastCompared of its layers' multiplications in int8 is nearly
// the float network, so the search compares no other form with it. A form above kInt8GoodDb is good
// enough, even if another form is better.
constexpr double kLeastCompared = 0.5, kInt8GoodDb = 35;

// Of the multiplications of the graph's convolutions and dense layers: those of `layers`. 1 of
// none.
double share_of_layers(const Graph& graph, const std::set<NodeId>& layers);

// `share` of `partly` is in int8.
bool all_int8_is_good(const LogitScore& all_int8, const LogitScore& partly, double share);

}  // namespace vta
