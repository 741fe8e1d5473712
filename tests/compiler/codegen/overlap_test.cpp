// Networks with ACC_OVERLAP 1: values, cycles on both machines, and streams that stay as they are.
#include <gtest/gtest.h>

#include "compiler/compiler.h"
#include "compiler/onnx/import.h"
#include "compiler/oracle.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"

namespace vta {
namespace {

CompileResult compile_resnet8(const std::string& config, int64_t overlap,
                              const std::string& schedule) {
  CompileOptions options;
  options.config = named_config(config);
  options.config.acc_overlap = overlap;
  options.recipe.set("schedule", schedule);
  return compile_model(VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx", options);
}

int64_t cycles_on(const std::string& backend, const CompileResult& compiled) {
  Executor executor(compiled.program, make_device(backend, compiled.program.config, {}));
  const ProgramValue& input =
      compiled.program.values[static_cast<size_t>(compiled.program.inputs[0])];
  executor.set_input(0, Tensor::zeros(DType::F32, input.shape));
  Oracle oracle(compiled.quantized, executor);
  testing::run_checked(executor);
  const VerifyReport report = oracle.compare();
  EXPECT_TRUE(report.exact()) << report.first_mismatch;
  return executor.stats().timing->cycles;
}

class Overlap : public ::testing::TestWithParam<const char*> {};

// The vector unit works beside the matrix unit.
TEST_P(Overlap, TakesFewerCycles) {
  const CompileResult without = compile_resnet8(GetParam(), 0, "fast");
  const CompileResult with = compile_resnet8(GetParam(), 1, "fast");
  const int64_t apart = cycles_on("csim", without), together = cycles_on("csim", with);
  EXPECT_LT(together, apart);
  std::printf("%s: %lld cycles instead of %lld\n", GetParam(), static_cast<long long>(together),
              static_cast<long long>(apart));
}

INSTANTIATE_TEST_SUITE_P(Configurations, Overlap,
                         ::testing::Values("default", "1x8", "1x32", "2x16"),
                         [](const auto& p) { return std::string("c") + p.param; });

TEST(OverlappedStreams, TakeTheCyclesOfTheHardware) {
  const CompileResult compiled = compile_resnet8("default", 1, "fast");
  EXPECT_EQ(cycles_on("csim", compiled), cycles_on("tsim", compiled));
}

TEST(OverlappedStreams, PublishedSchedulesStayAsTheyAre) {
  const CompileResult without = compile_resnet8("default", 0, "reference");
  const CompileResult with = compile_resnet8("default", 1, "reference");
  EXPECT_EQ(without.program.insns, with.program.insns);
  EXPECT_EQ(without.program.uops, with.program.uops);
}

}  // namespace
}  // namespace vta
