#include "remote/server/device_server.h"

#include <algorithm>
#include <thread>

#include "remote/server/device_service.h"
#include "remote/server/gated_server.h"

namespace vta::remote {
namespace {

using Clock = std::chrono::steady_clock;

GateOptions gate_of(const ServerOptions& options) {
  const ServerLimits& limits = options.limits;
  return {.listen = options.listen,
          .connections = limits.connections,
          .unknown_seconds = limits.unknown_seconds,
          .calls = limits.sessions,
          .memory = limits.message_bytes * std::max<int64_t>(limits.sessions, 4),
          .message_bytes = limits.message_bytes,
          .idle_seconds = limits.idle_seconds,
          .health = "vta.remote.v1.Device"};
}

MakeWorker workers_of(const WorkerProgram& program) {
  return [program](const v1::Limits& limits) {
    return std::make_unique<WorkerProcess>(program, limits);
  };
}

}  // namespace

struct DeviceServer::Parts {
  explicit Parts(ServerOptions& options)
      : log(options.log),
        state(options.limits, workers_of(options.worker)),
        guard(std::move(options.security.guard)),
        admission(log),
        service(state, log, admission, *guard, options.worker.allow_build),
        server(gate_of(options), options.security, service, admission, log) {}

  EventLog log;
  ServerState state;
  std::unique_ptr<ClientGuard> guard;
  Admission admission;
  DeviceService service;
  GatedServer server;
};

DeviceServer::DeviceServer(ServerOptions options) : parts_(std::make_unique<Parts>(options)) {}

DeviceServer::~DeviceServer() {
  parts_->admission.end();
  parts_->state.queue.close();
}

const std::string& DeviceServer::address() const {
  return parts_->server.address();
}

EventLog& DeviceServer::log() {
  return parts_->log;
}

void DeviceServer::drain(double seconds) {
  parts_->log.event("draining");
  parts_->server.not_serving();
  parts_->service.drain();
  parts_->admission.end();
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
  parts_->server.stop(500);  // what has ended is on its way to its client
  parts_->log.event("drained");
}

}  // namespace vta::remote
