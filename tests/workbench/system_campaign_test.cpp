// Random programs on systems: the memory behind the cores is the one that is asked for.
#include <gtest/gtest.h>

#include "config/memory_preset.h"
#include "workbench/cosim_system.h"

namespace vta::workbench {
namespace {

TEST(SystemCampaign, ADramIsBehindTheCores) {
  VtaConfig config = named_config("tiny");
  config.log_bus_width = 6;
  config = apply_memory(config, "ddr3-1066");
  SystemCampaign campaign;
  campaign.backends = {"csim"};
  campaign.memory = cosim::MemoryChoice::Fixed;
  campaign.programs = 3;
  campaign.cores = {config, config};
  const int64_t of_the_dram = run_system_campaign(campaign).cycles;
  // The same registers without it.
  config.mem_dram.clear();
  config.mem_clock_khz = 0;
  campaign.cores = {config, config};
  EXPECT_NE(run_system_campaign(campaign).cycles, of_the_dram);
}

}  // namespace
}  // namespace vta::workbench
