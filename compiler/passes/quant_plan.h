// Every decision of a quantization as a value, by the nodes of the float graph given to quantize().
// A search (compiler/quant) changes it, and quantize() carries it out.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

// Of a convolution or dense layer.
struct LayerPlan {
  // One per output channel; empty: one for all, covering the largest magnitude. Raised where a
  // shift or a bias would not fit.
  std::vector<int> weight_exponents = {};
  // Added to the bias, per output channel; empty: nothing.
  std::vector<double> bias_correction = {};
  bool in_float = false;  // it stays on the host
  bool operator==(const LayerPlan&) const = default;
};

struct QuantPlan {
  // A value v is round(v / 2^exponent), clipped to [-127, 127]. Every value that is quantized needs
  // one.
  std::map<NodeId, int> exponents = {};
  std::map<NodeId, LayerPlan> layers = {};
  // Per channel, of values_for_factors() (channel_factors.h); exponents are of what is stored.
  std::map<NodeId, std::vector<float>> factors = {};
  bool operator==(const QuantPlan&) const = default;
};

// The result of quantize(): the places of the decisions in the new graph.
struct QuantTrace {
  struct Layer {
    NodeId data = -1, sums = -1;  // of the float graph; of the new one: int32, without the bias
    int input_exponent = 0;
    std::vector<int> weight_exponents = {};  // per output channel: sums are at input + weight
    // What the bias has of the input's offset, per output channel: data are stored less by that.
    std::vector<double> offset_share = {};
    std::vector<float> input_factors = {}, output_factors = {};  // empty: ones
    Tensor weight = {};                                          // before rounding, with both
  };
  std::set<NodeId> exponents;      // whose exponents were read
  std::map<NodeId, Layer> layers;  // in integers
  struct Value {
    NodeId i8 = -1;  // of the new graph: the value is i8 * factor * 2^exponent + offset
    int exponent = 0;
    std::vector<float> factors = {}, offset = {};  // per channel; empty: ones, zeros
  };
  std::map<NodeId, Value> values;  // of the float graph's nodes that have an int8 form
};

}  // namespace vta
