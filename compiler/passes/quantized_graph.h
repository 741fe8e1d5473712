// The graph that `quantize` makes, while it is made: each value of the float graph as float32, as
// int8 with an exponent, or both, and the calls that integer arithmetic is written with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/graph/unique_names.h"
#include "compiler/passes/activation_scales.h"
#include "compiler/passes/float_chain.h"
#include "compiler/passes/pass.h"

namespace vta {

// A convolution's int32 sums whose shift is not decided yet: a residual sum may take them as they
// are.
struct OpenSum {
  NodeId acc = -1;              // without the bias
  std::vector<int32_t> bias;    // per output channel
  std::vector<int32_t> shifts;  // to the exponent of the value, per output channel
  NodeId layer = -1;            // of the old graph
  FloatChain chain;
};

// The new forms of an old value.
struct ValueForms {
  NodeId f32 = -1;
  NodeId i8 = -1;
  int exponent = 0;                            // of i8: the value is i8 * 2^exponent
  bool integer = false;                        // computed as int8, not quantized from f32
  bool part = false;                           // of a concatenation of int8 values
  std::optional<OpenSum> open = std::nullopt;  // while there is no i8
  // Per channel, or empty: the value is i8 * 2^exponent + offset. Below half a step.
  std::vector<float> offset = {};
  std::vector<float> factors = {};  // per channel, or empty: of i8, as in QuantPlan::factors
  bool scaled_behind = false;  // a batch norm's, whose factors are in the weights of its readers
};

// Bits behind the point of attention's scores.
constexpr int kMostScoreFraction = 15;

// Ids named `id` are of the old graph, others of the new one.
class QuantizedGraph {
 public:
  QuantizedGraph(const Graph& old, PassContext& context);

  const Graph& old() const { return old_; }
  const std::vector<std::vector<NodeId>>& users() const { return users_; }  // of the old graph
  const QuantOptions& options() const { return context_.quant; }
  const ActivationScales& scales() const { return scales_; }
  Graph& graph() { return new_; }
  Graph take() { return std::move(new_); }
  // Of the plan, where there is one and it has the layer; else null.
  const LayerPlan* layer_plan(NodeId id) const;
  // Likewise; none: empty.
  std::vector<float> planned_factors(NodeId id) const;
  void trace_layer(NodeId id, QuantTrace::Layer layer) { layers_[id] = std::move(layer); }
  QuantTrace trace() const;  // of what has been made

  // ---- values
  ValueForms& value(NodeId id) { return values_[static_cast<size_t>(id)]; }
  // A model that came quantized has it in int8, at its exact scale.
  bool is_stored_by_model(NodeId id) const;
  // The form, made where it is not there yet.
  NodeId as_float(NodeId id);
  NodeId as_int8(NodeId id);
  NodeId widened(NodeId id);  // int32, of a value that is int8
  void set_integer(NodeId id, NodeId i8, int exponent);

  // ---- calls of the old graph
  // That are computed with others, and need no visit; `result` takes over their ONNX nodes.
  void skip_visits(const std::vector<NodeId>& calls);
  void cover(const std::vector<NodeId>& calls, NodeId result);
  bool needs_visit(NodeId id) const { return !done_[static_cast<size_t>(id)]; }
  // Notes why; false, as the call is not realized in integers.
  bool stays_float(NodeId id, std::string_view why);
  void note_clipped(NodeId sum, std::string_view why);
  void note_clipped_weights(NodeId layer, int64_t count);
  void keep_comment(NodeId id, NodeId call) { new_.node(call).comment = old_.node(id).comment; }

  // ---- integer arithmetic
  NodeId scalar(float v) { return new_.add_constant(Tensor::scalar<float>(v)); }
  NodeId scalar(int32_t v) { return new_.add_constant(Tensor::scalar<int32_t>(v)); }
  // One number per channel of what `op`, a convolution or dense layer, makes.
  NodeId channel_constant(const std::vector<int32_t>& values, std::string_view op);
  NodeId biased(NodeId acc, const std::vector<int32_t>& bias, std::string_view op);
  // acc / 2^shift, rounded: scalars where all channels agree, vectors where they do not.
  NodeId requantized(NodeId acc, const std::vector<int32_t>& shifts, std::string_view op);
  // The same, towards minus infinity.
  NodeId shifted(NodeId acc, const std::vector<int32_t>& shifts, std::string_view op);
  NodeId clip(NodeId x, int64_t low, int64_t high);
  // To int8's range, or closer where the chain's clip is closer, of steps of 2^exponent.
  NodeId clip_to(NodeId x, const FloatChain& chain, int exponent);
  // With the float value's name or its operator's, "_int8" behind it, made unique.
  NodeId to_int8(NodeId x, NodeId id);
  std::string int8_name(NodeId id);

 private:
  void close(NodeId id);
  void fit_scores();
  NodeId scaled(NodeId real, NodeId id, int exponent, bool stored);
  NodeId by_channel(const std::vector<int32_t>& values, std::string_view op);
  std::string base_name(NodeId id) const;

  const Graph& old_;
  PassContext& context_;
  std::vector<std::vector<NodeId>> users_;
  ActivationScales scales_;
  std::vector<ValueForms> values_;  // by old node
  std::vector<bool> done_;
  UniqueNames names_;
  std::map<NodeId, QuantTrace::Layer> layers_;
  Graph new_;
};

}  // namespace vta
