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
  return {{"kernels", "of fsim and csim, as the server's processor has them"},
          memory_bytes_key(),
          {"timing_only", "of csim, 1: cycles without values, so no outputs"},
          {"ca", "file of the authority of the server's certificate: TLS is spoken"},
          {"cert", "file of this client's own certificate, with " + own_key},
          {own_key, "file of its key, for its owner's eyes only"},
          {"token_file", "file of the token that the server asks for, likewise"}};
}

void check_session(const DeviceString& device, const std::string& backend) {
  const std::vector<std::string> backends = {"fsim", "csim", "tsim"};
  if (std::ranges::find(backends, backend) == backends.end())
    throw UsageError(fmt::format("device '{}': unknown backend={}: {}", shown(device.text()),
                                 shown(backend), known_names(backend, backends)));
  if (device.get_flag("timing_only") && backend != "csim")
    throw UsageError(
        fmt::format("device '{}': timing_only is csim's: add backend=csim", shown(device.text())));
  if (device.has("kernels") && backend == "tsim")
    throw UsageError(
        fmt::format("device '{}': kernels is of fsim and csim: leave it out, tsim has none",
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
      .what = "a device of a server (vta serve): the same, where that runs",
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
      .what =
          "a device of whichever server a tracker (vta tracker) says: the same, where that runs",
      .place = "HOST:PORT",
      .keys = {{"key", "what it is: fsim, csim or tsim, or CONFIG/BACKEND; default fsim"},
               {"priority", "0 to 9, default 0: the highest is first"},
               {"wait_seconds", "for a device to be free, default 600"}},
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
