#include "remote/schemes/device_schemes.h"

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "link/devices/fsim_scheme.h"
#include "remote/module/remote_module.h"

namespace vta::remote {
namespace {

constexpr const char* kServed = "grpc";
constexpr const char* kLeased = "tracker";
constexpr int64_t kMostWait = 1'000'000, kDefaultWait = 600;

// Of both: keys of the simulator there, and files of keys.
std::vector<DeviceScheme::Key> session_keys(const std::string& own_key) {
  return {
      {"kernels", "kernels of fsim and csim; the server's processor must support them"},
      memory_bytes_key(),
      {"timing_only", "1: csim computes cycles without values, so no outputs"},
      {"ca", "file with the CA certificate of the server; switches TLS on"},
      {"cert", "file with the client certificate, with " + own_key},
      {own_key, "file of the certificate's key, readable by its owner only"},
      {"token_file", "file with the token that the server requires, readable by its owner only"}};
}

void check_session(const DeviceString& device, const std::string& backend) {
  const std::vector<std::string> backends = {"fsim", "csim", "tsim"};
  if (std::ranges::find(backends, backend) == backends.end())
    throw UsageError(fmt::format("device '{}': unknown backend={}: {}", shown(device.text()),
                                 shown(backend), known_names(backend, backends)));
  if (device.get_flag("timing_only") && backend != "csim")
    throw UsageError(
        fmt::format("device '{}': timing_only needs csim: add backend=csim", shown(device.text())));
  if (device.has("kernels") && backend == "tsim")
    throw UsageError(
        fmt::format("device '{}': kernels applies to fsim and csim only: leave it out for tsim",
                    shown(device.text())));
  memory_bytes_of(device);
}

std::unique_ptr<DeviceLink> open_there(const DeviceString& device, const VtaConfig& config,
                                       const OpenOptions&) {
  return remote_module().open(device, config);
}

DeviceScheme served() {
  DeviceScheme scheme = {
      .name = kServed,
      .what = "a device on a server (vta serve)",
      .place = "HOST:PORT",
      .keys = session_keys("key"),
      .check = [](const DeviceString& device) { check_session(device, served_backend(device)); },
      .backend_of = served_backend,
      .open = open_there};
  scheme.keys.insert(scheme.keys.begin(), {"backend", "fsim, csim or tsim, default fsim"});
  return scheme;
}

void check_leased(const DeviceString& device) {
  check_session(device, leased_key(device).backend);
  priority_of(device);
  wait_seconds_of(device);
}

DeviceScheme leased() {
  DeviceScheme scheme = {
      .name = kLeased,
      .what = "a device on a server that a tracker (vta tracker) assigns",
      .place = "HOST:PORT",
      .keys = {{"key", "required device: fsim, csim or tsim, or CONFIG/BACKEND; default fsim"},
               {"priority", "0 to 9, default 0; the highest is served first"},
               {"wait_seconds", "longest wait for a free device, default 600"}},
      .check = check_leased,
      .backend_of = [](const DeviceString& device) { return leased_key(device).backend; },
      .open = open_there};
  for (DeviceScheme::Key& key : session_keys("cert_key"))
    scheme.keys.push_back(std::move(key));
  return scheme;
}

}  // namespace

void add_devices_elsewhere(DeviceTable& devices) {
  devices.add(served());
  devices.add(leased());
}

std::string served_backend(const DeviceString& device) {
  return device.get("backend", "fsim");
}

// BACKEND, or CONFIG/BACKEND.
DeviceKey leased_key(const DeviceString& device) {
  const std::string key = device.get("key", "fsim");
  return parse_device_key(key.find('/') == std::string::npos ? "*/" + key : key);
}

int64_t priority_of(const DeviceString& device) {
  return device.get_int("priority", 0, 0, 9);
}

int64_t wait_seconds_of(const DeviceString& device) {
  return device.get_int("wait_seconds", kDefaultWait, 0, kMostWait);
}

std::string own_key_of(const DeviceString& device) {
  return device.scheme == kLeased ? "cert_key" : "key";
}

}  // namespace vta::remote
