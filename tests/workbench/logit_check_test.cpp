#include "workbench/logit_check.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compiler/text/text.h"

namespace vta::workbench {
namespace {

// Token i has the logits i, -i.
Graph two_logits() {
  Graph graph = parse_graph(
      "def @main(%x: Tensor[(1, 4), int64]) {\n"
      "  take(meta[relay.Constant][0] /* ty=Tensor[(3, 2), float32] */, %x, axis=0)\n}",
      "logits.ir");
  for (NodeId id = 0; id < graph.size(); ++id)
    if (Node& n = graph.node(id); n.kind == NodeKind::Constant)
      n.constant = Tensor::from_span<float>({3, 2}, std::vector<float>{0, 0, 1, -1, 2, -2});
  return graph;
}

TEST(LogitCheck, FindsTheFirstLogitThatDiffers) {
  const Graph graph = two_logits();
  const std::vector<int64_t> tokens = {2, 1, 2};
  const LogitCheck equal =
      check_logits(graph, tokens, std::vector<std::vector<float>>{{1, -1}, {2, -2}});
  EXPECT_EQ(equal.compared, 4);
  EXPECT_EQ(equal.different, 0);
  EXPECT_EQ(equal.first, "");
  const LogitCheck other =
      check_logits(graph, tokens, std::vector<std::vector<float>>{{1, -1}, {2.5, 2}});
  EXPECT_EQ(other.compared, 4);
  EXPECT_EQ(other.different, 2);
  EXPECT_EQ(other.first, "token 2, logit 0: 2.5, expected 2");
}

// Equal is equal to the bit: 0 and -0 are not, and a NaN is no logit of this network.
TEST(LogitCheck, IsOfBits) {
  const Graph graph = two_logits();
  const std::vector<int64_t> tokens = {0};
  EXPECT_EQ(check_logits(graph, tokens, std::vector<std::vector<float>>{{-0.0F, NAN}}).different,
            2);
}

}  // namespace
}  // namespace vta::workbench
