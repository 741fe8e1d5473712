// The service of vta_device.proto over gRPC: sessions as calls, with moments by which each must go
// on.
#pragma once

#include <atomic>

#include "remote/credentials/credentials.h"
#include "remote/proto/vta_device.grpc.pb.h"
#include "remote/server/admission.h"
#include "remote/server/call_watch.h"
#include "remote/server/event_log.h"
#include "remote/server/session.h"

namespace vta::remote {

class DeviceService final : public v1::Device::Service {
 public:
  DeviceService(ServerState& state, EventLog& log, Admission& admission, const ClientGuard& guard,
                bool allow_build)
      : state_(state), log_(log), admission_(admission), guard_(guard), allow_build_(allow_build) {}

  grpc::Status Session(grpc::ServerContext* context,
                       grpc::ServerReaderWriter<v1::Reply, v1::Request>* stream) override;
  grpc::Status Describe(grpc::ServerContext* context, const v1::DescribeRequest* request,
                        v1::Description* description) override;
  void drain() { draining_ = true; }

 private:
  grpc::Status serve(grpc::ServerContext& context,
                     grpc::ServerReaderWriter<v1::Reply, v1::Request>& stream, uint64_t id);

  ServerState& state_;
  EventLog& log_;
  Admission& admission_;
  const ClientGuard& guard_;
  const bool allow_build_;  // models of tsim: for whoever asks
  CallWatch watch_;
  std::atomic<bool> draining_ = false;
  CallWatch::Clock::time_point start_ = CallWatch::Clock::now();
};

}  // namespace vta::remote
