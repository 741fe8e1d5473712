#include "runtime/parameters.h"
#include "runtime/vta_capi_handles.h"
#include "runtime/vta_params.h"

using vta::capi::ExecutorUse;
using vta::capi::guarded;
using vta::capi::require;

namespace {

std::span<const std::byte> bytes_of(const void* data, size_t size, const char* what) {
  require(data, what);
  return {static_cast<const std::byte*>(data), size};
}

vta_program* add_program(vta::Program program) {
  return vta::capi::programs().add(
      std::make_shared<vta_program>(std::make_shared<const vta::Program>(std::move(program))));
}

}  // namespace

extern "C" {

vta_program* vta_program_load_params(const char* path, const char* params_path) {
  vta_program* out = nullptr;
  guarded([&] {
    require(path, "path");
    require(params_path, "params_path");
    out = add_program(vta::load_program(path, vta::load_parameters(params_path)));
  });
  return out;
}

vta_program* vta_program_load_params_memory(const void* program, size_t program_bytes,
                                            const void* params, size_t params_bytes) {
  vta_program* out = nullptr;
  guarded([&] {
    const auto code = bytes_of(program, program_bytes, "program");
    const auto values = bytes_of(params, params_bytes, "params");
    out = add_program(vta::parse_program(code, "memory", vta::parse_parameters(values, "memory")));
  });
  return out;
}

int vta_set_params(vta_executor* executor, const char* params_path) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(params_path, "params_path");
    use->executor.set_parameters(vta::load_parameters(params_path));
  });
}

int vta_set_params_memory(vta_executor* executor, const void* params, size_t params_bytes) {
  return guarded([&] {
    const ExecutorUse use(executor);
    use->executor.set_parameters(
        vta::parse_parameters(bytes_of(params, params_bytes, "params"), "memory"));
  });
}

const char* vta_params_hash(vta_executor* executor) {
  const char* out = nullptr;
  guarded([&] {
    const ExecutorUse use(executor);
    use->params_hash = vta::parameters_of(use->executor.program()).content_hash();
    out = use->params_hash.c_str();
  });
  return out;
}

}  // extern "C"
