// Integer networks with random multipliers, shifts and zero points: every kernel, with RQ and
// without, equals the integer interpreter, on machines of every shape, under both schedules,
// functionally and in time.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "compiler/interp/interpreter.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta {
namespace {

using testing::all_on_device;
using testing::NetworkRun;
using testing::run_network;

class IntegerNetwork {
 public:
  // `most_shift`: the largest of a rescale; with positive ones it is the host's.
  explicit IntegerNetwork(uint64_t seed, int64_t most_shift = 0)
      : random_(seed), most_shift_(most_shift) {}

  // Convolutions of any form with their pads at the zero point, then a dense layer.
  Graph make() {
    const int64_t channels = between(1, 20);
    NodeId x = graph_.add_input(
        "x", {{between(1, 3), channels, between(5, 14), between(5, 14)}, DType::I8});
    for (int64_t layer = between(1, 3); layer > 0; --layer)
      x = conv(x);
    if (chance(50))
      x = dense(x);
    graph_.set_outputs({x});
    return std::move(graph_);
  }

 private:
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random_() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(int64_t percent) { return between(1, 100) <= percent; }

  Tensor int8_values(const Shape& shape) {
    Tensor t = Tensor::zeros(DType::I8, shape);
    for (int8_t& v : t.mutable_data<int8_t>())
      v = static_cast<int8_t>(between(-127, 127));
    return t;
  }
  NodeId int8_scalar(int64_t value) {
    return graph_.add_constant(Tensor::scalar(static_cast<int8_t>(value)));
  }
  int64_t zero_point() { return chance(25) ? 0 : chance(30) ? -128 : between(-128, 127); }

  NodeId conv(NodeId x) {
    const Shape in = graph_.type(x).shape;
    const bool depthwise = chance(30);
    const int64_t outputs = depthwise ? in[1] : between(1, 40);
    const int64_t kh = between(1, std::min<int64_t>(4, in[2])),
                  kw = between(1, std::min<int64_t>(3, in[3]));
    const IntList pads = {between(0, kh - 1), between(0, kw - 1), between(0, kh - 1),
                          between(0, kw - 1)};
    const Attrs attrs = {{"strides", IntList{between(1, 2), between(1, 2)}},
                         {"padding", chance(70) ? pads : IntList{0, 0, 0, 0}},
                         {"groups", depthwise ? in[1] : int64_t{1}},
                         {"channels", outputs},
                         {"kernel_size", IntList{kh, kw}}};
    const NodeId w = graph_.add_constant(int8_values({outputs, depthwise ? 1 : in[1], kh, kw}));
    const NodeId sums =
        graph_.add_call("qnn.conv2d", {x, w, int8_scalar(zero_point()), int8_scalar(0)}, attrs);
    return rescaled(sums, outputs, {outputs, 1, 1}, kh * kw * (depthwise ? 1 : in[1]));
  }

  NodeId dense(NodeId x) {
    const NodeId rows = graph_.add_call("nn.batch_flatten", {x});
    const int64_t inputs = graph_.type(rows).shape[1], outputs = between(1, 40);
    const NodeId w = graph_.add_constant(int8_values({outputs, inputs}));
    const NodeId sums = graph_.add_call(
        "qnn.dense", {rows, w, int8_scalar(zero_point()), int8_scalar(0)}, {{"units", outputs}});
    return rescaled(sums, outputs, {outputs}, inputs);
  }

