// What libvta.so has beside the devices of this machine: servers and trackers.
#include "remote/schemes/device_schemes.h"
#include "runtime/vta_capi_handles.h"

namespace vta::capi {

void add_elsewhere(DeviceTable& devices) {
  remote::add_devices_elsewhere(devices);
}

}  // namespace vta::capi
