#include "remote/client/device_keys.h"

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "link/devices/fsim_scheme.h"
#include "remote/messages/run_messages.h"

namespace vta::remote {
namespace {

const std::vector<std::string> kBackends = {"fsim", "csim", "tsim"};

}  // namespace

std::vector<DeviceScheme::Key> session_keys(const std::string& own_key) {
  return {{"kernels", "of fsim and csim, as the server's processor has them"},
          memory_bytes_key(),
          {"timing_only", "of csim, 1: cycles without values, so no outputs"},
          {"ca", "file of the authority of the server's certificate: TLS is spoken"},
          {"cert", "file of this client's own certificate, with " + own_key},
          {own_key, "file of its key, for its owner's eyes only"},
          {"token_file", "file of the token that the server asks for, likewise"}};
}

ClientKeyFiles key_files(const DeviceString& device, const std::string& own_key) {
  return {device.get("ca", ""), device.get("cert", ""), device.get(own_key, ""),
          device.get("token_file", "")};
}

void check_session(const DeviceString& device, const std::string& backend) {
  if (std::ranges::find(kBackends, backend) == kBackends.end())
    throw UsageError(fmt::format("device '{}': unknown backend={}: {}", shown(device.text()),
                                 shown(backend), known_names(backend, kBackends)));
  if (device.get_flag("timing_only") && backend != "csim")
    throw UsageError(
        fmt::format("device '{}': timing_only is csim's: add backend=csim", shown(device.text())));
  if (device.has("kernels") && backend == "tsim")
    throw UsageError(
        fmt::format("device '{}': kernels is of fsim and csim: leave it out, tsim has none",
                    shown(device.text())));
  memory_bytes_of(device);
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
