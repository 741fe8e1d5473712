// Which results of dense layers begin every channel group at a whole block of rows.
#include "compiler/codegen/padded_rows.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

Kernel kernel(Kernel::Kind kind, std::vector<NodeId> inputs, NodeId output) {
  Kernel k;
  k.kind = kind;
  for (const NodeId node : inputs)
    k.inputs.push_back({node});
  k.output = output;
  k.conv.ow = k.conv.iw = 65;
  return k;
}

using enum Kernel::Kind;

// Queries, keys and values (1, 2, 3) of rows 0, the attention's result 4, a layer 5 that adds 0.
LoweredGraph block() {
  LoweredGraph g;
  g.items = {kernel(Dense, {9}, 0),   kernel(Dense, {8}, 1),     kernel(Dense, {8}, 2),
             kernel(Dense, {8}, 3),   kernel(LayerNorm, {0}, 8), kernel(Attention, {1, 2, 3}, 4),
             kernel(Dense, {4, 0}, 5)};
  return g;
}

TEST(PaddedRows, AreWhatNormsAndAttentionsReadAsTiles) {
  EXPECT_EQ(rows_of_whole_blocks(block(), named_config("default")), (std::set<NodeId>{0, 1, 3}));
}

TEST(PaddedRows, AreNoneThatAnotherKernelOrTheHostReads) {
  LoweredGraph g = block();
  g.items.emplace_back(kernel(Dense, {0}, 6));
  g.items.emplace_back(BoundaryCopy{.host = 7, .packed = 1, .to_device = false});
  EXPECT_EQ(rows_of_whole_blocks(g, named_config("default")), (std::set<NodeId>{3}));
}

TEST(PaddedRows, AreNoPartsOfConcatenations) {
  LoweredGraph g = block();
  g.concats.push_back({.output = 10, .parts = {0, 3}});
  EXPECT_EQ(rows_of_whole_blocks(g, named_config("default")), (std::set<NodeId>{1}));
}

TEST(PaddedRows, AreOfMachinesWhoseTilesAreRows) {
  EXPECT_TRUE(rows_of_whole_blocks(block(), named_config("2x16")).empty());
  EXPECT_TRUE(rows_of_whole_blocks(block(), named_config("1x32.16")).empty());
}

}  // namespace
}  // namespace vta
