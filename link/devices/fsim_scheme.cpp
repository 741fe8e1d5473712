#include "link/devices/fsim_scheme.h"

#include <algorithm>
#include <span>

#include "base/error.h"
#include "base/suggest.h"
#include "link/local_link.h"
#include "sim/fsim/fsim.h"
#include "sim/kernels/engine.h"

namespace vta {
namespace {

constexpr int64_t kLeastMemory = 8192;  // a page that can be handed out
// In a process of 32 bits addresses are few: what is reserved must leave room for the program.
constexpr bool kFewAddresses = sizeof(void*) == 4;
constexpr int64_t kMostMemory = int64_t{1} << (kFewAddresses ? 30 : 40);
constexpr int64_t kUsualMemory = kFewAddresses ? int64_t{1} << 28 : DeviceMemory::kDefaultBytes;

}  // namespace

DeviceScheme::Key kernels_key() {
  const std::vector<std::string> names = engine_names();
  return {"kernels",
          fmt::format("{} or {}", fmt::join(std::span(names).first(names.size() - 1), ", "),
                      names.back())};
}

DeviceScheme::Key memory_bytes_key() {
  return {"memory_bytes", fmt::format("bytes of device memory, {} to {}, default {}", kLeastMemory,
                                      kMostMemory, kUsualMemory)};
}

std::string kernels_of(const DeviceString& device) {
  return device.get("kernels", "auto");
}

int64_t memory_bytes_of(const DeviceString& device) {
  return device.get_int("memory_bytes", kUsualMemory, kLeastMemory, kMostMemory);
}

void check_simulator(const DeviceString& device) {
  memory_bytes_of(device);
  const std::string kernels = kernels_of(device);
  std::vector<std::string> known = engine_names();
  if (std::ranges::find(known, kernels) == known.end())
    throw UsageError(fmt::format("device '{}': unknown kernels={}: {}", shown(device.text()),
                                 shown(kernels), known_names(kernels, known)));
}

DeviceScheme fsim_scheme() {
  return {.name = "fsim",
          .what = "functional simulator: values and counters, no cycles",
          .keys = {kernels_key(), memory_bytes_key()},
          .check = check_simulator,
          .open = [](const DeviceString& device, const VtaConfig& config, const OpenOptions&) {
            return std::make_unique<LocalLink>(
                make_fsim(config, kernels_of(device), memory_bytes_of(device)));
          }};
}

}  // namespace vta
