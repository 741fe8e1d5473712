#include "remote/client/open_elsewhere.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <thread>

#include "base/error.h"
#include "base/plural.h"
#include "config/vta_config.h"
#include "remote/client/device_keys.h"
#include "remote/client/grpc_link.h"
#include "remote/credentials/listen_address.h"
#include "remote/schemes/device_schemes.h"
#include "remote/tracker/lease.h"

namespace vta::remote {
namespace {

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
    spdlog::warn("{}: requesting another device", why.what());
    std::this_thread::sleep_for(std::chrono::milliseconds(100 * failed_));
    again_ = true;
    ask_.add_avoid(lease_->address());
    return true;
  }

 private:
  static constexpr int kAttempts = 8;

  void tell(const tracker::v1::Waiting& waiting) const {
    spdlog::info("{}: waiting for a device of {}/{}: {}, {}", tracker_.address, ask_.config(),
                 ask_.backend(), counted(waiting.servers(), "server offers it", "servers offer it"),
                 counted(waiting.before(), "client is ahead", "clients are ahead"));
  }

  ServerPlace tracker_;
  tracker::v1::Ask ask_;
  std::unique_ptr<Lease> lease_;
  int failed_ = 0;  // attempts one after the other
  bool again_ = false;
};

std::unique_ptr<DeviceLink> open_leased(const DeviceString& device, const VtaConfig& config) {
  const DeviceKey key = leased_key(device);
  if (key.config != "*" && key.config != config.name())
    throw UsageError(
        fmt::format("device '{}': its key requests the configuration {}, but this command uses {}: "
                    "give --config with the former, or only the backend (key={})",
                    shown(device.text()), key.config, config.name(), key.backend));
  tracker::v1::Ask ask;
  ask.set_version(1);
  ask.set_config(config.name());
  ask.set_backend(key.backend);
  ask.set_priority(static_cast<int32_t>(priority_of(device)));
  ask.set_wait_seconds(static_cast<double>(wait_seconds_of(device)));
  return std::make_unique<GrpcLink>(
      std::make_unique<LeasedPlace>(ServerPlace{device.place, key_files(device)}, ask),
      open_request(device, key.backend, config));
}

}  // namespace

std::unique_ptr<DeviceLink> open_elsewhere(const DeviceString& device, const VtaConfig& config) {
  if (device.scheme == "tracker")
    return open_leased(device, config);
  return std::make_unique<GrpcLink>(ServerPlace{device.place, key_files(device)},
                                    open_request(device, served_backend(device), config));
}

}  // namespace vta::remote
