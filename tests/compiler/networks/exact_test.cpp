// Well-known networks: on every configuration each kernel's output equals the integer
// interpreter's, element by element.
#include <algorithm>

#include "base/npy.h"
#include "compiler/onnx/import.h"
#include "tests/compiler/networks/network_fixture.h"

namespace vta {
namespace {

using testing::expect_exact;
using testing::NetworkRun;
using testing::options_for;
using testing::run_network;
using testing::zoo_network;

// The quantized graph depends on no configuration, so one interpretation serves them all.
void expect_exact_everywhere(const std::string& name, int64_t kernels) {
  const Graph graph = zoo_network(name);
  OracleCache cache;
  for (const std::string& config : testing::large_configs()) {
    SCOPED_TRACE(config);
    expect_exact(run_network(graph, options_for(config), &cache).report, kernels);
  }
}

TEST(NetworkOnAllConfigs, Resnet18v1IsExact) {
  expect_exact_everywhere("resnet18_v1", 19);
}

TEST(NetworkOnAllConfigs, Resnet50v2IsExact) {
  expect_exact_everywhere("resnet50_v2", 52);
}

TEST(NetworkOnAllConfigs, Vgg11IsExact) {
  expect_exact_everywhere("vgg11", 7);
}

TEST(NetworkOnTiny, Resnet8IsExactUnderBothPolicies) {
  const Graph graph = zoo_network("resnet8_tiny");
  for (const char* schedule : {"fast", "reference"}) {
    SCOPED_TRACE(schedule);
    expect_exact(run_network(graph, options_for("tiny", schedule)).report,
                 schedule == std::string_view("fast") ? 8 : 11);
  }
}

// Other networks, on the default configuration and one with unequal blocks.
struct OtherNetwork {
  const char* name;
  int64_t kernels;
  double least_device_share;  // of the MACs
};

void PrintTo(const OtherNetwork& n, std::ostream* out) {
  *out << n.kernels << " kernels";
}

class OtherNetworks : public ::testing::TestWithParam<OtherNetwork> {};

TEST_P(OtherNetworks, AreExact) {
  const Graph graph = zoo_network(GetParam().name);
  OracleCache cache;
  for (const char* config : {"default", "1x16.32"}) {
    SCOPED_TRACE(config);
    const NetworkRun run = run_network(graph, options_for(config), &cache);
    expect_exact(run.report, GetParam().kernels);
    EXPECT_GE(static_cast<double>(run.device_macs),
              GetParam().least_device_share * static_cast<double>(run.device_macs + run.host_macs));
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, OtherNetworks,
                         ::testing::Values(OtherNetwork{"mobilenet_v2", 51, 0.95},
                                           OtherNetwork{"alexnet", 4, 0.81},
                                           OtherNetwork{"squeezenet1_1", 25, 0.93},
                                           OtherNetwork{"resnet50_v1", 52, 0.96}),
                         [](const auto& p) { return std::string(p.param.name); });

TEST(Network, DepthwiseConvolutionsCanStayOnTheHostWithANote) {
  CompileOptions options = options_for("default");
  options.recipe.set("grouped_conv", "host");
  const NetworkRun run = run_network(zoo_network("mobilenet_v2"), options);
  EXPECT_EQ(std::ranges::count_if(run.compiled.notes,
                                  [](const std::string& note) {
                                    return note.find("depthwise") != std::string::npos &&
                                           note.find("groups=") != std::string::npos;
                                  }),
            17);
}

struct Batched {
  const char* config;
  int64_t batch;
};

void PrintTo(const Batched& b, std::ostream* out) {
  *out << b.batch << " images on " << b.config;
}

class BatchedNetworks : public ::testing::TestWithParam<Batched> {};

TEST_P(BatchedNetworks, AreExact) {
  const Graph graph = zoo_network("resnet8_tiny", GetParam().batch);
  CompileOptions options = options_for(GetParam().config);
  expect_exact(run_network(graph, options).report, 8);
  options.recipe.set("residual", "int8");  // sums are kernels of their own then
  expect_exact(run_network(graph, options).report, 11);
}

INSTANTIATE_TEST_SUITE_P(Resnet8, BatchedNetworks,
                         ::testing::Values(Batched{"default", 2}, Batched{"default", 3},
                                           Batched{"2x16", 1}, Batched{"2x16", 2},
                                           Batched{"2x16", 3}, Batched{"4x16", 2},
                                           Batched{"4x16", 3}, Batched{"4x16", 5},
                                           Batched{"tiny", 3}, Batched{"1x32.16", 3}),
                         [](const auto& p) {
                           std::string config = p.param.config;
                           std::ranges::replace(config, '.', '_');
                           return fmt::format("{}_batch_{}", config, p.param.batch);
                         });

TEST(BatchedNetwork, Resnet18OfThreeImagesIsExactWhereBatchIsTwo) {
  expect_exact(run_network(zoo_network("resnet18_v1", 3), options_for("2x16")).report, 19);
}

TEST(NetworkOptions, TheFirstConvolutionRunsOnTheDeviceWhenNoneIsSkipped) {
  const Graph graph = zoo_network("resnet8_tiny");
  CompileOptions options = options_for("default");
  const int64_t host_before = run_network(graph, options).host_macs;
  options.recipe.set_list("skip_conv", {});
  const NetworkRun run = run_network(graph, options);
  expect_exact(run.report, 9);
  EXPECT_LT(run.host_macs, host_before);
}

TEST(NetworkOptions, DenseLayersRunOnTheDeviceWhenAskedTo) {
  CompileOptions options = options_for("default");
  options.recipe.set("dense_on_device", "true");
  options.recipe.set_list("skip_conv", {});
  const NetworkRun run = run_network(zoo_network("resnet8_tiny"), options);
  expect_exact(run.report, 10);
  EXPECT_EQ(run.host_macs, 0);
  EXPECT_TRUE(
      std::ranges::any_of(run.kernels, [](const ProgramKernel& k) { return k.kind == "dense"; }));
}

// Image to logits: the host quantizes, gathers windows, packs and dequantizes.
TEST(AllInt8, Resnet8IsOneLaunchOnEveryConfiguration) {
  const Graph graph = zoo_network("resnet8_tiny");
  for (const std::string& config : testing::all_configs()) {
    SCOPED_TRACE(config);
    CompileOptions options = options_for(config);
    options.recipe.set("all_int8", "true");
    const NetworkRun run = run_network(graph, options);
    expect_exact(run.report, 11);
    EXPECT_EQ(run.host_macs, 0);
    EXPECT_EQ(run.stats.launches, 1);
    EXPECT_TRUE(run.compiled.notes.empty());
  }
}

TEST(AllInt8, NetworksAreExact) {
  for (const auto& [name, kernels] : {std::pair{"resnet18_v1", 22},
                                      {"squeezenet1_1", 29},
                                      {"vgg11", 15},
                                      {"resnet50_v2", 54},
                                      {"mobilenet_v2", 37}}) {
    SCOPED_TRACE(name);
    CompileOptions options = options_for("default");
    options.recipe.set("all_int8", "true");
    expect_exact(run_network(zoo_network(name), options).report, kernels);
  }
}

TEST(AllInt8, OtherSchedulesTakeTheFirstConvolutionAsItIs) {
  CompileOptions options = options_for("default", "reference");
  options.recipe.set("all_int8", "true");
  const NetworkRun run = run_network(zoo_network("resnet8_tiny"), options);
  expect_exact(run.report, 14);
  const Graph& graph = run.compiled.quantized;
  for (NodeId id = 0; id < graph.size(); ++id)
    EXPECT_NE(graph.node(id).op, "nn.im2col");
}

TEST(NetworkOptions, BatchNormsMayStayOnTheHost) {
  CompileOptions options = options_for("default");
  options.recipe.set_list("skip", {"simplify_inference"});
  expect_exact(run_network(zoo_network("resnet8_tiny"), options).report, 9);
}

class CalibratedDigits : public ::testing::TestWithParam<QuantMode> {};

TEST_P(CalibratedDigits, IsExact) {
  const std::string data = std::string(VTA_SOURCE_DIR) + "/tests/data/";
  const Graph graph = import_onnx(data + "digits_resnet8.onnx", {});
  const Tensor pixels = read_npy(data + "digits_calib_64_u8.npy");
  CompileOptions options = options_for("default");
  options.recipe.set("quant", std::string(mode_name(GetParam())));
  Tensor samples = Tensor::zeros(DType::F32, {64, 3, 32, 32});
  const auto from = pixels.data<uint8_t>();
  auto to = samples.mutable_data<float>();
  for (size_t n = 0; n < 64; ++n)
    for (size_t c = 0; c < 3; ++c)
      for (size_t i = 0; i < 1024; ++i)
        to[(n * 3 + c) * 1024 + i] =
            (static_cast<float>(from[(n * 1024 + i) * 3 + c]) - 128.0F) / 64.0F;
  if (GetParam() != QuantMode::Global)
    options.calibration = {samples};
  for (const bool dense : {false, true}) {
    options.recipe.set("dense_on_device", dense ? "true" : "false");
    expect_exact(run_network(graph, options).report, dense ? 9 : 8);
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, CalibratedDigits,
                         ::testing::Values(QuantMode::Global, QuantMode::Max,
                                           QuantMode::Percentile),
                         [](const auto& p) {
                           return std::string(p.param == QuantMode::Global ? "Global"
                                              : p.param == QuantMode::Max  ? "Max"
                                                                           : "Percentile");
                         });

}  // namespace
}  // namespace vta
