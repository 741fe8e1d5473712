// Operators that stay in float on the host, between convolutions of the accelerator.
#include <gtest/gtest.h>

#include <random>

#include "compiler/compiler.h"
#include "compiler/oracle.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta::testing {
namespace {

std::vector<float> random_floats(int64_t count, uint64_t seed, float scale) {
  std::mt19937_64 random(seed);
  std::vector<float> values(static_cast<size_t>(count));
  for (float& v : values)
    v = scale * (static_cast<float>(random() % 2001) / 1000.0F - 1.0F);
  return values;
}

void add_conv(TestModel& m, const std::string& in, const std::string& out, int64_t from, int64_t to,
              uint64_t seed) {
  m.floats("w" + out, {to, from, 3, 3}, random_floats(to * from * 9, seed, 0.15F));
  m.floats("b" + out, {to}, random_floats(to, seed + 1, 0.5F));
  m.node("Conv", {in, "w" + out, "b" + out}, out).attr_ints("pads", {1, 1, 1, 1});
}

// conv, HardSwish, conv, Resize, Split into halves, a transposed convolution of one of them,
// HardSigmoid of the other as a gate, conv.
TestModel mixed_model() {
  TestModel m(18);
  m.input("x", {1, 16, 6, 6});
  add_conv(m, "x", "c0", 16, 16, 1);
  m.node("HardSwish", {"c0"}, "h0");
  add_conv(m, "h0", "c1", 16, 32, 3);
  m.ints("twice", {12, 12}).node("Resize", {"c1", "", "", "twice"}, "r");
  m.attr_text("mode", "linear").attr_ints("axes", {2, 3});
  m.node("Split", {"r"}, "left").attr("axis", 1).attr("num_outputs", 2);
  m.graph().mutable_node(m.graph().node_size() - 1)->add_output("right");
  m.floats("wt", {16, 16, 3, 3}, random_floats(16 * 16 * 9, 5, 0.15F));
  m.node("ConvTranspose", {"left", "wt"}, "up").attr_ints("pads", {1, 1, 1, 1});
  m.node("HardSigmoid", {"right"}, "gate").node("Mul", {"up", "gate"}, "gated");
  add_conv(m, "gated", "c2", 16, 16, 7);
  m.node("ReduceMax", {"c2"}, "y").attr("keepdims", 0);
  m.ints("planes", {2, 3});
  m.graph().mutable_node(m.graph().node_size() - 1)->add_input("planes");
  m.output("y");
  return m;
}

TEST(MixedNetwork, KernelsAreExactBetweenFloatOperators) {
  const Graph graph = mixed_model().import();
  CompileOptions options;
  options.config = named_config("default");
  options.recipe.set_list("skip_conv", {});
  CompileResult compiled = compile_graph(graph, options);
  EXPECT_EQ(compiled.program.kernels.size(), 4u);
  Executor executor(compiled.program, make_device("fsim", options.config));
  executor.set_input(
      0, Tensor::from_span<float>({1, 16, 6, 6},
                                  std::span<const float>(random_floats(16 * 36, 11, 3.0F))));
  Oracle oracle(compiled.quantized, executor);
  executor.run();
  const VerifyReport report = oracle.compare();
  EXPECT_TRUE(report.exact()) << report.first_mismatch;
  EXPECT_LE(report.output_error, 1e-5);
  EXPECT_EQ(executor.output(0).shape(), (Shape{1, 16}));
}

}  // namespace
}  // namespace vta::testing
