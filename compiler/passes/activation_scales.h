// The power-of-two scale of every activation, by the quantization mode.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "compiler/passes/calibrate.h"
#include "compiler/passes/pass.h"

namespace vta {

class ActivationScales {
 public:
  // Max and Percentile run the float graph over the calibration samples. CompileError for a
  // global_scale that is not positive or a percentile outside (0, 100].
  ActivationScales(const Graph& graph, const QuantOptions& options);

  // A value v of this node is represented by round(v / 2^exponent), clipped to [-127, 127].
  // Global: global_scale / 128, rounded up to a power of two. Max: covers the largest magnitude.
  // Percentile: of the scales that cover the percentile or more, up to the largest magnitude, the
  // one of least squared error. Auto: the plan's; CompileError where it has none. What the graph's
  // model_scales say exactly comes before all of these, their estimates before mode Global's scale.
  int exponent(NodeId id) const;
  // These have the coarsest of their scales from now on.
  void join(const std::vector<NodeId>& ids);
  // From now on, by so many bits.
  void coarsen(NodeId id, int bits);
  const std::set<NodeId>& read() const { return read_; }  // whose exponents were asked for

  const TensorStats* stats(NodeId id) const {  // null in mode Global
    return stats_.empty() ? nullptr : &stats_[static_cast<size_t>(id)];
  }

 private:
  int own_exponent(NodeId id) const;

  QuantOptions options_;
  std::map<NodeId, int> joined_, given_;
  mutable std::set<NodeId> read_;
  std::vector<TensorStats> stats_;
};

}  // namespace vta
