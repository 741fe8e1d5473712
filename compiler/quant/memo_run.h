// Graphs run on the host for many samples, again and again with small changes: what a graph has in
// common with the one before is not computed again.
//
// A value is known by what computes it: operator, attributes, constants and operands, all hashed.
// A graph of which the scale of one tensor changed shares everything before that tensor.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

class MemoRun {
 public:
  // A sample is a tensor per input of the graphs. Samples are shared out among `threads`. Values of
  // a graph are kept where they take `bytes` at most, and else only some of them.
  static constexpr int64_t kMostBytes = 96'000'000;
  MemoRun(std::vector<std::vector<Tensor>> samples, int64_t threads, int64_t bytes = kMostBytes);

  int64_t samples() const { return static_cast<int64_t>(samples_.size()); }
  // The values of `wanted` nodes, by sample. Computed by the operators of the host, exactly as
  // integer graphs define them. Errors as run_host_op.
  std::vector<std::vector<Tensor>> run(const Graph& graph, std::span<const NodeId> wanted);
  // A hash per node of what computes it: the same for all runs, and worth sharing among several.
  using Key = std::array<uint64_t, 2>;
  static std::vector<Key> keys_of(const Graph& graph);
  std::vector<std::vector<Tensor>> run(const Graph& graph, std::span<const NodeId> wanted,
                                       std::vector<Key> keys);
  // Keeps the values that the last run computed, and forgets those that its graph has not.
  void keep_last();
  // Multiplications and elements of one sample, nothing found again.
  static int64_t work_of(const Graph& graph);
  // By node: whether its values are kept. Those that are cheap to compute again are not.
  std::vector<bool> keepers(const Graph& graph) const;
  // Multiplications and elements computed so far: what was not found again.
  int64_t work() const { return work_; }

 private:
  using BySample = std::vector<Tensor>;
  const BySample* known(const Key& key) const;
  // Of the last graph: the calls to compute, in order, and how often each value is then read.
  struct Plan {
    std::vector<NodeId> calls;
    std::vector<int> reads;
  };
  Plan plan(const Graph& graph, const std::vector<Key>& keys, std::span<const NodeId> wanted) const;
  std::vector<std::vector<Tensor>> values_of(const Graph& graph,
                                             std::span<const NodeId> wanted) const;
  // Of one sample, while the graph runs: by node its results, and how often they are still read.
  struct Values {
    std::vector<std::vector<Tensor>> results;
    std::vector<int> reads;
  };
  static int64_t samples_together(const Graph& graph, const Plan& plan);
  void run_samples(const Graph& graph, const std::vector<Key>& keys, const Plan& plan,
                   std::span<const size_t> samples, std::map<Key, BySample>& fresh) const;
  std::vector<Tensor> run_call(const Graph& graph, const std::vector<Key>& keys, NodeId id,
                               size_t sample, Values& values) const;

  std::vector<std::vector<Tensor>> samples_;
  int64_t threads_, bytes_;
  std::map<Key, BySample> kept_, last_;
  std::vector<Key> last_keys_;
  int64_t work_ = 0;
};

}  // namespace vta
