// What libvta.so has beside the devices of this machine: servers and trackers.
#include "remote/client/grpc_scheme.h"
#include "remote/client/tracker_scheme.h"
#include "runtime/vta_capi_handles.h"

namespace vta::capi {

void add_elsewhere(DeviceTable& devices) {
  remote::add_grpc(devices);
  remote::add_tracker(devices);
}

}  // namespace vta::capi
