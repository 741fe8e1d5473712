// `auto` over random systems: never slower than the best single way. VTA_SYSTEMS=50 for more.
#include "workbench/system_run.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "compiler/onnx/model_zoo.h"
#include "config/memory_preset.h"
#include "link/device_link.h"

namespace vta::workbench {
namespace {

constexpr const char* kCores[] = {"default", "1x8", "1x32", "1x16.32", "pynq", "2x16"};
constexpr const char* kMemories[] = {"ideal8", "ddr,bus=16", "ddr3-1066", "ddr4-2400,mhz=200"};

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  size_t below(size_t bound) { return engine_() % bound; }

 private:
  std::mt19937_64 engine_;
};

bool alike(const std::vector<VtaConfig>& cores) {
  return std::ranges::all_of(cores, [&](const VtaConfig& core) {
    return core.log_batch == cores[0].log_batch && core.log_block_in == cores[0].log_block_in &&
           core.log_block_out == cores[0].log_block_out;
  });
}

std::vector<VtaConfig> random_cores(Random& random) {
  std::vector<VtaConfig> cores;
  const char* memory = kMemories[random.below(std::size(kMemories))];
  const size_t count = 1 + random.below(4);
  if (random.below(2) == 0) {  // of equal blocks, which can compute an image together
    const char* of[] = {"default", "pynq", "uop64"};
    while (cores.size() < count)
      cores.push_back(apply_memory(named_config(of[random.below(std::size(of))]), memory));
    return cores;
  }
  while (cores.size() < count)
    cores.push_back(apply_memory(named_config(kCores[random.below(std::size(kCores))]), memory));
  for (VtaConfig& core : cores)  // of one batch, so that all have the same images
    if (core.log_batch != 0)
      core = cores.front().log_batch == 0 ? cores.front()
                                          : apply_memory(named_config("default"), memory);
  return cores;
}

TEST(SystemRun, AutoIsNeverSlowerThanTheBestSingleWay) {
  const std::string zoo = ::testing::TempDir() + "/system_run_resnet8.onnx";
  write_model("resnet8_tiny", 0, zoo);
  const std::string data = std::string(VTA_SOURCE_DIR) + "/tests/data/";
  const char* given = std::getenv("VTA_SYSTEMS");
  const int systems = given != nullptr ? std::atoi(given) : 3;
  Random random(17);
  for (int k = 0; k < systems; ++k) {
    const std::vector<VtaConfig> cores = random_cores(random);
    for (const std::string& model : {zoo, data + "digits_resnet8.onnx", data + "grouped.ir"}) {
      SCOPED_TRACE(fmt::format("system {}, {} cores, {}", k, cores.size(), model));
      CompileOptions options;
      options.config = cores.front();
      std::vector<std::string> notes;
      const SystemPlan batch = batch_plan(model, options, cores, notes);
      SystemWork work;
      work.timing_only = true;
      work.max_cycles = kMaxCycles;
      work.images = static_cast<int64_t>(1 + random.below(10));
      int64_t best = run_on_system(batch, work).cycles;
      try {
        best = std::min(
            best, run_on_system(pipeline_plan(model, options, cores, work, notes), work).cycles);
      } catch (const UsageError&) {
        EXPECT_GT(cores.size(), 1u);  // fewer parts than cores
      }
      try {
        if (cores.size() > 1)
          best = std::min(best,
                          run_on_system(channels_plan(model, options, cores, notes), work).cycles);
      } catch (const ConfigError&) {
        EXPECT_FALSE(alike(cores));
      }
      const SystemChoice choice = quickest_plan(model, options, cores, batch, work);
      EXPECT_EQ(run_on_system(choice.plan, work).cycles, best);
    }
  }
}

}  // namespace
}  // namespace vta::workbench
