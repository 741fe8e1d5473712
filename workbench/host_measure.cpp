#include "workbench/host_measure.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <thread>

#include "base/file.h"
#include "compiler/compiler.h"
#include "explore/host/step_times.h"

namespace vta::workbench {
namespace {

// What stands before and behind the part of a network that the accelerator computes.
struct Edges {
  int64_t extent;               // of the input image
  int64_t kernel, stride, pad;  // of the first convolution
  int64_t channels;             // that it makes
  bool clips;                   // to 6, in place of ReLU
  bool pools;                   // 3x3, stride 2, behind it
  int64_t features, places;     // the last map is features x places x places
  int64_t classes;
};
constexpr std::array kEdges = {
    Edges{224, 11, 4, 2, 64, false, true, 256, 6, 1000},   // AlexNet's first layer
    Edges{224, 3, 2, 0, 64, false, true, 1000, 13, 100},   // SqueezeNet's
    Edges{192, 3, 2, 1, 24, true, false, 768, 6, 1000},    // MobileNetV1 0.75's
    Edges{224, 3, 2, 1, 40, true, false, 1536, 7, 600},    // EfficientNet-B3's first and last layer
    Edges{160, 7, 2, 3, 96, false, false, 2048, 7, 1000},  // ResNet-50's last layer
};

NodeId weights(Graph& graph, Shape shape) {
  return graph.add_constant_type({std::move(shape), DType::F32});
}

NodeId convolution(Graph& graph, NodeId input, int64_t channels, int64_t kernel, int64_t stride,
                   int64_t pad) {
  const NodeId weight = weights(graph, {channels, graph.type(input).shape[1], kernel, kernel});
  Attrs attrs;
  attrs.set("channels", channels);
  attrs.set("kernel_size", std::vector<int64_t>{kernel, kernel});
  attrs.set("strides", std::vector<int64_t>{stride, stride});
  attrs.set("padding", std::vector<int64_t>{pad, pad, pad, pad});
  const NodeId product = graph.add_call("nn.conv2d", {input, weight}, attrs);
  return graph.add_call("add", {product, weights(graph, {channels, 1, 1})});
}

NodeId activation(Graph& graph, NodeId input, bool clips) {
  if (!clips)
    return graph.add_call("nn.relu", {input});
  Attrs attrs;
  attrs.set("a_min", 0.0);
  attrs.set("a_max", 6.0);
  return graph.add_call("clip", {input}, attrs);
}

NodeId pool(Graph& graph, NodeId input) {
  Attrs attrs;
  attrs.set("pool_size", std::vector<int64_t>{3, 3});
  attrs.set("strides", std::vector<int64_t>{2, 2});
  attrs.set("padding", std::vector<int64_t>{1, 1, 1, 1});
  return graph.add_call("nn.max_pool2d", {input}, attrs);
}

Graph network_with(const Edges& e) {
  Graph graph;
  NodeId at = graph.add_input("data", {{1, 3, e.extent, e.extent}, DType::F32});
  at = activation(graph, convolution(graph, at, e.channels, e.kernel, e.stride, e.pad), e.clips);
  if (e.pools)
    at = pool(graph, at);
  // The accelerator's part: one convolution to the last map.
  const int64_t stride = graph.type(at).shape[2] / e.places;
  at = activation(graph, convolution(graph, at, e.features, 1, stride, 0), e.clips);
  at = graph.add_call("nn.batch_flatten", {graph.add_call("nn.global_avg_pool2d", {at})});
  Attrs units;
  units.set("units", e.classes);
  at = graph.add_call("nn.dense", {at, weights(graph, {e.classes, e.features})}, units);
  graph.set_outputs({graph.add_call("add", {at, weights(graph, {e.classes})})});
  constexpr uint64_t kSeed = 1;
  fill_constants(graph, kSeed);
  return graph;
}

std::string processor_name() {
  const std::string key = "model name";
  const std::string text = file_exists("/proc/cpuinfo") ? read_text_file("/proc/cpuinfo") : "";
  const size_t row = text.find(key);
  const size_t colon = text.find(": ", row);
  if (row == std::string::npos || colon == std::string::npos)
    return "this machine";
  return text.substr(colon + 2, text.find('\n', colon) - colon - 2);
}

}  // namespace

std::vector<Program> calibration_programs() {
  std::vector<Program> programs;
  for (const Edges& edges : kEdges)
    for (const bool all_int8 : {false, true}) {
      CompileOptions options;
      if (all_int8)
        options.recipe.set("all_int8", "true");
      programs.push_back(compile_graph(network_with(edges), options).program);
    }
  return programs;
}

explore::HostCosts measured_host(int64_t runs) {
  const std::vector<Program> programs = calibration_programs();
  std::vector<explore::MeasuredStep> steps;
  for (const auto& of_program : explore::measured_steps(programs, runs))
    steps.insert(steps.end(), of_program.begin(), of_program.end());
  explore::HostCosts host;
  host.name = "measured";
  host.title = processor_name();
  host.source = fmt::format(
      "vta host measure: the least of {} runs of {} steps, processor time of one thread", runs,
      steps.size());
  host.note = "Launches cost nothing here: this machine has no accelerator.";
  host.measured = true;
  host.cores = std::max<int64_t>(1, std::thread::hardware_concurrency());
  host.overlap = true;
  host.steps = explore::fitted_costs(steps);
  host.steps.emplace(explore::kLaunchRow, explore::StepCost{});
  return host;
}

}  // namespace vta::workbench
