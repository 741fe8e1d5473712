// Random legal configurations, for tests and campaigns. The same with every standard library.
#pragma once

#include <cstdint>
#include <vector>

#include "config/vta_config.h"

namespace vta {

// The caller's limits of size, beside the rules of legality.
struct RandomConfigLimits {
  int64_t log_scratchpad_bytes = 30;  // of each scratchpad; at least 9: one of every beat's width
  int64_t macs = int64_t{1} << 17;    // per cycle; at least 16, the smallest machine
};

// The smallest or the largest value of a key that any legal configuration within the limits has.
int64_t smallest_legal(int64_t VtaConfig::*member, const RandomConfigLimits& limits = {});
int64_t largest_legal(int64_t VtaConfig::*member, const RandomConfigLimits& limits = {});

// So many configurations have the smallest and the largest of every key among them.
inline constexpr int64_t kCoveringConfigs = 12;

// `count` legal configurations. The first is the smallest machine, with every key at its smallest;
// those after it have the largest values, as many at once as go together; what is left is drawn
// evenly: keys, then depths that fit the instruction. Labels are those of the default.
std::vector<VtaConfig> random_legal_configs(int64_t count, uint64_t seed,
                                            const RandomConfigLimits& limits = {});

}  // namespace vta
