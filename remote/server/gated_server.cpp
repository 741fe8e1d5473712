#include "remote/server/gated_server.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <chrono>

#include "base/descriptors.h"
#include "base/error.h"
#include "remote/server/connection_gate.h"

namespace vta::remote {
namespace {

constexpr int64_t kDescriptors = 64;  // gRPC ends the process where it has none

using Acceptor = grpc::experimental::ExternalConnectionAcceptor;

void bound(grpc::ServerBuilder& builder, const GateOptions& options) {
  grpc::ResourceQuota quota(options.health);
  // Some more answer questions about the server and refuse what is too much.
  quota.SetMaxThreads(static_cast<int>(options.calls + 32));
  quota.Resize(static_cast<size_t>(options.memory));
  builder.SetResourceQuota(quota);
  builder.SetMaxReceiveMessageSize(static_cast<int>(options.message_bytes));
  builder.SetMaxSendMessageSize(-1);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 128);
  // A picture fits: it does not wait for the windows to grow.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 4 << 20);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_FRAME_SIZE, 1 << 20);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 16 << 10);
  builder.AddChannelArgument("grpc.server_handshake_timeout_ms", 10000);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS,
                             static_cast<int>(std::min(options.idle_seconds, 2e6) * 1000));
  // A client that is gone without a word (its machine lost power) is noticed by this.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 60000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10000);
}

}  // namespace

struct GatedServer::Parts {
  Parts(const GateOptions& options, const Protection& protection)
      : gate(listen_address(options.listen, protection), options.connections,
             options.unknown_seconds) {}

  ConnectionGate gate;
  std::unique_ptr<Acceptor> acceptor;
  std::unique_ptr<grpc::Server> server;
};

GatedServer::GatedServer(const GateOptions& options, ServerSecurity& security,
                         grpc::Service& service, Admission& admission, EventLog& log)
    : parts_(std::make_unique<Parts>(options, security.protection)) {
  require_descriptors(kDescriptors, "a server");
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  bound(builder, options);
  builder.RegisterService(&service);
  parts_->acceptor = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
      security.credentials);
  parts_->server = builder.BuildAndStart();
  if (!parts_->server)
    throw ResourceError("the server cannot be started: gRPC has no threads or descriptors for it");
  if (auto* health = parts_->server->GetHealthCheckService())
    health->SetServingStatus(options.health, true);
  admission.set_connections(
      {.let_in = [this](const std::string& peer) { parts_->gate.let_in(peer); },
       .refused = [this](const std::string& peer) { parts_->gate.refused(peer); },
       .cut = [this](const std::string& peer) { parts_->gate.cut(peer); }});
  parts_->gate.start(
      [this](int listener, int fd) {
        Acceptor::NewConnectionParameters connection;
        connection.listener_fd = listener;
        connection.fd = fd;
        parts_->acceptor->HandleNewConnection(&connection);
      },
      [&log](int64_t crowded, int64_t expired, int64_t open) {
        for (const auto& [closed, limit] :
             {std::pair(crowded, "--connections"), std::pair(expired, "--unknown-seconds")})
          if (closed > 0)
            log.event("connections_closed", {{"closed", closed}, {"open", open}, {"limit", limit}});
      });
  log.event("listening", {{"address", address()}});
}

GatedServer::~GatedServer() {
  stop(0);
}

const std::string& GatedServer::address() const {
  return parts_->gate.address();
}

void GatedServer::not_serving() {
  if (auto* health = parts_->server->GetHealthCheckService())
    health->SetServingStatus(false);
}

void GatedServer::stop(int64_t milliseconds) {
  parts_->gate.stop();
  parts_->server->Shutdown(std::chrono::system_clock::now() +
                           std::chrono::milliseconds(milliseconds));
}

}  // namespace vta::remote
