// What a co-simulation found.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/cosim/campaign.h"
#include "workbench/cosim_machines.h"
#include "workbench/cosim_network.h"
#include "workbench/cosim_system.h"

namespace vta::workbench {

// Random programs, and as far as it is printed how they were asked for.
struct CampaignReport {
  const cosim::CampaignOptions& options;
  const cosim::CampaignResult& result;
  int64_t require_hits = 0;
  bool hits = false;
  int64_t random = 0;
  std::string config, memory;
};
boost::json::object campaign_json(const CampaignReport& report);
void print_campaign(const CampaignReport& report);

// One test program.
struct CosimVerdict {
  const VtaConfig& config;
  const std::vector<std::string>& backends;
  int64_t insns = 0;
  const cosim::Verdict& verdict;
};
boost::json::object verdict_json(const CosimVerdict& shown);
void print_verdict(const CosimVerdict& shown);

// A network, whose constants are of `seed`.
boost::json::object comparison_json(const NetworkComparison& found,
                                    const std::vector<std::string>& backends, uint64_t seed);
void print_comparison(const NetworkComparison& found, const std::vector<std::string>& backends);

// Random programs on a system.
struct SystemCosimReport {
  const SystemFile& system;
  const SystemCampaign& campaign;
  const SystemCampaignResult& result;
};
boost::json::object system_campaign_json(const SystemCosimReport& report);
void print_system_campaign(const SystemCosimReport& report);

}  // namespace vta::workbench