  // To results that spread over int8, but for some channels with shifts at the ends.
  NodeId rescaled(NodeId sums, int64_t outputs, const Shape& shape, int64_t products) {
    if (chance(80)) {
      Tensor bias = Tensor::zeros(DType::I32, shape);
      for (int32_t& v : bias.mutable_data<int32_t>())
        v = static_cast<int32_t>(chance(10) ? between(-(1 << 30), 1 << 30) : between(-9000, 9000));
      sums = graph_.add_call("add", {sums, graph_.add_constant(bias)});
    }
    const bool one = chance(25);
    const Shape of = one ? Shape{} : shape;
    Tensor multipliers = Tensor::zeros(DType::I32, of), shifts = Tensor::zeros(DType::I32, of);
    int64_t usual = -7;
    for (int64_t n = products; n > 1; n /= 4)
      --usual;
    for (int64_t c = 0; c < (one ? 1 : outputs); ++c) {
      const auto at = static_cast<size_t>(c);
      multipliers.mutable_data<int32_t>()[at] =
          static_cast<int32_t>(chance(5)   ? 0
                               : chance(5) ? between(-(1LL << 31), (1LL << 31) - 1)
                                           : between(1LL << 30, (1LL << 31) - 1));
      shifts.mutable_data<int32_t>()[at] =
          static_cast<int32_t>(chance(10) ? between(-31, most_shift_) : usual + between(-1, 2));
    }
    const int64_t zero = zero_point();
    const int64_t low = chance(40) ? -128 : chance(60) ? zero : between(-128, 0);
    const int64_t high = chance(60) ? 127 : between(std::max<int64_t>(low, 0), 127);
    const char* rounding = chance(40) ? "double" : chance(50) ? "single" : "even";
    const NodeId result = graph_.add_call(
        "qnn.rescale",
        {sums, graph_.add_constant(multipliers), graph_.add_constant(shifts), int8_scalar(zero)},
        {{"rounding", std::string(rounding)}, {"a_min", low}, {"a_max", high}});
    graph_.node(result).name = fmt::format("t{}", next_++);
    return result;
  }

