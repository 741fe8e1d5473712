// A whole network on several backends: every launch of the device is compared.
#pragma once

#include <string>
#include <vector>

#include "driver/driver.h"
#include "evaluation/preprocessing.h"
#include "runtime/program.h"

namespace vta::workbench {

struct NetworkRequest {
  std::string model;                // the file that the program is of
  std::vector<std::string> inputs;  // see input_sources
  PixelFlags pixels;                // of those that are images
  std::vector<std::string> backends;
  int64_t max_cycles = kMaxCycles;  // of a launch (driver/driver.h)
};

struct NetworkComparison {
  VtaConfig config;
  int64_t launches = 0, insns = 0, cycles = 0;
  std::vector<std::string> differences;
};

// UsageError where nothing of it runs on the accelerator.
NetworkComparison compare_network(const NetworkRequest& request, Program program);

}  // namespace vta::workbench
