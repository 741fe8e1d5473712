// The devices that the library brings, boards, and devices elsewhere where it has them.
#include "driver/linux/board_scheme.h"
#include "link/devices/devices.h"
#include "runtime/vta_capi_handles.h"

namespace vta::capi {

// Of libraries without gRPC: where there is another definition, that one counts.
__attribute__((weak)) void add_elsewhere(DeviceTable&) {}

std::unique_ptr<DeviceLink> open_device(const char* device, const VtaConfig& config) {
  static std::once_flag once;
  std::call_once(once, [] {
    board::add_board(known_devices());
    add_elsewhere(known_devices());
  });
  return known_devices().open(device, config);
}

}  // namespace vta::capi
