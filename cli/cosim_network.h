// A whole network on several backends: every launch of the device is compared.
#pragma once

#include <string>
#include <vector>

#include "cli/compile_flags.h"
#include "driver/driver.h"

namespace vta::cli {

struct NetworkRequest {
  std::string model;                // .onnx and .ir are compiled, .vta is loaded
  std::vector<std::string> inputs;  // see input_sources
  std::string memory;               // see apply_memory; empty: the configuration's
  std::vector<std::string> backends;
  int64_t max_cycles = kMaxCycles;  // of a launch (driver/driver.h)
};

struct NetworkComparison {
  VtaConfig config;
  int64_t launches = 0, insns = 0, cycles = 0;
  std::vector<std::string> differences;
};

NetworkComparison compare_network(const NetworkRequest& request, const CompileFlags& flags);

}  // namespace vta::cli
