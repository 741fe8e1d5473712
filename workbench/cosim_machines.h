// Which configurations `vta cosim` runs on which backends.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/cosim/campaign.h"

namespace vta::workbench {

using CosimMachine = cosim::CampaignOptions::Machine;

// --backends: names, of fsim and csim also with kernels ("fsim:avx2"); empty: all. UsageError.
std::vector<std::string> wanted_backends(const std::string& text);
// Names alone, for networks.
std::vector<std::string> plain_backends(const std::string& text);
// fsim costs least, so alone it stands for one of each kernels that this CPU has, the reference
// first.
std::vector<std::string> with_all_kernels(const std::vector<std::string>& backends);

// A DeviceMaker for such names.
std::unique_ptr<Device> make_cosim_device(const std::string& backend, const VtaConfig& config,
                                          int64_t memory_bytes);

// --config: names and files, "all" for every named one, random:COUNT[:SEED] for legal ones of any
// kind, of which those above 4096 MACs run without tsim. UsageError, ConfigError.
std::vector<CosimMachine> wanted_machines(const std::string& text,
                                          const std::vector<std::string>& backends);

}  // namespace vta::workbench
