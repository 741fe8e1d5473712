#include "link/process/device_worker.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "base/error.h"
#include "base/process.h"
#include "base/resource_policy.h"
#include "config/vta_config.h"
#include "link/process/worker_greeting.h"
#include "link/wire/failure.h"
#include "link/wire/link_server.h"
#include "link/wire/socket_transport.h"

namespace vta {
namespace {

bool is_stream_socket(int fd) {
  int type = 0;
  socklen_t size = sizeof type;
  return ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM;
}

WorkerGreeting greeting_in(std::span<const std::byte> frame) {
  const wire::Message message = wire::parse_frame(frame);
  ByteReader reader = message.reader();
  if (message.kind != wire::Kind::Hello)
    reader.fail("a worker's first message must be Hello");
  auto greeting = reader.value<WorkerGreeting>();
  reader.end();
  return greeting;
}

}  // namespace

void serve_device(const DeviceTable& devices) {
  if (!is_stream_socket(kStartedSocket))
    throw UsageError(
        fmt::format("{} is internal: vta starts it for devices in processes of their own, with a "
                    "connection as descriptor {}, which is missing",
                    kDeviceWorker, kStartedSocket));
  std::signal(SIGINT, SIG_IGN);  // of the terminal: the parent decides
  ::fcntl(kStartedSocket, F_SETFD, FD_CLOEXEC);
  wire::SocketTransport transport(kStartedSocket);
  const auto first = transport.receive_or_end();
  if (!first)
    return;  // the parent has ended meanwhile
  std::optional<ResourceScope> scope;
  std::unique_ptr<DeviceLink> link;
  try {
    const WorkerGreeting greeting = greeting_in(*first);
    scope.emplace(ResourcePolicy{.max_bytes = greeting.max_bytes});
    link =
        devices.open(greeting.device, parse_config(greeting.config, "the worker's configuration"));
  } catch (const std::exception& e) {
    transport.send(wire::frame(wire::Kind::Failed, wire::failure_payload(e)));
    return;
  }
  transport.send(wire::frame(wire::Kind::Done, {}));
  wire::serve_link(transport, *link);
}

}  // namespace vta
