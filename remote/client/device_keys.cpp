#include "remote/client/device_keys.h"

#include "config/vta_config.h"
#include "link/devices/fsim_scheme.h"
#include "remote/messages/run_messages.h"
#include "remote/schemes/device_schemes.h"

namespace vta::remote {

ClientKeyFiles key_files(const DeviceString& device) {
  return {device.get("ca", ""), device.get("cert", ""), device.get(own_key_of(device), ""),
          device.get("token_file", "")};
}

v1::Open open_request(const DeviceString& device, const std::string& backend,
                      const VtaConfig& config) {
  v1::Open request;
  request.set_version(kDeviceProtocol);
  request.set_config(config.to_json());
  request.set_backend(backend);
  if (device.has("memory_bytes"))
    request.set_memory_bytes(memory_bytes_of(device));
  if (device.has("kernels"))
    request.set_kernels(kernels_of(device));
  request.set_timing_only(device.get_flag("timing_only"));
  return request;
}

}  // namespace vta::remote
