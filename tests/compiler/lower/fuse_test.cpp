#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "compiler/interp/interpreter.h"
#include "compiler/kernels/chain.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/lower/packing.h"
#include "compiler/passes/pack_layout.h"
#include "compiler/passes/partition.h"
#include "compiler/passes/quantize.h"
#include "compiler/text/text.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/lower/lowered_executor.h"
#include "tests/compiler/passes/random_float_graph.h"

namespace vta {
namespace {

VtaConfig blocks(int64_t log_batch, int64_t log_in, int64_t log_out) {
  VtaConfig c;
  c.log_batch = log_batch;
  c.log_block_in = log_in;
  c.log_block_out = log_out;
  return c;
}

bool equal(const Tensor& a, const Tensor& b) {
  return a.dtype() == b.dtype() && a.shape() == b.shape() &&
         std::equal(a.bytes().begin(), a.bytes().end(), b.bytes().begin(), b.bytes().end());
}

std::vector<const Kernel*> kernels_of(const LoweredGraph& lowered) {
  std::vector<const Kernel*> kernels;
  for (const auto& item : lowered.items)
    if (const auto* k = std::get_if<Kernel>(&item))
      kernels.push_back(k);
  return kernels;
}

int64_t count_copies(const LoweredGraph& lowered) {
  int64_t n = 0;
  for (const auto& item : lowered.items)
    n += std::holds_alternative<BoundaryCopy>(item);
  return n;
}

// Values of all named int8 nodes of a graph.
std::map<std::string, Tensor> int8_values(const Graph& graph, const Tensor& input) {
  std::map<std::string, Tensor> values;
  interpret(graph, std::span(&input, 1), {.observe = [&](NodeId id, const Tensor& t) {
              if (t.dtype() == DType::I8 && !graph.node(id).name.empty())
                values[graph.node(id).name] = t;
            }});
  return values;
}

// Row r of (N, C) is pixel r % W of image r / W, where rows are pixels.
bool equal_rows(const Tensor& nchw, const Tensor& rows) {
  const Shape& s = nchw.shape();
  const int64_t width = s[3], channels = s[1];
  for (int64_t r = 0; r < rows.shape()[0]; ++r)
    for (int64_t c = 0; c < channels; ++c)
      if (nchw.data<int8_t>()[static_cast<size_t>((r / width * channels + c) * width +
                                                  r % width)] !=
          rows.data<int8_t>()[static_cast<size_t>(r * channels + c)])
        return false;
  return s[0] * width >= rows.shape()[0];
}

// Returns the number of kernels.
int64_t expect_lowering_keeps_values(uint64_t seed, const VtaConfig& config, QuantMode mode) {
  SCOPED_TRACE(fmt::format("seed {} config {}", seed, config.name()));
  const Graph real = random_float_graph(seed);
  const Tensor input = random_input(real, seed + 1);
  PassContext context;
  context.config = config;
  context.quant.mode = mode;
  context.quant.calibration = {random_input(real, seed + 2), random_input(real, seed + 3)};
  context.quant.dense_on_device = seed % 2 == 0;
  const Graph quantized = quantize(real, context);
  verify(quantized);
  const Graph placed = partition(quantized, context);
  const Graph packed = pack_layout(placed, context);
  verify(packed);
  const auto expected = interpret(quantized, std::span(&input, 1));
  EXPECT_TRUE(equal(interpret(packed, std::span(&input, 1)).front(), expected.front()));
  const LoweredGraph lowered = fuse(packed, config);
  verify(lowered.graph);
  const auto oracle = int8_values(placed, input);
  const auto outputs =
      execute_lowered(lowered, std::span(&input, 1), [&](const Kernel& k, const Tensor& value) {
        ASSERT_TRUE(oracle.contains(k.oracle)) << k.name << " '" << k.oracle << "'";
        const Tensor& wanted = oracle.at(k.oracle);
        EXPECT_TRUE(wanted.rank() == 2 ? equal_rows(value, wanted)
                                       : equal(value.reshaped(wanted.shape()), wanted))
            << k.name;
      });
  EXPECT_TRUE(equal(outputs.front(), expected.front()));
  return static_cast<int64_t>(kernels_of(lowered).size());
}

TEST(Fuse, LoweredGraphEqualsQuantizedGraphOnRandomNetworks) {
  int64_t kernels = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed)
    kernels += expect_lowering_keeps_values(seed, blocks(0, 4, 4), QuantMode::Global);
  EXPECT_GT(kernels, 12);
}

TEST(Fuse, UnequalBlocksAndBatchesKeepValues) {
  const VtaConfig configs[] = {blocks(0, 5, 4), blocks(0, 4, 5), blocks(1, 4, 4), blocks(2, 2, 3)};
  for (uint64_t seed = 20; seed < 32; ++seed)
    expect_lowering_keeps_values(seed, configs[seed % 4], QuantMode::Max);
}

TEST(Fuse, PerChannelShiftsKeepValues) {
  for (uint64_t seed = 40; seed < 48; ++seed)
    expect_lowering_keeps_values(seed, blocks(0, 4, 4), QuantMode::Percentile);
}

TEST(Fuse, PublishedListingBecomesNineteenConvolutionsAndEightAdds) {
  VTA_GOLDEN_OR_SKIP(text, "resnet18_v1_packed_int8.ir");
  Graph graph = parse_graph(text, "golden");
  fill_constants(graph, 7);
  PassContext context;
  const Graph placed = pack_layout(partition(quantize(graph, context), context), context);
  const LoweredGraph lowered = fuse(placed, context.config);
  verify(lowered.graph);
  const auto kernels = kernels_of(lowered);
  ASSERT_EQ(kernels.size(), 27U);
  int64_t alu = 0, macs = 0;
  for (const Kernel* k : kernels) {
    alu += k->kind == Kernel::Kind::Alu;
    macs += k->kind == Kernel::Kind::Conv ? k->conv.macs() : 0;
    EXPECT_FALSE(k->oracle.empty());
  }
  EXPECT_EQ(alu, 8);
  EXPECT_EQ(macs, int64_t{6623232} * 256);
  EXPECT_EQ(count_copies(lowered), 2);
  const Tensor input = random_input(graph, 3);
  const auto expected = interpret(graph, std::span(&input, 1));
  const auto outputs = execute_lowered(lowered, std::span(&input, 1));
  EXPECT_TRUE(equal(outputs.front(), expected.front()));
}

// A listing packed as a whole, without the published one: host calls on packed tensors around it.
TEST(Fuse, SmallPackedListingKeepsItsValues) {
  Graph graph = parse_graph(data_file("packed_int8_small.ir"), "fixture");
  fill_constants(graph, 11);
  PassContext context;
  const LoweredGraph lowered =
      fuse(pack_layout(partition(graph, context), context), context.config);
  verify(lowered.graph);
  EXPECT_EQ(kernels_of(lowered).size(), 1U);
  EXPECT_EQ(kernels_of(lowered).front()->name, "conv2d_0");
  const Tensor input = random_input(graph, 5);
  EXPECT_TRUE(equal(execute_lowered(lowered, std::span(&input, 1)).front(),
                    interpret(graph, std::span(&input, 1)).front()));
}

void expect_fuse_error(const Graph& graph, const VtaConfig& config, const std::string& words) {
  try {
    fuse(graph, config);
    FAIL() << "no error";
  } catch (const CompileError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr(words));
  }
}

