#include "remote/client/grpc_scheme.h"

#include "remote/client/device_keys.h"
#include "remote/client/grpc_link.h"

namespace vta::remote {
namespace {

std::string served_backend(const DeviceString& device) {
  return device.get("backend", "fsim");
}

std::unique_ptr<DeviceLink> open_served(const DeviceString& device, const VtaConfig& config,
                                        const OpenOptions&) {
  return std::make_unique<GrpcLink>(ServerPlace{device.place, key_files(device, "key")},
                                    open_request(device, served_backend(device), config));
}

}  // namespace

void add_grpc(DeviceTable& devices) {
  DeviceScheme scheme = {
      .name = "grpc",
      .what = "a device of a server (vta serve): the same, where that runs",
      .place = "HOST:PORT",
      .keys = session_keys("key"),
      .check = [](const DeviceString& device) { check_session(device, served_backend(device)); },
      .backend_of = served_backend,
      .open = open_served};
  scheme.keys.insert(scheme.keys.begin(), {"backend", "fsim, csim or tsim, default fsim"});
  devices.add(std::move(scheme));
}

}  // namespace vta::remote
