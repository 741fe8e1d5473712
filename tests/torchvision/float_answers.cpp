// float_answers MODEL.onnx INPUT.npy...: a network's first output in float, computed twice from the
// graph as it is imported: by the interpreter (INPUT.npy becomes INPUT.npy.interpreter.npy), and by
// the host's operators (INPUT.npy.host.npy). Inputs may have different shapes.
// float_answers MODEL.onnx NAME=INPUT.npy...: the inputs of one run, each by its name; output K is
// MODEL.onnx.interpreter.K.npy and MODEL.onnx.host.K.npy.
// For scripts/check_torchvision.sh and scripts/check_wild.sh. Exit codes as of vta: 5 where the
// network is refused.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/npy.h"
#include "compiler/graph/graph.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/quant/host_run.h"

namespace vta {
namespace {

std::vector<Tensor> on_host(const Graph& graph, std::span<const Tensor> inputs) {
  std::map<NodeId, Tensor> values;
  run_on_host(graph, inputs, [&](NodeId id, const Tensor& value) {
    if (std::ranges::find(graph.outputs(), id) != graph.outputs().end())
      values[id] = value;
  });
  std::vector<Tensor> answers;
  for (const NodeId id : graph.outputs())
    answers.push_back(values[id]);
  return answers;
}

void answer(const std::string& model, const std::string& file) {
  const Tensor input = read_npy(file);
  // The only input of torchvision's networks, as the script names it.
  const Graph graph = import_onnx(model, {.shapes = {{"input", input.shape()}}});
  write_npy(file + ".host.npy", on_host(graph, std::span(&input, 1)).at(0));
  write_npy(file + ".interpreter.npy", interpret(graph, std::span(&input, 1)).at(0));
}

void answer_named(const std::string& model, std::span<char*> arguments) {
  std::map<std::string, Tensor> given;
  ImportOptions options;
  for (const std::string argument : arguments) {
    const size_t place = argument.find('=');
    const Tensor tensor = read_npy(argument.substr(place + 1));
    given[argument.substr(0, place)] = tensor;
    options.shapes[argument.substr(0, place)] = tensor.shape();
  }
  const Graph graph = import_onnx(model, options);
  std::vector<Tensor> inputs;
  for (const NodeId id : graph.inputs())
    inputs.push_back(given.at(graph.node(id).name));
  const std::vector<Tensor> host = on_host(graph, inputs), plain = interpret(graph, inputs);
  for (size_t i = 0; i < plain.size(); ++i) {
    write_npy(fmt::format("{}.host.{}.npy", model, i), host[i]);
    write_npy(fmt::format("{}.interpreter.{}.npy", model, i), plain[i]);
  }
}

}  // namespace
}  // namespace vta

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: float_answers MODEL.onnx INPUT.npy... | NAME=INPUT.npy...\n");
    return 2;
  }
  try {
    if (std::string(argv[2]).find('=') != std::string::npos) {
      vta::answer_named(argv[1], {argv + 2, static_cast<size_t>(argc - 2)});
      return 0;
    }
    for (int i = 2; i < argc; ++i)
      vta::answer(argv[1], argv[i]);
  } catch (const vta::Error& e) {
    std::fprintf(stderr, "float_answers: %s\n", e.what());
    return static_cast<int>(e.exit_code());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "float_answers: %s\n", e.what());
    return 1;
  }
  return 0;
}
