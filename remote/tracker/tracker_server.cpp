#include "remote/tracker/tracker_server.h"

#include "remote/server/gated_server.h"
#include "remote/tracker/tracker_service.h"

namespace vta::remote {
namespace {

GateOptions gate_of(const TrackerOptions& options) {
  return {.listen = options.listen,
          .connections = options.limits.connections,
          .unknown_seconds = options.limits.unknown_seconds,
          .calls = options.limits.servers + options.limits.clients,
          .health = "vta.tracker.v1.Tracker"};
}

}  // namespace

struct TrackerServer::Parts {
  explicit Parts(TrackerOptions& options)
      : log(options.log),
        clients(std::move(options.security.guard)),
        servers(std::move(options.servers)),
        admission(log),
        service(options.limits, log, admission, *clients, servers != nullptr ? *servers : *clients),
        server(gate_of(options), options.security, service, admission, log) {}

  EventLog log;
  std::unique_ptr<ClientGuard> clients, servers;
  Admission admission;
  TrackerService service;
  GatedServer server;
};

TrackerServer::TrackerServer(TrackerOptions options) : parts_(std::make_unique<Parts>(options)) {}

TrackerServer::~TrackerServer() {
  parts_->server.not_serving();
  parts_->service.end();
  parts_->admission.end();
  parts_->server.stop(500);  // for those who are told
  parts_->log.event("ended");
}

const std::string& TrackerServer::address() const {
  return parts_->server.address();
}

}  // namespace vta::remote