TEST(Fuse, ListingPackedForAnotherConfigurationIsRefused) {
  Graph graph = parse_graph(data_file("packed_int8_small.ir"), "fixture");
  PassContext context;
  expect_fuse_error(partition(graph, context), blocks(0, 5, 5),
                    "has layouts NCHW1n16c and OIHW16o16i; configuration");
}

TEST(Fuse, FloatCallOnTheAcceleratorIsRefused) {
  Graph graph = parse_graph(data_file("packed_int8_small.ir"), "fixture");
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op == "round")
      graph.node(id).target = Target::Accelerator;
  expect_fuse_error(graph, VtaConfig{},
                    "round (node 3) is marked for the accelerator, but computes float32");
}

// Two element-wise kernels, of as many channels each, and a concatenation of some of their results.
Graph joined(int64_t channels, const std::vector<size_t>& which) {
  const VtaConfig config;
  Graph g;
  const auto on_accelerator = [&](const char* op, std::vector<NodeId> in, Attrs attrs) {
    const NodeId id = g.add_call(op, std::move(in), std::move(attrs));
    g.node(id).target = Target::Accelerator;
    return id;
  };
  std::vector<NodeId> values;
  for (const char* name : {"a", "b"}) {
    const NodeId x = g.add_input(name, {{1, channels, 2, 2}, DType::I8});
    NodeId y = on_accelerator("cast", {emit_pack(g, x, config)}, {{"dtype", std::string("int32")}});
    y = on_accelerator("clip", {y}, {{"a_min", -9.0}, {"a_max", 9.0}});
    values.push_back(on_accelerator("cast", {y}, {{"dtype", std::string("int8")}}));
    g.node(values.back()).name = fmt::format("{}8", name);
  }
  std::vector<NodeId> parts;
  for (const size_t i : which)
    parts.push_back(values[i]);
  const NodeId all = on_accelerator("concatenate", parts, {{"axis", int64_t{1}}});
  g.set_outputs({emit_unpack(g, all, extents(g.type(all)))});
  return g;
}

TEST(Fuse, AConcatenationIsWhereItsPartsLie) {
  const LoweredGraph lowered = fuse(joined(32, {1, 0}), VtaConfig{});
  EXPECT_EQ(kernels_of(lowered).size(), 2u);
  ASSERT_EQ(lowered.concats.size(), 1u);
  const Concat& concat = lowered.concats.front();
  EXPECT_EQ(concat.nchw, (std::array<int64_t, 4>{1, 64, 2, 2}));
  ASSERT_EQ(concat.parts.size(), 2u);
  EXPECT_EQ(lowered.graph.node(concat.parts.front()).name, "b8");
  EXPECT_EQ(lowered.graph.node(concat.parts.back()).name, "a8");
}

TEST(Fuse, PartsThatFillNoWholeGroupsOrAreThereTwiceAreRefused) {
  expect_fuse_error(joined(24, {0, 1}), VtaConfig{},
                    "the 24 channels of cast 'a8', a part of concatenate (node");
  expect_fuse_error(joined(32, {0, 0}), VtaConfig{}, "is another part already");
}

TEST(Fuse, MarkedChainThatIsNoKernelIsRefusedWithTheReason) {
  Graph graph = parse_graph(R"(
def @main(%a: Tensor[(1, 1, 2, 2, 1, 16), int32]) -> Tensor[(1, 1, 2, 2, 1, 16), int8] {
  cast(%a, dtype="int8") /* ty=Tensor[(1, 1, 2, 2, 1, 16), int8] */
})",
                            "test");
  graph.node(graph.outputs().front()).target = Target::Accelerator;
  expect_fuse_error(graph, VtaConfig{}, "is no kernel");
}

}  // namespace
}  // namespace vta
