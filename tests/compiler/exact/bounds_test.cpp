// A part of what scripts/deep.sh bounds runs, and a network that once took less than was printed as
// its bound.
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/compiler.h"
#include "config/memory_preset.h"
#include "runtime/bound.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/exact/bound_case.h"

namespace vta {
namespace {

using testing::BoundResult;
using testing::Features;

TEST(Bounds, NoScheduleOfFiveHundredRandomNetworksIsBelow) {
  constexpr uint64_t kSeed = 1;
  Features features;
  BoundResult sum;
  for (int64_t i = 0; i < 500; ++i)
    if (const auto c = testing::bound_case(kSeed, i, features)) {
      const BoundResult result = testing::check_bound(*c);
      EXPECT_EQ(result.problem, "") << "seed " << kSeed << ", case " << i << ": " << c->text;
      sum += result;
    }
  EXPECT_GT(sum.cases, 400);
  // The bound says something.
  EXPECT_GT(sum.near, 10);
  std::ranges::sort(sum.over);
  EXPECT_LT(sum.over[sum.over.size() / 2], 1.15);
  for (const char* name :
       {"reference", "fast", "any tiles", "compute and weights in turn", "random network",
        "late memory", "usual memory", "ACC_OVERLAP 0", "ACC_OVERLAP 1", "ACC_READ_PORTS 1",
        "ACC_READ_PORTS 2", "gaps", "several launches", "recurrence", "sums of units"})
    EXPECT_GE(features[name], 25) << name;
  // Buffers are seldom so small that tiles need more bytes than any schedule: 23 of these.
  EXPECT_GE(features["more by tiles"], 20);
}

// A convolution bound by compute, then a kernel bound by weights that are loaded meanwhile, more of
// them than INP holds.
TEST(Bounds, WeightsThatAreLoadedWhileAnotherKernelComputesAreAllowedFor) {
  for (const int64_t log_inp_bytes : {15, 13}) {
    CompileOptions options;
    options.config = apply_memory(named_config("default"), "ideal8");
    options.config.log_inp_buff_size = log_inp_bytes;
    options.recipe.set_list("skip_conv", {});
    const std::string model = VTA_SOURCE_DIR "/tests/data/compute_then_weights.ir";
    const Program program = compile_model(model, options).program;
    int64_t rooflines = 0;
    for (const ProgramKernel& kernel : program.kernels)
      rooflines += kernel_roofline(program.config, kernel)->cycles;
    const RunStats run =
        run_launches(program, make_device("csim", program.config, {.timing_only = true}));
    EXPECT_LT(run.timing->cycles, rooflines) << log_inp_bytes;
    EXPECT_GE(run.timing->cycles, network_bound(program)->cycles) << log_inp_bytes;
  }
}

}  // namespace
}  // namespace vta
