// Magnitudes of a float graph's tensors on sample inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// Counts |x| in equal bins over [0, 2^r). The range doubles (pairs of bins merge) when a larger
// value comes, so one pass over the data is enough.
class MagnitudeHistogram {
 public:
  static constexpr int kBins = 2048;

  void observe(std::span<const float> values);

  int64_t count() const { return count_; }
  double max_abs() const { return max_abs_; }
  // The least threshold (to a bin's width) that `percent` of all values do not exceed; 100 gives
  // max_abs().
  double percentile(double percent) const;
  // Mean squared error of rounding to multiples of 2^exponent and clipping at +-127 of them.
  double mean_squared_error(int exponent) const;
  // Kullback-Leibler divergence of the distribution, clipped at 127 multiples, from what its 128
  // levels tell of it: each level's count spread evenly over the bins that it stands for.
  double divergence(int exponent) const;

 private:
  void grow_to(double magnitude);

  std::vector<int64_t> bins_;
  int range_exponent_ = 0;
  int64_t count_ = 0;
  double max_abs_ = 0;
};

struct TensorStats {
  MagnitudeHistogram magnitudes;
  // Over all axes but 1; empty for rank below 2.
  std::vector<double> channel_mean, channel_max_abs;
};

// The least e with 127 * 2^e >= threshold; -20 for a threshold of zero.
int covering_exponent(double threshold);

// Samples cut and joined along their first axis to the batch of the graph's inputs, the last batch
// completed with the first rows: a tensor per input each. Of a graph with k inputs, sample i is one
// of input i mod k. InputError when there are none, or when their count, shape or type does not
// fit.
std::vector<std::vector<Tensor>> calibration_batches(const Graph& graph,
                                                     std::span<const Tensor> samples);

// A function that runs a graph and reports every value as soon as it is computed. The default is
// interpret().
using ObservedRun = std::function<void(const Graph& graph, std::span<const Tensor> inputs,
                                       const std::function<void(NodeId, const Tensor&)>& observe)>;

// Runs the float graph over the samples; statistics of every float32 input and call, by node.
// Errors as calibration_batches.
std::vector<TensorStats> calibrate(const Graph& graph, std::span<const Tensor> samples,
                                   const ObservedRun& run = {});

}  // namespace vta
