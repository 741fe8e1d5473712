#include "compiler/quant/memo_run.h"

#include <gtest/gtest.h>

#include "base/interruption.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/quantize.h"
#include "tests/compiler/passes/random_float_graph.h"

namespace vta {
namespace {

Graph quantized(const Graph& graph, double scale) {
  PassContext context;
  context.quant.skip_conv.clear();
  context.quant.global_scale = scale;
  return quantize(graph, context);
}

void expect_equal(const Tensor& a, const Tensor& b) {
  ASSERT_EQ(a.shape(), b.shape());
  ASSERT_TRUE(std::ranges::equal(a.bytes(), b.bytes()));
}

// Values of the integer part: what the host computes in float may differ in its last bits.
void expect_interpreted(const Graph& graph, const std::vector<std::vector<Tensor>>& samples,
                        MemoRun& run) {
  std::vector<NodeId> integers;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call && graph.type(id).dtype == DType::I8)
      integers.push_back(id);
  const auto values = run.run(graph, integers);
  for (size_t s = 0; s < samples.size(); ++s) {
    std::vector<Tensor> expected(static_cast<size_t>(graph.size()));
    interpret(graph, samples[s], {.observe = [&](NodeId id, const Tensor& value) {
                expected[static_cast<size_t>(id)] = value;
              }});
    for (size_t i = 0; i < integers.size(); ++i)
      expect_equal(values[s][i], expected[static_cast<size_t>(integers[i])]);
  }
}

TEST(MemoRun, IntegersAreTheInterpretersBeforeAndAfterAChange) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    const Graph real = random_float_graph(seed);
    std::vector<std::vector<Tensor>> samples;
    for (uint64_t i = 0; i < 3; ++i)
      samples.push_back({random_input(real, seed * 10 + i)});
    MemoRun run(samples, 2);
    expect_interpreted(quantized(real, 8), samples, run);
    run.keep_last();
    expect_interpreted(quantized(real, 4), samples, run);
    expect_interpreted(quantized(real, 8), samples, run);  // of what was kept
  }
}

TEST(MemoRun, EndsInAllThreadsWhenSomebodyWantsIt) {
  struct Ended {};
  const Graph real = random_float_graph(1);
  std::vector<std::vector<Tensor>> samples;
  for (uint64_t i = 0; i < 8; ++i)
    samples.push_back({random_input(real, i)});
  MemoRun run(samples, 4);
  const Graph graph = quantized(real, 8);
  {
    const InterruptionScope scope([] { throw Ended(); });
    EXPECT_THROW(run.run(graph, graph.outputs()), Ended);
  }
  expect_interpreted(graph, samples, run);  // as if it had not been
}

// (x a) b, both with a constant that can change.
NodeId times(Graph& g, NodeId x, float factor) {
  std::vector<float> diagonal(16, 0.0F);
  for (size_t i = 0; i < 4; ++i)
    diagonal[5 * i] = factor;
  return g.add_call("nn.dense", {x, g.add_constant(Tensor::from_span<float>({4, 4}, diagonal))},
                    {{"units", int64_t{4}}});
}

Graph two_steps(float a, float b) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 4}, DType::F32});
  g.set_outputs({times(g, times(g, x, a), b)});
  return g;
}

constexpr int64_t kStep = 16;  // multiplications

class MemoRunTwoSteps : public testing::Test {
 protected:
  float first_value(const Graph& g) {
    return run_.run(g, g.outputs()).front().front().data<float>()[0];
  }
  MemoRun run_{{{Tensor::from_span<float>({1, 4}, std::vector<float>{1, 2, 3, 4})}}, 1};
};

TEST_F(MemoRunTwoSteps, OnlyWhatIsBehindAChangeIsComputedAgain) {
  EXPECT_EQ(first_value(two_steps(2, 1)), 2);
  EXPECT_EQ(run_.work(), 2 * kStep);
  run_.keep_last();
  EXPECT_EQ(first_value(two_steps(2, 5)), 10);
  EXPECT_EQ(run_.work(), 3 * kStep);
  EXPECT_EQ(first_value(two_steps(3, 5)), 15);
  EXPECT_EQ(run_.work(), 5 * kStep);
}

TEST_F(MemoRunTwoSteps, WhatWasNotKeptIsForgotten) {
  first_value(two_steps(2, 1));
  run_.keep_last();
  first_value(two_steps(3, 1));
  EXPECT_EQ(first_value(two_steps(2, 1)), 2);
  EXPECT_EQ(run_.work(), 4 * kStep);  // the last one was there
  first_value(two_steps(3, 1));
  EXPECT_EQ(run_.work(), 6 * kStep);
}

// A chain of layers with a relu behind each.
Graph layers_and_relus(int count, float last) {
  Graph g;
  NodeId x = g.add_input("x", {{1, 4}, DType::F32});
  for (int i = 0; i < count; ++i)
    x = g.add_call("nn.relu", {times(g, x, i + 1 < count ? 1.0F : last)});
  g.set_outputs({x});
  return g;
}

TEST(MemoRun, KeepsInt8ValuesAndFloatLayersThatFit) {
  const std::vector<std::vector<Tensor>> samples(2, {Tensor::zeros(DType::F32, {1, 4})});
  const Graph g = layers_and_relus(6, 1);
  const auto kept = [&](int64_t bytes) {
    const std::vector<bool> keepers = MemoRun(samples, 1, bytes).keepers(g);
    int64_t sum = 0;
    for (NodeId id = 0; id < g.size(); ++id)
      if (keepers[static_cast<size_t>(id)]) {
        EXPECT_EQ(g.node(id).op, "nn.dense");
        sum += 2 * 16;  // two samples of four floats
      }
    return sum;
  };
  EXPECT_EQ(kept(MemoRun::kMostBytes), 6 * 32);
  EXPECT_EQ(kept(6 * 32), 6 * 32);
  EXPECT_EQ(kept(6 * 32 - 1), 3 * 32);
  EXPECT_EQ(kept(64), 2 * 32);
  EXPECT_EQ(kept(32), 32);
  EXPECT_EQ(kept(1), 0);
}

TEST(MemoRun, WithLittleMemoryTheSameValuesTakeMoreWork) {
  const std::vector<std::vector<Tensor>> samples = {
      {Tensor::from_span<float>({1, 4}, std::vector<float>{1, -2, 3, 4})}};
  MemoRun all(samples, 1), some(samples, 1, 32);
  for (const float last : {1.0F, 2.0F, 3.0F}) {
    const Graph g = layers_and_relus(6, last);
    expect_equal(all.run(g, g.outputs())[0][0], some.run(g, g.outputs())[0][0]);
    all.keep_last();
    some.keep_last();
  }
  EXPECT_LT(all.work(), some.work());
}

TEST(MemoRun, ErrorsOfAThreadReachTheCaller) {
  Graph g;
  const NodeId x = g.add_input("x", {{1, 2}, DType::I32});
  g.set_outputs({g.add_call("divide", {x, g.add_constant(Tensor::scalar<int32_t>(0))})});
  const Tensor sample = Tensor::zeros(DType::I32, {1, 2});
  MemoRun run({{sample}, {sample}, {sample}}, 2);
  EXPECT_THROW(run.run(g, g.outputs()), InputError);
}

}  // namespace
}  // namespace vta
