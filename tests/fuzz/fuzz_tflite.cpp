// Import of a TensorFlow Lite model in each rounding, and its values on zeros.
#include "compiler/interp/interpreter.h"
#include "compiler/tflite/import.h"
#include "tests/fuzz/fuzz_limits.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, [size](std::span<const std::byte> bytes) {
    const auto requant = static_cast<vta::tflite_import::Requant>(size % 3);
    const vta::Graph graph =
        vta::import_tflite({bytes.begin(), bytes.end()}, "fuzz", {.requant = requant});
    vta::verify(graph);
    std::vector<vta::Tensor> inputs;
    for (const vta::NodeId id : graph.inputs())
      inputs.push_back(vta::Tensor::zeros(graph.type(id).dtype, graph.type(id).shape));
    vta::interpret(graph, inputs);
  });
}
