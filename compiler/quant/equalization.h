// Factors per channel that equalize a network's channels (cross-layer equalization).
#pragma once

#include <map>
#include <vector>

#include "compiler/quant/harness.h"

namespace vta {

// Factors of values_for_factors(). A channel's is in proportion to
//   (largest magnitude of the channel)^share / (largest weight behind it)^(1 - share),
// no more than kMostChannelSpread powers of two below the greatest, and such that the largest
// magnitude stored is 127: with share 1 every channel fills int8, with 1/2 what a channel lacks is
// half its values' and half its weights'. Without a share all channels have one factor: a scale
// that is no power of two. Channels of zeros have the greatest.
struct Equalization {
  bool by_channel = true;
  double share = 0.5;
};
std::map<NodeId, std::vector<float>> equalizing_factors(const QuantHarness& harness,
                                                        const Equalization& how);

}  // namespace vta
