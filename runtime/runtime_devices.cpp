// The devices of libvta_runtime.so: fsim; boards are added by its C interface.
#include "link/devices/devices.h"
#include "link/devices/fsim_scheme.h"

namespace vta {
namespace {

DeviceTable runtime_devices() {
  DeviceTable table;
  table.add(fsim_scheme());
  table.add_elsewhere("csim", "libvta");
  table.add_elsewhere("tsim", "libvta");
  table.add_elsewhere("board", "vta_linux");
  return table;
}

}  // namespace

DeviceTable& known_devices() {
  static DeviceTable table = runtime_devices();
  return table;
}

}  // namespace vta
