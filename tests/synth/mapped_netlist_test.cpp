// A netlist as Yosys maps it, with the real cells: tests/data/netlists/three_paths.v. The delays
// are those of the library and of hw/synth/timing_cells.v, added by hand.
#include <gmock/gmock.h>

#include "base/error.h"
#include "base/file.h"
#include "hw/synth/timing_paths.h"

namespace vta {
namespace {

constexpr int64_t kFlipFlop = 456, kRam = 2454;          // clock to output
constexpr int64_t kLut2 = 238;                           // by its slower input
constexpr int64_t kFlipFlopData = 0, kMultiplier = 362;  // setup

const std::string kFile = std::string(VTA_SOURCE_DIR) + "/tests/data/netlists/three_paths.json";

TimingReport three_paths() {
  return longest_paths(read_netlist(read_text_file(kFile), kFile), 100);
}

// The longest from a cell of a type to one of a name (without index).
const TimingPath& path_between(const TimingReport& report, const std::string& type,
                               const std::string& name) {
  for (const TimingPath& path : report.paths)
    if (path.steps.front().type == type && path.steps.back().name.starts_with(name) &&
        path.steps.back().type != "output")
      return path;
  throw InternalError("no path from a " + type + " to " + name);
}

TEST(MappedNetlist, FromMemoryToRegister) {
  const TimingReport report = three_paths();
  const TimingPath& path = path_between(report, "RAMB18E1", "word");
  EXPECT_EQ(path.ps, kRam + kLut2 + kFlipFlopData);
  EXPECT_EQ(path.ps, report.longest_ps());
  EXPECT_EQ(path.alike, 8);
  ASSERT_EQ(path.steps.size(), 3u);
  EXPECT_EQ(path.steps[0].name, "mem.0.0");
  EXPECT_EQ(path.steps[2].source, "three_paths.v:16");
  EXPECT_EQ(path.steps[1].source, "");  // the synthesizer forgets where look-up tables are from
}

TEST(MappedNetlist, FromRegisterToRegister) {
  EXPECT_EQ(path_between(three_paths(), "FDRE", "other").ps, kFlipFlop + kLut2 + kFlipFlopData);
}

// Both operands and the product are registered in the DSP: x waits for a look-up table before it.
TEST(MappedNetlist, FromRegisterToMultiplier) {
  const TimingReport report = three_paths();
  const TimingPath& path = path_between(report, "FDRE", "product");
  EXPECT_EQ(path.ps, kFlipFlop + kLut2 + kMultiplier);
  EXPECT_EQ(path.steps.back().type, "DSP48E1");
  EXPECT_TRUE(path.steps.back().from.starts_with("A["));
  EXPECT_EQ(path.steps.back().to, "CLK");
}

TEST(MappedNetlist, HasOneClockAndOneModule) {
  const TimingReport report = three_paths();
  EXPECT_EQ(report.clock, "clk");
  ASSERT_EQ(report.modules.size(), 1u);
  EXPECT_EQ(report.modules[0].module, "three_paths");
  EXPECT_EQ(report.modules[0].endpoints, report.endpoints);
}

}  // namespace
}  // namespace vta
