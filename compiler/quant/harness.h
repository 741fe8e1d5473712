// Measures the effect of a quantization on a network's outputs on calibration samples, fast enough
// for a search: float values are computed once, and of integer graphs only the changed nodes.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "compiler/passes/calibrate.h"
#include "compiler/passes/pass.h"
#include "compiler/quant/logit_score.h"
#include "compiler/quant/memo_run.h"

namespace vta {

struct TracedGraph {
  Graph graph;
  QuantTrace trace;
  std::vector<std::string> notes;
};

// A plan beside the one that was kept.
struct Comparison {
  double noise_ratio = 0;  // on the samples that were run
  LogitScore score;        // of them
  bool whole = false;      // they were all
};

class QuantHarness {
 public:
  // `graph` is what the pass `quantize` is given; `options` has the calibration samples, and what
  // else that pass reads (skipped layers, forms of sums). Runs the float graph. InputError as
  // calibration_batches.
  QuantHarness(const Graph& graph, const QuantOptions& options, int64_t threads);

  const Graph& graph() const { return graph_; }
  const QuantOptions& options() const { return options_; }
  const std::vector<TensorStats>& stats() const { return stats_; }  // by node, of all samples
  int64_t batches() const { return static_cast<int64_t>(batches_.size()); }
  // Only the first batches are run from now on; all: batches().
  void use_batches(int64_t count);

  // Magnitudes of what is stored of the values with factors, in all samples; runs the float graph.
  std::map<NodeId, MagnitudeHistogram> stored_magnitudes(
      const std::map<NodeId, std::vector<float>>& factors) const;
  TracedGraph quantized(const QuantPlan& plan) const;
  LogitScore measure(const QuantPlan& plan);
  LogitScore measure(const Graph& quantized);  // whatever has made it
  // As measure(), but ends after an eighth or three eighths of the samples (8 and 24 at least)
  // where noise is above `most` times that of the plan kept there, and `slack` of it (a third of
  // the slack after the second part): few samples tell what is far off. Nothing kept: whole.
  Comparison compare(const QuantPlan& plan, double most, double slack);
  // Of every row: what the float network answers, and the quantized one (answers_of).
  std::vector<int64_t> real_answers() const;
  std::vector<int64_t> answers(const QuantPlan& plan);
  // The values of the last plan measured are what later ones are compared with.
  void keep();
  // Of the int32 sums of a layer of `quantized`: the mean per output channel, biases left out.
  std::vector<double> mean_sums(const TracedGraph& quantized, NodeId layer);
  // Values of nodes of a quantized graph, by batch.
  std::vector<std::vector<Tensor>> values(const Graph& graph, std::span<const NodeId> wanted);
  int64_t work() const;  // as MemoRun::work, of all runs

 private:
  std::vector<std::vector<Tensor>> outputs(const QuantPlan& plan);
  std::span<const std::vector<Tensor>> real_outputs() const;
  void make_parts();
  std::vector<NodeId> measured(const Graph& quantized) const;  // of its outputs

  const Graph& graph_;
  QuantOptions options_;
  int64_t threads_;
  std::vector<std::vector<Tensor>> batches_, outputs_;  // float: inputs and measured outputs
  std::vector<size_t> measured_;                        // which of the outputs
  std::vector<TensorStats> stats_;
  int64_t used_;  // batches
  int64_t done_ = 0;
  std::vector<MemoRun> parts_;                   // of the samples, in order
  std::vector<double> last_noise_, kept_noise_;  // of the samples up to the end of each part
};

}  // namespace vta
