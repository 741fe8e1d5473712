// What a user should know of a quantization before it is trusted.
#pragma once

#include <string>
#include <vector>

#include "compiler/quant/harness.h"

namespace vta {

constexpr double kPoorSqnrDb = 15;
constexpr int64_t kFewSamples = 16;
constexpr double kSaturatedPercent = 1;

// "warning: ..." where logits keep less than kPoorSqnrDb.
std::vector<std::string> poor_score_warnings(const LogitScore& score);
// Where there are fewer than kFewSamples.
std::vector<std::string> few_samples_warnings(int64_t samples);
// Of float inputs whose samples are all zero, hold one value alone, or are all the same.
std::vector<std::string> alike_samples_warnings(const Graph& graph,
                                                std::span<const Tensor> samples);
// Of activations of which more than kSaturatedPercent are clipped, the worst first, in one line.
std::vector<std::string> saturation_warnings(QuantHarness& harness, const QuantPlan& plan);

// All but the last, of a graph that was quantized by another mode; measured on some of the samples.
// That they are few matters where scales are taken from them.
std::vector<std::string> quantization_warnings(const Graph& real, const Graph& quantized,
                                               std::span<const Tensor> samples,
                                               bool scales_are_of_samples);

}  // namespace vta
