#include "sim/kernels/engine.h"

#include <fmt/format.h>

#include "base/error.h"
#include "sim/kernels/reference_engine.h"

namespace vta {

std::vector<std::string> engine_names() {
  return {"auto", "avx512vnni", "avx2", "portable", "reference"};
}

bool engine_available(std::string_view) {
  return true;
}

std::unique_ptr<Engine> make_engine(std::string_view name, const VtaConfig& config) {
  for (const std::string& known : engine_names())
    if (known == name)
      return std::make_unique<ReferenceEngine>(config);
  throw UsageError(
      fmt::format("unknown kernels '{}': known are {}", name, fmt::join(engine_names(), ", ")));
}

}  // namespace vta
