// Bursts of layers of ResNet-18, with the clocks that another simulator of DRAMs (Ramulator 2.1)
// found for each: a file has the bursts of a layer, and times for four accelerators.
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "config/dram_file.h"
#include "sim/dram/burst_replay.h"

namespace vta {
namespace {

std::string unpacked(const std::string& path) {
  const gzFile file = gzopen(path.c_str(), "rb");
  EXPECT_NE(file, nullptr) << path;
  std::string text;
  std::array<char, 1 << 16> part;
  for (int size = 1; file != nullptr && size > 0;) {
    size = gzread(file, part.data(), part.size());
    if (size > 0)
      text.append(part.data(), static_cast<size_t>(size));
  }
  gzclose(file);
  return text;
}

// Lines of numbers: of each burst the jump from the end of the last one of its direction, its
// bytes, whether it writes; then for each accelerator the clocks from the grant before to its own,
// and from that to its completion.
struct Layer {
  std::vector<DramBurst> bursts;
  std::array<std::vector<DramBurstTimes>, 4> times;
};
Layer read_layer(const std::string& name) {
  std::istringstream text(
      unpacked(std::string(VTA_SOURCE_DIR) + "/tests/data/dram/" + name + ".txt.gz"));
  std::vector<std::vector<int64_t>> columns;
  for (std::string line; std::getline(text, line);) {
    std::istringstream numbers(line);
    columns.emplace_back();
    for (int64_t number; numbers >> number;)
      columns.back().push_back(number);
  }
  Layer layer;
  if (columns.size() != 11) {
    ADD_FAILURE() << name << " has " << columns.size() << " lines";
    return layer;
  }
  std::array<int64_t, 2> end{};
  std::array<int64_t, 4> granted{};
  for (size_t i = 0; i < columns[0].size(); ++i) {
    const bool write = columns[2][i] != 0;
    int64_t& place = end[write ? 1 : 0];
    place += columns[0][i];
    layer.bursts.push_back({place, columns[1][i], write});
    place += columns[1][i];
    for (size_t k = 0; k < 4; ++k) {
      granted[k] += columns[3 + 2 * k][i];
      layer.times[k].push_back({granted[k], granted[k] + columns[4 + 2 * k][i]});
    }
  }
  return layer;
}

constexpr ReplayPort kPorts[] = {{8, 100, 1}, {8, 100, 4}, {16, 200, 4}, {16, 333, 8}};

class MeasuredBursts : public ::testing::TestWithParam<const char*> {};

TEST_P(MeasuredBursts, AreGrantedAndCompletedAtTheirClocks) {
  const DramConfig dram = load_dram("ddr3-1066");
  const Layer layer = read_layer(GetParam());
  ASSERT_GT(layer.bursts.size(), 4000u);
  for (size_t k = 0; k < 4; ++k) {
    const DramReplay replay = replay_bursts(dram, kPorts[k], layer.bursts);
    EXPECT_EQ(replay.clocks, layer.times[k].back().complete);
    size_t different = 0;
    for (size_t i = 0; i < layer.bursts.size(); ++i)
      different += replay.bursts[i] != layer.times[k][i];
    EXPECT_EQ(different, 0u) << "at " << kPorts[k].mhz << " MHz";
  }
}

INSTANTIATE_TEST_SUITE_P(Layers, MeasuredBursts,
                         ::testing::Values("conv_64_64_56", "conv_128_128_28", "conv_256_256_14",
                                           "conv_512_512_7", "conv_64_128_stride2"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace vta
