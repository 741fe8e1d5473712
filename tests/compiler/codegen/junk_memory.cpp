#include "tests/compiler/codegen/junk_memory.h"

#include <algorithm>
#include <random>

#include "sim/factory/device_factory.h"

namespace vta::testing {

std::unique_ptr<Device> device_with_junk(const Program& program, uint64_t seed,
                                         const char* backend) {
  constexpr int64_t kBefore = int64_t{1} << 20;  // more than a driver keeps for itself
  std::unique_ptr<Device> device = make_device(backend, program.config);
  const int64_t bytes = std::min(device->memory().size_bytes(), program.arena_bytes + kBefore);
  std::mt19937_64 random(seed);
  for (std::byte& byte : device->memory().at(0, bytes))
    byte = static_cast<std::byte>(random());
  return device;
}

}  // namespace vta::testing
