// Weights and biases of one convolution or dense layer in integers, scales powers of two.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/tensor.h"

namespace vta {

// A layer computes, with x and y int8 at scales 2^input_exponent and 2^output_exponent,
//   y[o] = clip((sum(w8[o] * x) + bias[o] + round[o]) >> shift[o]),
//   shift[o] = output_exponent - input_exponent - weight_exponent[o].
struct LayerRequest {
  std::string name;         // for messages
  Tensor weight;            // float32, output channel first
  std::vector<float> bias;  // one per output channel; zeros when the layer has none
  int input_exponent = 0;
  int output_exponent = 0;  // wanted; may become coarser
  int64_t groups = 1;       // of channels, as a convolution's
  // False: one exponent, from the largest magnitude. True: one exponent per output channel, the one
  // of least squared error of the weights.
  bool per_channel = false;
  // Where there is one exponent: that of least squared error, too.
  bool least_error = false;
  // Wanted, per output channel, instead; may become coarser. Empty: as per_channel has it.
  std::vector<int> weight_exponents = {};
  // Mean of every input channel, for bias correction; empty: none.
  std::vector<double> input_mean;
  // Added to the bias, per output channel; empty: nothing.
  std::vector<double> bias_correction = {};
};

struct QuantizedLayer {
  Tensor weight;                      // int8, the float weight's shape
  std::vector<int> weight_exponents;  // per output channel
  std::vector<int32_t> bias;          // scale 2^(input_exponent + weight_exponent)
  std::vector<int32_t> shifts;        // per output channel, 0..kMaxShift
  int output_exponent = 0;
};

constexpr int kMaxShift = 30;

// factor / 2^shift, for products of int32.
struct FixedFactor {
  int32_t factor = 0, shift = 0;
};

// 2^scale / count as a factor of sums of `count` int8 values: at most 15 bits, and no sum's product
// leaves 32 bits. nullopt where that leaves a factor so short that results could be off by more
// than half beside the rounding (1 / 256 of the factor).
std::optional<FixedFactor> mean_factor(int64_t count, int scale);

// The same of 2^scale / (count * f) for each f, with one shift; one of 2^scale / count where there
// are none.
struct FixedFactors {
  std::vector<int32_t> factors;
  int32_t shift = 0;
};
std::optional<FixedFactors> mean_factors(int64_t count, int scale, std::span<const float> divisors);

// Of the exponent that covers the largest magnitude and the two below it, the one of least squared
// error of the values.
int least_error_weight_exponent(std::span<const float> values);

// CompileError when a weight or bias is not finite.
QuantizedLayer quantize_layer(const LayerRequest& request);

}  // namespace vta
