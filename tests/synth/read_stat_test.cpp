#include <gmock/gmock.h>

#include "base/error.h"
#include "hw/synth/area.h"

namespace vta {
namespace {

// A top with two instances of a parametrized FIFO, each with a RAM inside.
constexpr const char* kStat = R"({
  "modules": {
    "\\top": {"num_memory_bits": 0, "num_cells_by_type": {
        "$mul": 3, "$add": 2, "fifo$top.a": 1, "fifo$top.b": 1}},
    "\\fifo$top.a": {"num_memory_bits": 64, "num_cells_by_type": {"$add": 1, "ram": 1}},
    "\\fifo$top.b": {"num_memory_bits": 128, "num_cells_by_type": {"$add": 4, "ram": 1}},
    "\\ram": {"num_memory_bits": 1000, "num_cells_by_type": {
        "LUT6": 5, "RAM64M": 2, "FDRE": 7, "DSP48E1": 1, "RAMB18E1": 1, "RAMB36E1": 3}}
  }})";

const ModuleArea& module_of(const AreaReport& report, const std::string& name) {
  for (const ModuleArea& m : report.modules) {
    if (m.name == name)
      return m;
  }
  throw InternalError("no module " + name);
}

TEST(ReadStat, JoinsTheFormsOfOneModule) {
  const AreaReport report = read_stat(kStat, "top", SynthTarget::Generic);
  EXPECT_EQ(report.modules.size(), 3u);
  EXPECT_EQ(module_of(report, "fifo").instances, 2);
  EXPECT_EQ(module_of(report, "fifo").cells, 5);
  EXPECT_EQ(module_of(report, "fifo").memory_bits, 192);
  EXPECT_EQ(module_of(report, "top").multipliers, 3);
  EXPECT_EQ(module_of(report, "top").cells, 5);
}

TEST(ReadStat, CountsWhatEveryInstanceTakes) {
  const AreaReport report = read_stat(kStat, "top", SynthTarget::Xilinx7);
  EXPECT_EQ(report.total.memory_bits, 192 + 2 * 1000);
  EXPECT_EQ(report.total.lut, 2 * (5 + 2 * 4));
  EXPECT_EQ(report.total.ff, 14);
  EXPECT_EQ(report.total.dsp, 2);
  EXPECT_EQ(report.total.bram18, 2 * (1 + 3 * 2));
}

TEST(ReadStat, TellsScratchpadsApart) {
  const AreaReport report = read_stat(R"({"modules": {
    "\\top": {"num_memory_bits": 0, "num_cells_by_type": {
        "vta_scratchpad$top.u_datapath.u_wgt": 1, "vta_scratchpad$top.u_datapath.u_inp": 1}},
    "\\vta_scratchpad$top.u_datapath.u_wgt": {"num_memory_bits": 64, "num_cells_by_type": {}},
    "\\vta_scratchpad$top.u_datapath.u_inp": {"num_memory_bits": 8, "num_cells_by_type": {}}}})",
                                      "top", SynthTarget::Generic);
  EXPECT_EQ(module_of(report, "vta_scratchpad wgt").memory_bits, 64);
  EXPECT_EQ(module_of(report, "vta_scratchpad inp").memory_bits, 8);
}

TEST(ReadStat, RefusesStatisticsWithoutTheTop) {
  EXPECT_THROW(read_stat(kStat, "core", SynthTarget::Generic), InputError);
  EXPECT_THROW(read_stat("{}", "core", SynthTarget::Generic), InputError);
}

}  // namespace
}  // namespace vta
