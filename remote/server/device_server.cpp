#include "remote/server/device_server.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "remote/server/connection_gate.h"
#include "remote/server/device_service.h"

namespace vta::remote {
namespace {

using Acceptor = grpc::experimental::ExternalConnectionAcceptor;
using Clock = std::chrono::steady_clock;

void bound(grpc::ServerBuilder& builder, const ServerLimits& limits) {
  grpc::ResourceQuota quota("vta serve");
  // A session has a thread; some more answer questions about the server and refuse what is too
  // much.
  quota.SetMaxThreads(static_cast<int>(limits.sessions + 32));
  quota.Resize(static_cast<size_t>(limits.message_bytes * std::max<int64_t>(limits.sessions, 4)));
  builder.SetResourceQuota(quota);
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.message_bytes));
  builder.SetMaxSendMessageSize(-1);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 128);
  // A picture fits: it does not wait for the windows to grow.
  builder.AddChannelArgument(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 4 << 20);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_FRAME_SIZE, 1 << 20);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 16 << 10);
  builder.AddChannelArgument("grpc.server_handshake_timeout_ms", 10000);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS,
                             static_cast<int>(std::min(limits.idle_seconds, 2e6) * 1000));
  // A client that is gone without a word (its machine lost power) is noticed by this.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 60000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10000);
}

}  // namespace

struct DeviceServer::Parts {
  explicit Parts(ServerOptions& options)
      : log(options.log),
        state(options.limits),
        guard(std::move(options.security.guard)),
        service(state, log, *guard),
        gate(listen_address(options.listen, options.security.protection),
             options.limits.connections) {
    state.worker = options.worker;
  }

  EventLog log;
  ServerState state;
  std::unique_ptr<ClientGuard> guard;
  DeviceService service;
  ConnectionGate gate;
  std::unique_ptr<Acceptor> acceptor;
  std::unique_ptr<grpc::Server> server;
};

DeviceServer::DeviceServer(ServerOptions options) : parts_(std::make_unique<Parts>(options)) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  bound(builder, options.limits);
  builder.RegisterService(&parts_->service);
  parts_->acceptor = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
      options.security.credentials);
  parts_->server = builder.BuildAndStart();
  if (!parts_->server)
    throw ResourceError("the server cannot be started: gRPC has no threads or descriptors for it");
  if (auto* health = parts_->server->GetHealthCheckService())
    health->SetServingStatus("vta.remote.v1.Device", true);
  parts_->gate.start(
      [this](int listener, int fd) {
        Acceptor::NewConnectionParameters connection;
        connection.listener_fd = listener;
        connection.fd = fd;
        parts_->acceptor->HandleNewConnection(&connection);
      },
      [this](int64_t closed, int64_t open) {
        parts_->log.event("connections_closed",
                          {{"closed", closed}, {"open", open}, {"limit", "--connections"}});
      });
  parts_->log.event("listening", {{"address", address()}});
}

DeviceServer::~DeviceServer() {
  parts_->gate.stop();
  parts_->state.queue.close();
  parts_->server->Shutdown(std::chrono::system_clock::now());
}

const std::string& DeviceServer::address() const {
  return parts_->gate.address();
}

void DeviceServer::drain(double seconds) {
  parts_->log.event("draining");
  if (auto* health = parts_->server->GetHealthCheckService())
    health->SetServingStatus(false);
  parts_->service.drain();
  parts_->state.queue.close();
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
  const auto running = [&] {
    return std::ranges::any_of(parts_->state.sessions.states(), [](const v1::SessionState& one) {
      return one.what() == v1::SessionState::RUNNING;
    });
  };
  while (running() && Clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  parts_->gate.stop();
  // What has ended is on its way to its client.
  parts_->server->Shutdown(std::chrono::system_clock::now() + std::chrono::milliseconds(500));
  parts_->log.event("drained");
}

}  // namespace vta::remote
