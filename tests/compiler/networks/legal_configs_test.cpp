// Whatever is legal runs: a small network on random legal configurations, the smallest and the
// largest value of every key among them, in every backend, each kernel exact.
//
// VTA_DEEP=1 draws many more, and builds an RTL model for each of up to 4,096 MACs.
#include <cstdlib>
#include <string_view>

#include "config/random_config.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta {
namespace {

using testing::all_on_device;
using testing::NetworkRun;
using testing::run_network;
using testing::small_network;

constexpr uint64_t kSeed = 20;
constexpr int64_t kMostRtlMacs = 4096;

bool deep() {
  const char* value = std::getenv("VTA_DEEP");
  const bool on = value != nullptr && std::string_view(value) == "1";
  if (!on)
    std::printf("a few configurations; VTA_DEEP=1 for many more\n");
  return on;
}

// Runs the network on a configuration; whether it was the device that ran it. A scratchpad may be
// too small for any tile of a layer, which is the host's then.
bool runs_exactly(const Graph& network, const VtaConfig& config, const std::string& backend,
                  OracleCache* cache) {
  SCOPED_TRACE(fmt::format("seed {}, {}\n{}", kSeed, backend, config.to_json()));
  const NetworkRun run = run_network(network, all_on_device(config), cache, backend);
  EXPECT_EQ(run.report.mismatched_elements, 0) << run.report.first_mismatch;
  EXPECT_LE(run.report.output_error, 1e-5);
  return run.device_macs > 0;
}

TEST(AnyLegalConfiguration, EachRunsANetworkOnTheFunctionalAndTheTimedSimulator) {
  const Graph network = small_network();
  const auto configs = random_legal_configs(deep() ? 300 : 2 * kCoveringConfigs, kSeed);
  int64_t on_device = 0;
  for (const VtaConfig& config : configs) {
    for (const char* backend : {"fsim", "csim"})
      on_device += runs_exactly(network, config, backend, nullptr) ? 1 : 0;
    if (HasFailure())
      return;
  }
  EXPECT_GT(on_device, std::ssize(configs)) << "of " << 2 * configs.size();
}

TEST(AnyLegalConfiguration, EachOfUpTo4096MacsRunsANetworkOnTheRtl) {
  const Graph network = small_network();
  const bool many = deep();
  const RandomConfigLimits limits{.macs = many ? kMostRtlMacs : 64};
  int64_t on_device = 0;
  for (const VtaConfig& config : random_legal_configs(many ? 40 : 3, kSeed, limits)) {
    on_device += runs_exactly(network, config, "tsim", nullptr) ? 1 : 0;
    if (HasFailure())
      return;
  }
  EXPECT_GT(on_device, 0);
}

// The weights of one element are larger than a page of device memory.
TEST(AnyLegalConfiguration, WeightElementsAboveAPageRun) {
  const Graph network = small_network();
  for (const auto& [log_in, log_out] : {std::pair{6, 7}, std::pair{7, 6}, std::pair{7, 7}}) {
    VtaConfig config;
    config.log_block_in = log_in;
    config.log_block_out = log_out;
    config.log_inp_buff_size = config.log_acc_buff_size = 17;
    config.log_wgt_buff_size = 20;
    for (const char* backend : {"fsim", "csim"}) {
      EXPECT_TRUE(runs_exactly(network, config, backend, nullptr));
      if (HasFailure())
        return;
    }
  }
}

// A scratchpad that holds as much as one beat of the memory port.
TEST(AnyLegalConfiguration, ScratchpadsOfOneBeatRunOnTheRtl) {
  const Graph network = small_network();
  for (const char* name : {"smallest_1x4_bus8", "smallest_1x4_bus64"}) {
    const VtaConfig config =
        load_config(fmt::format(VTA_SOURCE_DIR "/tests/data/configs/{}.json", name));
    for (const char* backend : {"fsim", "csim", "tsim"})
      EXPECT_TRUE(runs_exactly(network, config, backend, nullptr));
  }
}

}  // namespace
}  // namespace vta
