// A trained vision transformer (tests/data/README.md): one launch, in which all is computed, bit
// for bit what the integer interpreter has.
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <set>

#include "compiler/onnx/import.h"
#include "config/alu_ops.h"
#include "runtime/work_share.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta::testing {
namespace {

using ::testing::IsSubsetOf;

CompileOptions in_int8(int64_t acc_overlap = 0) {
  VtaConfig config = named_config("default");
  config.isa_ext = 1;
  config.acc_overlap = acc_overlap;
  CompileOptions options = all_on_device(config);
  options.recipe.set("all_int8", "true");
  return options;
}

const Graph& digits_vit() {
  static const Graph graph = import_onnx(VTA_SOURCE_DIR "/tests/data/digits_vit.onnx", {});
  return graph;
}

TEST(TrainedVit, HostOnlyGathersAndQuantizes) {
  const Program program = compile_graph(digits_vit(), in_int8()).program;
  EXPECT_EQ(program.host_macs, 0);
  std::set<std::string> ops;
  for (const Step& step : program.steps)
    if (const auto* host = std::get_if<HostOpStep>(&step))
      ops.insert(host->op);
  EXPECT_THAT(ops, IsSubsetOf({"annotation.data", "cast", "clip", "concatenate", "multiply",
                               "reshape", "round", "transpose"}));
  EXPECT_EQ(
      std::ranges::count_if(
          program.steps, [](const Step& step) { return std::holds_alternative<LaunchStep>(step); }),
      1);
  std::map<std::string, int64_t> kernels;
  for (const ProgramKernel& k : program.kernels)
    ++kernels[k.kind];
  EXPECT_EQ(kernels, (std::map<std::string, int64_t>{
                         {"attention", 4}, {"conv2d", 1}, {"dense", 25}, {"layer_norm", 9}}));
}

TEST(TrainedVit, IsExactOnBothSimulators) {
  for (const std::string backend : {"fsim", "csim"})
    for (const int64_t overlap : {0, 1}) {
      SCOPED_TRACE(fmt::format("{}, ACC_OVERLAP {}", backend, overlap));
      expect_exact(run_network(digits_vit(), in_int8(overlap), nullptr, backend).report, 39);
    }
}

// Heads that are completed, several rows in an element, powers by EXP2.
TEST(TrainedVit, IsExactOnOtherMachines) {
  for (const std::string config : {"default", "1x8", "1x32", "2x16", "4x16", "1x32.16"})
    for (const int64_t isa_ext : {int64_t{1}, all_extensions()}) {
      SCOPED_TRACE(fmt::format("{}, ISA_EXT {}", config, isa_ext));
      CompileOptions options = all_on_device(named_config(config));
      options.config.isa_ext = isa_ext;
      options.recipe.set("all_int8", "true");
      expect_exact(run_network(digits_vit(), options).report, 26);
    }
}

// Without the operations of round all layers are still the accelerator's.
TEST(TrainedVit, LayersAloneAreExactToo) {
  for (const std::string config : {"tiny", "2x16", "1x16.32"}) {
    SCOPED_TRACE(config);
    CompileOptions options = all_on_device(named_config(config));
    options.recipe.set("all_int8", "true");
    expect_exact(run_network(digits_vit(), options).report, 26);
  }
}

}  // namespace
}  // namespace vta::testing
