// Random quantized networks as listings, for properties of whole compilations.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "config/vta_config.h"

namespace vta::testing {

// Uniform in [low, high], the same with every standard library.
inline int64_t draw(std::mt19937_64& random, int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
}

// One to four int8 layers between a quantizing head and a float tail: convolutions of 1x1 to 5x5
// with strides and uneven pads, channels that fill no block, images that fill no BATCH, a very wide
// image now and then, residual adds.
std::string random_listing(std::mt19937_64& random, const VtaConfig& config);

}  // namespace vta::testing
