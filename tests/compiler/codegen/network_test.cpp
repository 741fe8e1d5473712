// Random networks on random configurations: every kernel's output equals the integer interpreter's.
#include <gtest/gtest.h>

#include <cstdlib>

#include "compiler/compiler.h"
#include "compiler/oracle.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::Features;
using testing::pick;

Tensor random_input(std::mt19937_64& random, const Shape& shape) {
  Tensor t = Tensor::zeros(DType::F32, shape);
  for (float& v : t.mutable_data<float>())
    v = static_cast<float>(pick(random, -800, 800)) / 100.0F;
  return t;
}

// Every form of fsim's kernels that this machine can run.
std::vector<std::string> available_kernels(const VtaConfig& config) {
  std::vector<std::string> kernels;
  for (const char* name : {"reference", "portable", "avx2", "avx512vnni", "amx"}) {
    try {
      make_device("fsim", config, {.kernels = name, .memory_bytes = 1 << 20});
      kernels.emplace_back(name);
    } catch (const UsageError&) {  // not on this CPU
    }
  }
  return kernels;
}

// Runs a network drawn from the seed with every form of kernels; all must be exact.
int64_t run_random(uint64_t seed, Features& features) {
  std::mt19937_64 random(seed);
  CompileOptions options;
  options.config = testing::random_config(random);
  options.recipe.set("schedule", pick(random, 0, 2) == 0 ? "reference" : "fast");
  options.recipe.set("dense_on_device", "true");
  const Graph graph = testing::random_network(random, options.config, features);
  const CompileResult compiled = compile_graph(graph, options);
  for (const std::string& note : compiled.notes)
    ++features["note: " + note];
  const Tensor input = random_input(random, graph.type(graph.inputs()[0]).shape);
  int64_t elements = 0;
  for (const std::string& kernels : available_kernels(options.config)) {
    SCOPED_TRACE(kernels);
    Executor executor(compiled.program, make_device("fsim", options.config, {.kernels = kernels}));
    executor.set_input(0, input);
    Oracle oracle(compiled.quantized, executor);
    testing::run_checked(executor);
    const VerifyReport report = oracle.compare();
    EXPECT_TRUE(report.exact()) << report.first_mismatch;
    EXPECT_LE(report.output_error, 1e-5);
    elements += report.elements;
  }
  return elements;
}

class RandomNetworks : public ::testing::TestWithParam<int> {
 protected:
  static constexpr int kPerCase = 50;
};

TEST_P(RandomNetworks, EveryKernelEqualsTheInterpreter) {
  Features features;
  int64_t elements = 0;
  for (int i = 0; i < kPerCase; ++i) {
    const int index = GetParam() * kPerCase + i;
    const auto seed = static_cast<uint64_t>(index);
    SCOPED_TRACE(fmt::format("seed {}", seed));
    elements += run_random(seed, features);
    ASSERT_FALSE(HasFailure());
  }
  for (const auto& [name, count] : features)
    std::printf("%4d %s\n", count, name.c_str());
  std::printf("%d networks, %lld elements compared\n", kPerCase, static_cast<long long>(elements));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomNetworks, ::testing::Range(0, 10));

TEST(RandomNetworkFeatures, EachHardCaseOccursAtLeastTwentyTimesInTheTenRuns) {
  Features features;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    std::mt19937_64 random(seed);
    const VtaConfig config = testing::random_config(random);
    pick(random, 0, 2);  // the policy, as in the runs
    testing::random_network(random, config, features);
  }
  for (const char* name :
       {"uneven pads", "stride > kernel", "1xN or Nx1 kernel",
        "channels not divisible by the block", "layer larger than the INP scratchpad",
        "layer larger than the WGT scratchpad", "layer larger than the ACC scratchpad",
        "layer larger than the UOP scratchpad", "batch not divisible by BATCH", "residual add",
        "fused residual add", "dense", "depthwise", "groups", "dilation"}) {
    std::printf("%4d %s\n", features[name], name);
    EXPECT_GE(features[name], 20) << name;
  }
}

}  // namespace
}  // namespace vta
