#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "config/dram_file.h"
#include "config/memory_preset.h"
#include "sim/dram/simple_fit.h"
#include "tests/sim/dram/measured_layers.h"

namespace vta {
namespace {

class MeasuredBursts : public ::testing::TestWithParam<const char*> {};

TEST_P(MeasuredBursts, AreGrantedAndCompletedAtTheirClocks) {
  const DramConfig dram = load_dram("ddr3-1066");
  const MeasuredLayer layer = read_measured_layer(GetParam());
  ASSERT_GT(layer.bursts.size(), 4000u);
  for (size_t k = 0; k < 4; ++k) {
    const DramReplay replay = replay_bursts(dram, kMeasuredPorts[k], layer.bursts);
    EXPECT_EQ(replay.clocks, layer.times[k].back().complete);
    size_t different = 0;
    for (size_t i = 0; i < layer.bursts.size(); ++i)
      different += replay.bursts[i] != layer.times[k][i];
    EXPECT_EQ(different, 0u) << "at " << kMeasuredPorts[k].mhz << " MHz";
  }
}

// The bounds are those of memories whose latency was fitted to such runs; nothing is fitted here.
TEST_P(MeasuredBursts, ASimpleMemoryOfTheSameTimesIsNear) {
  constexpr double kWithin[] = {0.015, 0.015, 0.04, 0.07};
  const DramConfig dram = load_dram("ddr3-1066");
  const MeasuredLayer layer = read_measured_layer(GetParam());
  for (size_t k = 0; k < 4; ++k) {
    const ReplayPort& port = kMeasuredPorts[k];
    const SimpleMemory memory = simple_memory(dram, port.bytes, 128 / port.bytes, port.mhz * 1000);
    const auto times = replay_simple(memory, dram.clock_ps, port, layer.bursts);
    const double ratio = static_cast<double>(times.back().complete) /
                         static_cast<double>(layer.times[k].back().complete);
    EXPECT_NEAR(ratio, 1, kWithin[k]) << port.bytes << " bytes at " << port.mhz << " MHz";
    RecordProperty(fmt::format("ratio_{}_{}_{}", port.bytes, port.mhz, port.outstanding),
                   fmt::format("{:.4f}", ratio));
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, MeasuredBursts, ::testing::ValuesIn(kMeasuredLayers),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace vta
