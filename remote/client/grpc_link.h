// A device behind a server (vta serve): whole programs in one message, a driver's calls one by one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "link/device_link.h"
#include "link/wire/remote_link.h"
#include "remote/client/device_session.h"
#include "runtime/program_host.h"

namespace vta::remote {

// The source of server addresses: a fixed one, or a tracker.
class PlaceSource {
 public:
  virtual ~PlaceSource() = default;
  virtual ServerPlace place() = 0;  // for the next session; the previous place is no longer used
  // Called when the last place could not be reached; returns whether to call place() again.
  virtual bool another(const NotConnected& why) = 0;
};

class GrpcLink final : public DeviceLink, public ProgramHost {
 public:
  // Opens the session. ConfigError, UsageError, ResourceError as where the device is; DeviceError
  // where no server is.
  GrpcLink(ServerPlace place, v1::Open open);
  GrpcLink(std::unique_ptr<PlaceSource> places, v1::Open open);

  const LinkInfo& info() const override { return info_; }
  void write(uint64_t phys_addr, std::span<const std::byte> bytes) override;
  void read(uint64_t phys_addr, std::span<std::byte> bytes) override;
  void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) override;
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink) override;
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) override;

  // A session that is lost is opened once more, with its program. A run that may have begun is
  // repeated, with a message on stderr; this is safe because a run has no effect but its result.
  // Memory of a lost device is lost: DeviceError.
  void load(const Program& program) override;
  Outcome run(const Order& order) override;
  int64_t repeated_runs() const override { return repeated_runs_; }

 private:
  DeviceSession& session();  // LostSession where a lost one could not be made again
  void connect();
  void upload();
  Outcome run_once(const v1::Request& request);
  template <typename Work>
  auto framed(Work work);

  std::unique_ptr<PlaceSource> places_;
  ServerPlace place_;  // of the session
  v1::Open open_;
  std::unique_ptr<DeviceSession> session_;
  LinkInfo info_;
  std::unique_ptr<wire::RemoteLink> frames_;  // made by the first call that needs it
  int64_t repeated_runs_ = 0;
  std::string program_, hash_;  // the .vta file, to be sent again
};

}  // namespace vta::remote
