// The legality rules of a configuration, with a remedy for each failure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/vta_config.h"

namespace vta {

// One broken rule. `rule` is a short stable identifier ("range", "width-gemm", "depth-acc", ...).
struct Violation {
  std::string rule;
  std::string message;  // what is wrong and by how much
  std::string remedy;   // "set LOG_ACC_BUFF_SIZE to 17"
};

// Every rule that the configuration breaks; empty if it is legal. Value ranges come first and
// alone, since the other rules only make sense for values in range.
std::vector<Violation> find_violations(const VtaConfig& config);

// The same without remedies, for callers that check many configurations: a remedy costs hundreds of
// checks. A range's remedy, which costs nothing, is there.
std::vector<Violation> find_broken_rules(const VtaConfig& config);

bool is_legal(const VtaConfig& config);  // cheap: looks for no remedies

// ConfigError where the addresses of the memory's bus (key AXI) do not reach all of a memory.
void check_memory_size(const VtaConfig& config, int64_t bytes);

}  // namespace vta
