// What nodes compute and move, against tables worked out from their shapes alone.
#include "explore/profile/node_work.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <map>

#include "compiler/graph/op_table.h"
#include "compiler/graph/operations.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/model_zoo.h"
#include "compiler/text/text.h"
#include "explore/profile/profile_report.h"
#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Operations of_call(const std::string& signature, const std::string& call) {
  const Graph graph = parse_graph("def @main(" + signature + ") {\n  " + call + "\n}", "test.ir");
  return operations_of(graph, graph.size() - 1);
}

constexpr const char* kImage = "%x: Tensor[(2, 3, 8, 8), float32]";  // 384 values

TEST(Operations, AreCountedByKind) {
  const std::string image = kImage;
  const auto conv = of_call(image + ", %w: Tensor[(4, 3, 3, 3), float32]",
                            "nn.conv2d(%x, %w, channels=4, kernel_size=[3, 3])");
  EXPECT_EQ(conv.macs, 2 * 4 * 6 * 6 * 27);
  EXPECT_EQ(conv.count, 2 * conv.macs);
  EXPECT_EQ(of_call(image + ", %w: Tensor[(3, 1, 3, 3), float32]",
                    "nn.conv2d(%x, %w, channels=3, groups=3, kernel_size=[3, 3])")
                .macs,
            2 * 3 * 6 * 6 * 9);
  EXPECT_EQ(of_call("%x: Tensor[(2, 8, 8, 3), float32], %w: Tensor[(3, 3, 3, 4), float32]",
                    "nn.conv2d(%x, %w, channels=4, kernel_size=[3, 3], data_layout=\"NHWC\", "
                    "kernel_layout=\"HWIO\")")
                .macs,
            conv.macs);
  EXPECT_EQ(of_call("%x: Tensor[(2, 5), float32], %w: Tensor[(7, 5), float32]",
                    "nn.dense(%x, %w, units=7)")
                .count,
            2 * 2 * 7 * 5);
  EXPECT_EQ(of_call(image, "nn.relu(%x)").count, 384);
  EXPECT_EQ(of_call(image + ", %y: Tensor[(3, 1, 1), float32]", "add(%x, %y)").count, 384);
  EXPECT_EQ(of_call(image, "nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2])").count, 96 * 4);
  EXPECT_EQ(of_call(image, "nn.avg_pool2d(%x, pool_size=[3, 3])").count, 2 * 3 * 6 * 6 * 9);
  EXPECT_EQ(of_call(image, "nn.global_avg_pool2d(%x)").count, 384);
  EXPECT_EQ(of_call(image, "mean(%x, axis=[2, 3])").count, 384);
  EXPECT_EQ(of_call(image, "nn.softmax(%x)").count, 5 * 384);
  EXPECT_EQ(of_call(image, "transpose(%x, axes=[0, 2, 3, 1])").count, 0);
  EXPECT_EQ(of_call(image, "nn.batch_flatten(%x)").count, 0);
}

TEST(Operations, WhatOnlyMovesValuesIsNoWork) {
  std::vector<std::string> moving;
  for (const OpSpec& op : op_table())
    if (operation_kind(op.name) == OperationKind::Movement)
      moving.emplace_back(op.name);
  EXPECT_THAT(moving,
              testing::UnorderedElementsAre(
                  "nn.im2col", "nn.dropout", "nn.pad", "nn.dilate", "nn.batch_flatten", "reshape",
                  "transpose", "squeeze", "expand_dims", "concatenate", "split", "strided_slice",
                  "take", "gather", "gather_nd", "tile", "broadcast_to", "annotation.cast_hint",
                  "annotation.data", "annotation.stop_fusion", "copy", "require"));
}

// ResNet-50 (post-activation), layer by layer from its description: nothing of the compiler.
class Resnet50Table {
 public:
  struct Sums {
    int64_t nodes = 0, macs = 0, operations = 0, values = 0, weights = 0;
  };

  explicit Resnet50Table(int64_t images) : n_(images) {
    int64_t c = conv(3, 64, 7, 112, 224), at = 56;
    norm(64, 112), relu(64, 112);
    node(n_ * 64 * at * at * 9, n_ * 64 * (112 * 112 + at * at));
    for (const auto& [blocks, width, extent] :
         {std::tuple{3, 64, 56}, {4, 128, 28}, {6, 256, 14}, {3, 512, 7}})
      for (int i = 0; i < blocks; ++i) {
        block(c, width, extent, at);
        c = width * 4, at = extent;
      }
    node(n_ * c * 49, n_ * c * (49 + 1));  // global average
    node(0, 2 * n_ * c);                   // flatten
    const int64_t macs = n_ * c * 1000;
    sums_.macs += macs;
    sums_.weights += c * 1000 + 1000;
    node(2 * macs + n_ * 1000, n_ * c + c * 1000 + 1000 + n_ * 1000);
  }

  const Sums& sums() const { return sums_; }

