#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "base/file.h"
#include "space_fixture.h"

namespace vta::explore {
namespace {

const std::string kFolder = VTA_SOURCE_DIR "/config/sweeps/";

struct Counts {
  const char* file;
  int64_t points, legal;
};
constexpr Counts kReady[] = {{"digits_vit.json", 18, 18},      {"quantization.json", 42, 28},
                             {"quick.json", 12, 10},           {"resnet18.json", 1536, 1296},
                             {"resnet18_1x64_bus.json", 4, 4}, {"resnet18_5000.json", 6912, 6168},
                             {"zynq7020.json", 1200, 988}};

Space ready_space(const std::string& file) {
  return Space(load_sweep_spec(kFolder + file, kMetrics),
               [](const VtaConfig&) { return AreaUse{}; });
}

TEST(ReadySweeps, HaveAsManyPointsAsTheirPageSays) {
  for (const Counts& counts : kReady) {
    const Space space = ready_space(counts.file);
    EXPECT_EQ(space.size(), counts.points) << counts.file;
    int64_t legal = 0;
    for (int64_t index = 0; index < space.size(); ++index)
      legal += space.exclusion(index) ? 0 : 1;
    EXPECT_EQ(legal, counts.legal) << counts.file;
  }
}

TEST(ReadySweeps, AreAllInTheTable) {
  std::set<std::string> files, known;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".json")
      files.insert(entry.path().filename().string());
  }
  for (const Counts& counts : kReady)
    known.insert(counts.file);
  EXPECT_EQ(files, known);
}

TEST(ReadySweeps, NameModelsThatAreThere) {
  for (const Counts& counts : kReady) {
    const SweepSpec spec = load_sweep_spec(kFolder + counts.file, kMetrics);
    for (const NetworkSpec& network : spec.networks)
      EXPECT_TRUE(network.model.empty() || std::filesystem::exists(network.model))
          << counts.file << ": " << network.model;
  }
}

TEST(SweepPage, ItsExampleIsASpecification) {
  const std::string page = read_text_file(VTA_SOURCE_DIR "/docs/sweep.md");
  const std::string opening = "```json\n";
  const size_t begin = page.find(opening) + opening.size();
  const std::string example = page.substr(begin, page.find("```", begin) - begin);
  const Space space(parse_sweep_spec(example, "docs/sweep.md", "", kMetrics),
                    [](const VtaConfig&) { return AreaUse{}; });
  EXPECT_EQ(space.size(), 3 * 4 * 2 * 2);
}

// Blocks 8..64, batch 1..4, four sizes of buffers, bus 8..64 bytes, two latencies.
TEST(ReadySweeps, TheLargeOneCoversWhatItPromises) {
  const Space space = ready_space("resnet18.json");
  std::set<int64_t> in, out, batch, bus, latency, scratchpads;
  for (int64_t index = 0; index < space.size(); ++index) {
    const auto candidate = space.point(index);
    if (const auto* point = std::get_if<PointSpec>(&candidate)) {
      in.insert(point->config.block_in());
      out.insert(point->config.block_out());
      batch.insert(point->config.batch());
      bus.insert(point->config.bus_bytes());
      latency.insert(point->config.mem_read_latency);
      scratchpads.insert(scratchpad_bytes(point->config));
      EXPECT_EQ(point->images, point->config.batch());
    }
  }
  EXPECT_EQ(in, (std::set<int64_t>{8, 16, 32, 64}));
  EXPECT_EQ(out, in);
  EXPECT_EQ(batch, (std::set<int64_t>{1, 2, 4}));
  EXPECT_EQ(bus, in);
  EXPECT_EQ(latency.size(), 2u);
  EXPECT_EQ(scratchpads.size(), 4u);
}

}  // namespace
}  // namespace vta::explore
