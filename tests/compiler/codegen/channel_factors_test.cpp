// Networks whose values are stored in other units per channel, on the accelerator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/compiler.h"
#include "compiler/oracle.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/quant/uneven_network.h"

namespace vta {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

CompileResult compiled_for(const char* config, bool with_samples) {
  CompileOptions options;
  options.config = named_config(config);
  options.recipe.set("all_int8", "true");
  if (with_samples) {
    options.recipe.set("quant", "auto");
    options.calibration = uneven_inputs(16, 1);
  }
  return compile_graph(uneven_network(), options);
}

class ChannelFactorsOn : public ::testing::TestWithParam<const char*> {};

TEST_P(ChannelFactorsOn, KernelsEqualTheInterpreter) {
  const CompileResult compiled = compiled_for(GetParam(), true);
  EXPECT_THAT(compiled.notes, Contains(HasSubstr("channels equalized: ")));
  int64_t limits = 0, factors = 0;  // per channel
  for (NodeId id = 0; id < compiled.quantized.size(); ++id) {
    const Node& n = compiled.quantized.node(id);
    limits += n.op == "minimum" ? 1 : 0;
    factors += n.op == "multiply" && n.type().dtype == DType::I32 &&
                       compiled.quantized.type(n.inputs[1]).shape.size() == 3
                   ? 1
                   : 0;
  }
  EXPECT_EQ(limits, 2);   // of ReLU6 behind the first two convolutions
  EXPECT_EQ(factors, 1);  // of the average
  Executor executor(compiled.program, make_device("fsim", compiled.program.config));
  executor.set_input(0, uneven_inputs(1, 5).front());
  Oracle oracle(compiled.quantized, executor);
  vta::testing::run_checked(executor);
  const VerifyReport report = oracle.compare();
  EXPECT_TRUE(report.exact()) << report.first_mismatch;
}

INSTANTIATE_TEST_SUITE_P(Configs, ChannelFactorsOn,
                         ::testing::Values("default", "tiny", "1x32", "2x16"));

TEST(ChannelFactors, NetworksWithoutSamplesHaveNone) {
  const CompileResult compiled = compiled_for("default", false);
  for (NodeId id = 0; id < compiled.quantized.size(); ++id)
    EXPECT_NE(compiled.quantized.node(id).op, "minimum");
}

}  // namespace
}  // namespace vta
