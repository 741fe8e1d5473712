// float_answers MODEL.onnx INPUT.npy...: a network's first output in float, computed twice from the
// graph as it is imported: by the interpreter (INPUT.npy becomes INPUT.npy.interpreter.npy), and by
// the host's operators (INPUT.npy.host.npy). Inputs may have different shapes. For
// scripts/check_torchvision.sh. Exit codes as of vta: 5 where the network is refused.
#include <cstdio>
#include <exception>
#include <map>
#include <string>

#include "base/error.h"
#include "base/npy.h"
#include "compiler/graph/graph.h"
#include "compiler/interp/interpreter.h"
#include "compiler/onnx/import.h"
#include "compiler/quant/host_run.h"

namespace vta {
namespace {

Tensor on_host(const Graph& graph, const Tensor& input) {
  Tensor answer;
  const NodeId wanted = graph.outputs().at(0);
  run_on_host(graph, std::span(&input, 1), [&](NodeId id, const Tensor& value) {
    if (id == wanted)
      answer = value;
  });
  return answer;
}

void answer(const std::string& model, const std::string& file) {
  const Tensor input = read_npy(file);
  // The only input of torchvision's networks, as the script names it.
  const Graph graph = import_onnx(model, {.shapes = {{"input", input.shape()}}});
  write_npy(file + ".host.npy", on_host(graph, input));
  write_npy(file + ".interpreter.npy", interpret(graph, std::span(&input, 1)).at(0));
}

}  // namespace
}  // namespace vta

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: float_answers MODEL.onnx INPUT.npy...\n");
    return 2;
  }
  try {
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
