// Passes on text: run by name on a listing, and compare what the graphs compute.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass.h"
#include "compiler/text/text.h"
#include "tests/compiler/text/normalize_listing.h"

namespace vta {

inline Graph run_named(Graph graph, const std::vector<std::string>& names, PassContext& context) {
  std::vector<const Pass*> passes;
  for (const std::string& name : names)
    passes.push_back(&find_pass(name));
  return run_passes(std::move(graph), passes, context);
}

// Parses, fills constants when `seed` is not negative, runs.
inline Graph run_on_text(const std::string& text, const std::vector<std::string>& names,
                         PassContext& context, int64_t seed = -1) {
  Graph graph = parse_graph(text, "test.ir");
  if (seed >= 0)
    fill_constants(graph, static_cast<uint64_t>(seed));
  return run_named(std::move(graph), names, context);
}

// The listings are the same but for comments.
inline void expect_listing(const Graph& graph, const std::string& expected) {
  EXPECT_EQ(normalize_listing(print_graph(graph)), normalize_listing(expected))
      << print_graph(graph);
}

inline std::vector<Tensor> random_inputs(const Graph& graph, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<float> value(-1, 1);
  std::vector<Tensor> inputs;
  for (NodeId id : graph.inputs()) {
    Tensor t = Tensor::zeros(DType::F32, graph.type(id).shape);
    for (float& v : t.mutable_data<float>())
      v = value(random);
    inputs.push_back(std::move(t));
  }
  return inputs;
}

// Both graphs compute the same, to `tolerance` times the largest magnitude.
inline void expect_same_values(const Graph& a, const Graph& b, double tolerance) {
  const std::vector<Tensor> inputs = random_inputs(a, 17);
  const auto x = interpret(a, inputs), y = interpret(b, inputs);
  ASSERT_EQ(x.size(), y.size());
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(x[i].shape(), y[i].shape());
    const auto p = x[i].data<float>(), q = y[i].data<float>();
    double largest = 0, worst = 0;
    for (size_t k = 0; k < p.size(); ++k) {
      largest = std::max(largest, std::abs(double{p[k]}));
      worst = std::max(worst, std::abs(double{p[k]} - q[k]));
    }
    EXPECT_GT(largest, 0.0);
    EXPECT_LE(worst, tolerance * largest);
  }
}

}  // namespace vta