  std::mt19937_64 random_;
  int64_t most_shift_;
  Graph graph_;
  int64_t next_ = 0;
};

VtaConfig machine(const std::string& name, int64_t isa_ext, int64_t ports, int64_t overlap) {
  VtaConfig config = named_config(name);
  config.isa_ext = isa_ext;
  config.acc_read_ports = ports;
  config.acc_overlap = overlap;
  return config;
}

int64_t kernels_of(const Graph& graph) {
  int64_t kernels = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    kernels += graph.node(id).op == "qnn.rescale" ? 1 : 0;
  return kernels;
}

void expect_integers_exact(const VtaConfig& config, uint64_t first, uint64_t count) {
  for (uint64_t seed = first; seed < first + count; ++seed)
    for (const char* schedule : {"fast", "reference"}) {
      SCOPED_TRACE(fmt::format("seed {} {}", seed, schedule));
      const Graph graph = IntegerNetwork(seed).make();
      CompileOptions options = all_on_device(config, schedule);
      const NetworkRun run = run_network(graph, options, nullptr, seed % 3 == 0 ? "csim" : "fsim");
      EXPECT_EQ(run.report.mismatched_elements, 0) << run.report.first_mismatch;
      EXPECT_EQ(run.report.output_error, 0);
      if (schedule == std::string_view("fast")) {  // the other leaves groups to the host
        EXPECT_EQ(run.report.kernels, kernels_of(graph));
      }
      if (::testing::Test::HasFailure())
        return;
    }
}

TEST(IntegerNetworks, AreExactOnEqualBlocks) {
  expect_integers_exact(machine("default", 2, 2, 0), 0, 12);
  expect_integers_exact(machine("1x8", 3, 1, 0), 100, 12);
}

TEST(IntegerNetworks, AreExactOnUnequalBlocks) {
  expect_integers_exact(machine("1x32.16", 2, 1, 0), 200, 12);
  expect_integers_exact(machine("1x16.32", 3, 2, 0), 300, 12);
}

TEST(IntegerNetworks, AreExactOnBatches) {
  expect_integers_exact(machine("2x16", 2, 2, 0), 400, 12);
  expect_integers_exact(machine("4x16", 3, 2, 0), 500, 12);
}

TEST(IntegerNetworks, AreExactInTwoPipes) {
  expect_integers_exact(machine("default", 3, 2, 1), 600, 12);
  expect_integers_exact(machine("1x32", 2, 1, 1), 700, 12);
}

TEST(IntegerNetworks, AreExactWhereSomeFractionsShiftLeft) {
  for (uint64_t seed = 800; seed < 812; ++seed) {
    SCOPED_TRACE(seed);
    const NetworkRun run =
        run_network(IntegerNetwork(seed, 31).make(), all_on_device(machine("default", 2, 2, 0)));
    EXPECT_EQ(run.report.mismatched_elements, 0) << run.report.first_mismatch;
    EXPECT_EQ(run.report.output_error, 0);
  }
}

// Channels of a dense layer are its last axis; an accelerator's are the second.
TEST(IntegerNetworks, DenseLayersOfMoreThanRowsAreTheHosts) {
  for (const Shape& data : {Shape{4, 7}, Shape{1, 4, 7}, Shape{1, 6, 7}, Shape{1, 2, 6, 7}})
    for (const int64_t isa_ext : {0, 2}) {
      SCOPED_TRACE(fmt::format("{} {}", shape_text(data), isa_ext));
      Graph graph;
      const auto scalar = [&](int v) {
        return graph.add_constant(Tensor::scalar(static_cast<int8_t>(v)));
      };
      Tensor weight = Tensor::zeros(DType::I8, {6, 7});
      for (size_t i = 0; i < 42; ++i)
        weight.mutable_data<int8_t>()[i] = static_cast<int8_t>(i * 37 % 251 - 125);
      const NodeId sums =
          graph.add_call("qnn.dense", {graph.add_input("x", {data, DType::I8}),
                                       graph.add_constant(weight), scalar(-128), scalar(0)});
      graph.set_outputs(
          {graph.add_call("qnn.rescale", {sums, graph.add_constant(Tensor::scalar(1500000000)),
                                          graph.add_constant(Tensor::scalar(-9)), scalar(-128)})});
      const NetworkRun run = run_network(graph, all_on_device(machine("1x8", isa_ext, 2, 0)));
      EXPECT_EQ(run.report.mismatched_elements, 0) << run.report.first_mismatch;
      EXPECT_EQ(run.report.output_error, 0);
      EXPECT_EQ(run.report.kernels, data.size() == 2 ? 1 : 0);
    }
}

// Without RQ: what exact ALU steps can do is the accelerator's, and the host's is exact as well.
TEST(IntegerNetworks, AreExactWithoutTheExtension) {
  int64_t kernels = 0, layers = 0;
  const VtaConfig machines[] = {machine("default", 0, 2, 0), machine("1x8", 1, 1, 0),
                                machine("1x32.16", 0, 1, 0), machine("1x16.32", 1, 2, 1),
                                machine("2x16", 0, 2, 1),    machine("4x16", 1, 2, 0)};
  for (uint64_t seed = 900; seed < 948; ++seed)
    for (const char* schedule : {"fast", "reference"}) {
      SCOPED_TRACE(fmt::format("seed {} {}", seed, schedule));
      const Graph graph = IntegerNetwork(seed).make();
      const NetworkRun run =
          run_network(graph, all_on_device(machines[seed % std::size(machines)], schedule), nullptr,
                      seed % 5 == 0 ? "csim" : "fsim");
      ASSERT_EQ(run.report.mismatched_elements, 0) << run.report.first_mismatch;
      ASSERT_EQ(run.report.output_error, 0);
      if (schedule == std::string_view("fast")) {
        kernels += run.report.kernels;
        layers += kernels_of(graph);
      }
    }
  std::printf("%ld of %ld layers on the accelerator\n", static_cast<long>(kernels),
              static_cast<long>(layers));
  EXPECT_GE(kernels * 4, layers);
}

}  // namespace
}  // namespace vta
