#include "tests/compiler/networks/network_fixture.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "compiler/onnx/import.h"
#include "compiler/onnx/model_zoo.h"
#include "compiler/text/text.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"

namespace vta::testing {

Graph zoo_network(const std::string& name, int64_t batch) {
  const std::string path = fmt::format("{}/vta_network_{}_{}.onnx", ::testing::TempDir(), name,
                                       static_cast<int64_t>(getpid()));
  write_model(name, 0, path);
  Graph graph = import_onnx(path, {.batch = batch});
  std::filesystem::remove(path);
  return graph;
}

Graph small_network() {
  Graph graph = parse_graph(R"(
def @main(%data: Tensor[(1, 5, 6, 6), float32]) {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(9, 5, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=9, kernel_size=[3, 3]);
  %1 = add(%0, meta[relay.Constant][1] /* ty=Tensor[(9, 1, 1), float32] */);
  %2 = nn.relu(%1);
  %3 = nn.conv2d(%2, meta[relay.Constant][2] /* ty=Tensor[(9, 9, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=9, kernel_size=[3, 3]);
  %4 = add(%3, %2);
  %5 = nn.relu(%4);
  %6 = nn.global_avg_pool2d(%5);
  %7 = nn.batch_flatten(%6);
  nn.dense(%7, meta[relay.Constant][3] /* ty=Tensor[(4, 9), float32] */, units=4)
})",
                            "test");
  fill_constants(graph, 6);
  return graph;
}

CompileOptions all_on_device(VtaConfig config, const std::string& schedule) {
  CompileOptions options;
  options.config = std::move(config);
  options.recipe.set("schedule", schedule);
  options.recipe.set_list("skip_conv", {});
  options.recipe.set("dense_on_device", "true");
  return options;
}

CompileOptions options_for(const std::string& config, const std::string& schedule) {
  CompileOptions options;
  options.config = named_config(config);
  options.recipe.set("schedule", schedule);
  return options;
}

Tensor random_tensor(const TensorType& type) {
  std::mt19937_64 random(7);
  Tensor t = Tensor::zeros(type.dtype, type.shape);
  if (type.dtype == DType::I8) {
    for (int8_t& v : t.mutable_data<int8_t>())
      v = static_cast<int8_t>(random());
    return t;
  }
  for (float& v : t.mutable_data<float>())
    v = static_cast<float>(random() % 4001) / 1000.0F - 2.0F;
  return t;
}

NetworkRun run_network(const Graph& graph, const CompileOptions& options, OracleCache* cache,
                       const std::string& backend) {
  ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);  // tsim's models, built once
  NetworkRun run;
  run.compiled = compile_graph(graph, options);
  run.kernels = run.compiled.program.kernels;
  run.host_macs = run.compiled.program.host_macs;
  run.device_macs = run.compiled.program.device_macs;
  Executor executor(std::move(run.compiled.program), make_device(backend, options.config));
  executor.set_input(0, random_tensor(graph.type(graph.inputs().front())));
  Oracle oracle(run.compiled.quantized, executor, cache);
  testing::run_checked(executor);
  run.stats = executor.stats();
  run.report = oracle.compare();
  return run;
}

void expect_exact(const VerifyReport& report, int64_t kernels) {
  EXPECT_TRUE(report.exact()) << report.first_mismatch;
  EXPECT_GE(report.kernels, kernels);
  EXPECT_LE(report.output_error, 1e-5);
}

std::vector<std::string> all_configs() {
  std::vector<std::string> names;
  for (const NamedConfig& named : named_configs())
    names.emplace_back(named.name);
  return names;
}

std::vector<std::string> large_configs() {
  std::vector<std::string> names = all_configs();
  std::erase(names, "tiny");
  return names;
}

}  // namespace vta::testing
