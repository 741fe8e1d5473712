// Import of an ONNX model, then the passes that compute constants.
#include "compiler/onnx/import.h"
#include "compiler/passes/pass.h"
#include "tests/fuzz/fuzz_limits.h"

namespace {

// Up to and without quantisation: canonicalisation, simplification, folding.
std::vector<const vta::Pass*> float_passes() {
  std::vector<const vta::Pass*> passes;
  for (const vta::Pass* pass : vta::pipeline()) {
    if (pass->name == "quantize")
      break;
    passes.push_back(pass);
  }
  return passes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, [](std::span<const std::byte> bytes) {
    std::vector<std::string> notes;
    vta::Graph graph = vta::import_onnx(bytes, "fuzz", {.notes = &notes});
    vta::verify(graph);
    vta::PassContext context;
    vta::run_passes(std::move(graph), float_passes(), context);
  });
}
