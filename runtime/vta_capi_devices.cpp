// The devices that the library brings, and boards.
#include "driver/linux/board_scheme.h"
#include "link/devices/devices.h"
#include "runtime/vta_capi_handles.h"

namespace vta::capi {

std::unique_ptr<DeviceLink> open_device(const char* device, const VtaConfig& config) {
  static std::once_flag once;
  std::call_once(once, [] { board::add_board(known_devices()); });
  return known_devices().open(device, config);
}

}  // namespace vta::capi