 private:
  void node(int64_t operations, int64_t values) {
    ++sums_.nodes;
    sums_.operations += operations;
    sums_.values += values;
  }
  int64_t conv(int64_t in, int64_t out, int64_t kernel, int64_t extent, int64_t from) {
    const int64_t weight = out * in * kernel * kernel, macs = n_ * extent * extent * weight;
    sums_.macs += macs;
    sums_.weights += weight;
    node(2 * macs, n_ * in * from * from + weight + n_ * out * extent * extent);
    return out;
  }
  void norm(int64_t c, int64_t extent) {
    const int64_t values = n_ * c * extent * extent;
    sums_.weights += 4 * c;
    node(2 * values, 2 * values + 4 * c);
  }
  void relu(int64_t c, int64_t extent) {
    node(n_ * c * extent * extent, 2 * n_ * c * extent * extent);
  }
  void block(int64_t in, int64_t width, int64_t extent, int64_t from) {
    const int64_t out = width * 4;
    conv(in, width, 1, extent, from), norm(width, extent), relu(width, extent);
    conv(width, width, 3, extent, extent), norm(width, extent), relu(width, extent);
    conv(width, out, 1, extent, extent), norm(out, extent);
    if (in != out)
      conv(in, out, 1, extent, from), norm(out, extent);
    const int64_t values = n_ * out * extent * extent;
    node(values, 3 * values);  // sum
    relu(out, extent);
  }

  int64_t n_;
  Sums sums_;
};

Graph zoo_graph(const std::string& name, int64_t batch) {
  const std::string path = (std::filesystem::path(testing::TempDir()) /
                            fmt::format("vta_nodes_{}_{}.onnx", name, ::getpid()))
                               .string();
  write_model(name, 1, path);
  Graph graph = import_onnx(path, {.batch = batch});
  std::filesystem::remove(path);
  return graph;
}

TEST(NodeWork, Resnet50AtBatch10HasTheSumsOfItsShapes) {
  const Graph graph = zoo_graph("resnet50_v1", 10);
  const NodeTotals sums = totals(graph, node_work(graph));
  const Resnet50Table::Sums& table = Resnet50Table(10).sums();
  EXPECT_EQ(sums.nodes, table.nodes);
  EXPECT_EQ(sums.macs, table.macs);
  EXPECT_EQ(sums.operations, table.operations);
  EXPECT_EQ(sums.int8_bytes, table.values);
  EXPECT_EQ(sums.float32_bytes, table.values * 4);
  EXPECT_EQ(sums.weights, table.weights);
  // Worked out once, so that the two cannot go wrong together.
  EXPECT_EQ(sums.nodes, 175);
  EXPECT_EQ(sums.macs, 38579732480);
}

TEST(NodeWork, CoversANodeByWhatDoesItsWork) {
  const Program program = test::small_program();
  IntervalLog log;
  const TimedRun run = timed_run(program, "csim", &log);
  Profile profile = make_profile(run.program, run.stats, log);
  std::vector<double> seconds(program.steps.size(), 0.5);
  add_host_times(profile, run.program, seconds);
  const Graph graph = import_onnx(test::small_model());
  std::vector<NodeWork> nodes = node_work(graph);
  cover(nodes, profile);
  std::map<std::string, int> places;
  for (const NodeWork& node : nodes) {
    ++places[place_of(node)];
    for (const std::string& kernel : node.kernels)
      EXPECT_TRUE(std::ranges::any_of(program.kernels, [&](const ProgramKernel& k) {
        return k.name == kernel && std::ranges::find(k.onnx_nodes, node.name) != k.onnx_nodes.end();
      })) << node.name;
  }
  // The first convolution and the classifier are the host's.
  EXPECT_EQ(place_of(nodes.front()), "host");
  EXPECT_GT(nodes.front().host_seconds.value_or(0), 0);
  EXPECT_EQ(place_of(nodes.back()), "host");
  EXPECT_GT(places["accelerator"], 10);
  const std::string text = nodes_text(nodes, totals(graph, nodes));
  EXPECT_THAT(text, HasSubstr("conv2d_0"));
  EXPECT_THAT(text, HasSubstr("\nall "));
}

TEST(NodeWork, ValuesThatCrossTheEdgeCountOnce) {
  const Graph graph = parse_graph(R"(def @main(%x: Tensor[(1, 2, 4), float32]) {
  %0 = split(%x, indices_or_sections=2, axis=1);
  %1 = %0.0;
  %2 = %0.1;
  %3 = multiply(%1, %1);
  %4 = add(%3, meta[relay.Constant][0] /* ty=Tensor[(4), float32] */);
  add(%4, %2)
})",
                                  "test.ir");
  const std::vector<NodeWork> nodes = node_work(graph);
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_EQ(nodes[0].int8_bytes, 8 + 4 + 4);  // split: read, two results
  EXPECT_EQ(nodes[1].int8_bytes, 4 + 4);      // its operand comes twice
  EXPECT_EQ(nodes[2].int8_bytes, 4 + 4 + 4);
  EXPECT_EQ(nodes[2].float32_bytes, 48);
  EXPECT_THAT(nodes[2].weights, ElementsAre(Shape{4}));
  EXPECT_THAT(nodes[1].weights, IsEmpty());
  EXPECT_EQ(place_of(nodes[0]), "none");
}

}  // namespace
}  // namespace vta::explore
