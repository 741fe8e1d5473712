// The service of vta_tracker.proto over gRPC: a call for each server and for each client, around a
// LeaseBook.
#pragma once

#include <condition_variable>
#include <mutex>

#include "remote/credentials/credentials.h"
#include "remote/proto/vta_tracker.grpc.pb.h"
#include "remote/server/admission.h"
#include "remote/server/call_watch.h"
#include "remote/server/event_log.h"
#include "remote/tracker/lease_book.h"
#include "remote/tracker/tracker_limits.h"

namespace vta::remote {

class TrackerService final : public tracker::v1::Tracker::Service {
 public:
  // `servers` authenticates servers, `clients` clients.
  TrackerService(const TrackerLimits& limits, EventLog& log, Admission& admission,
                 const ClientGuard& clients, const ClientGuard& servers)
      : limits_(limits), log_(log), admission_(admission), clients_(clients), servers_(servers) {}

  using Registration = grpc::ServerReaderWriter<tracker::v1::Registered, tracker::v1::Offer>;
  using Asking = grpc::ServerReaderWriter<tracker::v1::Answer, tracker::v1::Ask>;

  grpc::Status Register(grpc::ServerContext* context, Registration* stream) override;
  grpc::Status Acquire(grpc::ServerContext* context, Asking* stream) override;
  grpc::Status List(grpc::ServerContext* context, const tracker::v1::ListRequest* request,
                    tracker::v1::Listing* listing) override;
  // Waiting and new clients get an error: the tracker ends.
  void end();

 private:
  using Clock = CallWatch::Clock;
  using Watched = CallWatch::Watched;

  grpc::Status refused(const grpc::ServerContext& context, grpc::StatusCode code,
                       const std::string& why);
  grpc::Status keep(Registration& stream, Watched& watched, uint64_t server);
  // OK: the lease has a device.
  grpc::Status wait(grpc::ServerContext& context, Asking& stream, Watched& watched, uint64_t lease,
                    double seconds);
  std::string nobody(const DeviceKey& key) const;
  grpc::Status hold(Asking& stream, Watched& watched, uint64_t lease);
  void settle();

  const TrackerLimits limits_;
  EventLog& log_;
  Admission& admission_;
  const ClientGuard& clients_;
  const ClientGuard& servers_;
  CallWatch watch_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  LeaseBook book_;
  bool ends_ = false;
  Clock::time_point start_ = Clock::now();
};

}  // namespace vta::remote
