#include "remote/client/tracker_scheme.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <thread>

#include "base/error.h"
#include "base/plural.h"
#include "remote/client/device_keys.h"
#include "remote/client/grpc_link.h"
#include "remote/credentials/listen_address.h"
#include "remote/tracker/lease.h"
#include "remote/tracker/lease_book.h"

namespace vta::remote {
namespace {

constexpr int64_t kMostWait = 1'000'000, kDefaultWait = 600;
constexpr const char* kOwnKey = "cert_key";  // `key` is what is wanted

// Each session with a lease of its own: the one before ends with it.
class LeasedPlace final : public PlaceSource {
 public:
  LeasedPlace(ServerPlace tracker, tracker::v1::Ask ask)
      : tracker_(std::move(tracker)), ask_(std::move(ask)) {}

  ServerPlace place() override {
    if (!again_) {
      failed_ = 0;
      ask_.clear_avoid();
    }
    while (true) {
      again_ = false;
      lease_.reset();
      lease_ = std::make_unique<Lease>(
          tracker_, ask_, [this](const tracker::v1::Waiting& waiting) { tell(waiting); });
      const std::string problem = client_address_problem(lease_->address());
      if (problem.empty())
        return {lease_->address(), tracker_.keys};
      // What nobody here has written is no mistake of whoever runs this.
      const NotConnected why(
          fmt::format("the tracker {} sends clients to an {}", tracker_.address, problem));
      if (!another(why))
        throw why;
    }
  }

  // A server that has just gone may be given away once more before the tracker knows.
  bool another(const NotConnected& why) override {
    if (++failed_ > kAttempts)
      return false;
    spdlog::warn("{}: another device is asked for", why.what());
    std::this_thread::sleep_for(std::chrono::milliseconds(100 * failed_));
    again_ = true;
    ask_.add_avoid(lease_->address());
    return true;
  }

 private:
  static constexpr int kAttempts = 8;

  void tell(const tracker::v1::Waiting& waiting) const {
    spdlog::info("{}: waiting for a device of {}/{}: {}, {}", tracker_.address, ask_.config(),
                 ask_.backend(), counted(waiting.servers(), "server has it", "servers have it"),
                 counted(waiting.before(), "client comes first", "clients come first"));
  }

  ServerPlace tracker_;
  tracker::v1::Ask ask_;
  std::unique_ptr<Lease> lease_;
  int failed_ = 0;  // attempts one after the other
  bool again_ = false;
};

// BACKEND, or CONFIG/BACKEND.
DeviceKey key_of(const DeviceString& device) {
  const std::string key = device.get("key", "fsim");
  return parse_device_key(key.find('/') == std::string::npos ? "*/" + key : key);
}

std::string leased_backend(const DeviceString& device) {
  return key_of(device).backend;
}

void check(const DeviceString& device) {
  check_session(device, leased_backend(device));
  device.get_int("priority", 0, 0, 9);
  device.get_int("wait_seconds", kDefaultWait, 0, kMostWait);
}

std::unique_ptr<DeviceLink> open_leased(const DeviceString& device, const VtaConfig& config,
                                        const OpenOptions&) {
  const DeviceKey key = key_of(device);
  if (key.config != "*" && key.config != config.name())
    throw UsageError(fmt::format(
        "device '{}': its key asks for the configuration {}, but this is for {}: give that one "
        "with --config, or the backend alone (key={})",
        shown(device.text()), key.config, config.name(), key.backend));
  tracker::v1::Ask ask;
  ask.set_version(1);
  ask.set_config(config.name());
  ask.set_backend(key.backend);
  ask.set_priority(static_cast<int32_t>(device.get_int("priority", 0, 0, 9)));
  ask.set_wait_seconds(
      static_cast<double>(device.get_int("wait_seconds", kDefaultWait, 0, kMostWait)));
  return std::make_unique<GrpcLink>(
      std::make_unique<LeasedPlace>(ServerPlace{device.place, key_files(device, kOwnKey)}, ask),
      open_request(device, key.backend, config));
}

}  // namespace

void add_tracker(DeviceTable& devices) {
  DeviceScheme scheme = {
      .name = "tracker",
      .what =
          "a device of whichever server a tracker (vta tracker) says: the same, where that runs",
      .place = "HOST:PORT",
      .keys = {{"key", "what it is: fsim, csim or tsim, or CONFIG/BACKEND; default fsim"},
               {"priority", "0 to 9, default 0: the highest is first"},
               {"wait_seconds", "for a device to be free, default 600"}},
      .check = check,
      .backend_of = leased_backend,
      .open = open_leased};
  for (DeviceScheme::Key& key : session_keys(kOwnKey))
    scheme.keys.push_back(std::move(key));
  devices.add(std::move(scheme));
}

}  // namespace vta::remote
