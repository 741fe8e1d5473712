#include "tests/explore/evaluate/whole_run.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "runtime/bound.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"

namespace vta::explore::testing {
namespace {

constexpr const char* kOddNetwork = R"(
def @main(%data: Tensor[(1, 17, 9, 225), float32]) {
  %0 = nn.conv2d(%data, meta[relay.Constant][0] /* ty=Tensor[(33, 17, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=33, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = nn.conv2d(%1, meta[relay.Constant][1] /* ty=Tensor[(33, 33, 1, 1), float32] */, channels=33, kernel_size=[1, 1]);
  %3 = add(%2, %1);
  %4 = nn.conv2d(%3, meta[relay.Constant][2] /* ty=Tensor[(19, 33, 3, 5), float32] */, padding=[17, 2, 0, 3], strides=[3, 2], channels=19, kernel_size=[3, 5]);
  %5 = nn.relu(%4);
  %6 = nn.global_avg_pool2d(%5);
  %7 = nn.batch_flatten(%6);
  nn.dense(%7, meta[relay.Constant][3] /* ty=Tensor[(10, 19), float32] */, units=10)
})";

std::string model_path(const NetworkSpec& network) {
  if (network.zoo.empty())
    return network.model;
  const std::string path =
      fmt::format("{}evaluate_{}_{}.onnx", ::testing::TempDir(), network.zoo, getpid());
  write_model(network.zoo, network.seed, path);
  return path;
}

CompileOptions options_of(const NetworkSpec& network, const PointSpec& point) {
  CompileOptions options;
  options.config = point.config;
  options.recipe = network.recipe;
  if (!point.quantization.empty())
    options.recipe = options.recipe.with(parse_recipe(point.quantization));
  options.recipe.set("schedule", point.schedule);
  options.recipe.set("batch", std::to_string(point.images));
  options.recipe.set("seed", std::to_string(network.seed));
  return options;
}

LayerResult layer_of(const Program& program, const RunStats& stats, size_t k) {
  const ProgramKernel& kernel = program.kernels[k];
  const CycleBound bound = kernel_bound(program, kernel, stats.kernels[k]);
  LayerResult layer;
  layer.name = kernel.name;
  layer.kind = kernel.kind;
  layer.description = kernel.description;
  layer.onnx_nodes = kernel.onnx_nodes;
  layer.macs = kernel.macs;
  layer.least_bytes = kernel.least_bytes;
  layer.insns = kernel.insn_count;
  layer.bound_compute = bound.compute;
  layer.bound_memory = bound.memory;
  const LeastCycles least = *kernel_roofline(program.config, kernel);
  layer.least_compute = least.compute;
  layer.least_memory = least.memory;
  layer.useful_macs = kernel.least_work->useful_macs;
  layer.counters = stats.kernels[k];
  layer.timing = stats.timing->kernels[k];
  return layer;
}

}  // namespace

NetworkSpec digits() {
  return {.name = "digits", .model = VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx"};
}

NetworkSpec resnet18() {
  return {.name = "resnet18_v1", .zoo = "resnet18_v1"};
}

NetworkSpec odd_network() {
  const std::string path = ::testing::TempDir() + "evaluate_odd.ir";
  write_text_file(path, kOddNetwork);
  NetworkSpec spec = {.name = "odd", .model = path};
  spec.seed = 5;
  spec.recipe.set_list("skip_conv", {}).set("dense_on_device", "true");
  return spec;
}

Program whole_program(const NetworkSpec& network, const PointSpec& point) {
  return compile_model(model_path(network), options_of(network, point)).program;
}

PointResult whole_run(const Program& whole, bool values) {
  DeviceOptions device;
  device.timing_only = !values;
  Executor executor(whole, make_device("csim", whole.config, device));
  const Program& program = executor.program();
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& input = program.values[static_cast<size_t>(program.inputs[i])];
    executor.set_input(static_cast<int64_t>(i), Tensor::zeros(input.dtype, input.shape));
  }
  executor.run();
  const RunStats& stats = executor.stats();
  PointResult result;
  result.counters = stats.counters;
  result.timing = *stats.timing;
  result.timing.kernels.clear();
  result.insns = std::ssize(program.insns) / 16;
  result.work = work_share(program);
  const LeastCycles least = *network_bound(program);
  result.least_cycles = least.cycles;
  result.least_compute = least.compute;
  result.least_memory = least.memory;
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    result.layers.push_back(layer_of(program, stats, k));
    result.bound_compute += result.layers.back().bound_compute;
    result.bound_memory += result.layers.back().bound_memory;
    result.useful_macs += result.layers.back().useful_macs;
  }
  return result;
}

}  // namespace vta::explore::testing
