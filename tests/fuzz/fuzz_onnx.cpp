// Import of an ONNX model, then the passes that compute constants.
#include "compiler/onnx/import.h"
#include "compiler/passes/pass.h"
#include "tests/fuzz/fuzz_limits.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, [](std::span<const std::byte> bytes) {
    std::vector<std::string> notes;
    vta::Graph graph = vta::import_onnx(bytes, "fuzz", {.notes = &notes});
    vta::verify(graph);
    vta::PassContext context;
    vta::run_passes(std::move(graph), vta::passes_of(vta::Stage::Float, vta::Stage::Float),
                    context);
  });
}
