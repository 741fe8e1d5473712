// A client's lease of a device, and the state of a tracker.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "remote/client/server_place.h"
#include "remote/proto/vta_tracker.pb.h"

namespace vta::remote {

// The device is leased as long as this lives.
class Lease {
 public:
  using Waiting = std::function<void(const tracker::v1::Waiting&)>;

  // Waits for it. Where it is turned away it comes again for two seconds. NotConnected where no
  // tracker answers; ResourceError for its limits, and if no server has the requested device within
  // the time; UsageError for a refused client.
  Lease(const ServerPlace& tracker, const tracker::v1::Ask& ask, const Waiting& waiting = {});
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  const std::string& address() const { return address_; }  // of the server
  uint64_t number() const { return number_; }

 private:
  struct Call;
  void begin(const ServerPlace& tracker, const tracker::v1::Ask& ask, const Waiting& waiting);

  std::unique_ptr<Call> call_;
  std::string address_;
  uint64_t number_ = 0;
};

// Errors as above.
tracker::v1::Listing list_tracker(const ServerPlace& tracker);

}  // namespace vta::remote
