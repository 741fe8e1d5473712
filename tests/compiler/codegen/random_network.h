// Random legal configurations and random quantized networks for property tests.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>

#include "compiler/graph/graph.h"
#include "config/vta_config.h"

namespace vta::testing {

// Uniform in [low, high].
int64_t pick(std::mt19937_64& random, int64_t low, int64_t high);

// Any legal configuration with blocks of 4 to 64, batch 1 to 4 and scratchpads that are often
// smaller than a layer; half of them work on two halves of ACC at once.
VtaConfig random_config(std::mt19937_64& random);

// What a network has that is easy to get wrong; the property test counts these.
using Features = std::map<std::string, int>;

// Which layers follow the first one, a convolution.
enum class Layers : uint8_t { Chains, PoolsAndJoins };

// One to four convolutions, dense layers and residual adds on int8, in the form that quantize
// gives; with PoolsAndJoins also pools, and concatenations of two results.
Graph random_network(std::mt19937_64& random, const VtaConfig& config, Features& features,
                     Layers layers = Layers::Chains);

}  // namespace vta::testing
