#include "link/process/process_link.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/process.h"
#include "base/resource_policy.h"
#include "link/process/device_worker.h"
#include "link/process/worker_greeting.h"
#include "link/wire/failure.h"
#include "link/wire/remote_link.h"
#include "link/wire/socket_transport.h"

namespace vta {
namespace {

void greet(wire::Transport& transport, const std::string& device, const VtaConfig& config) {
  ByteWriter out;
  out(WorkerGreeting{device, config.to_json(), resources().policy().max_bytes});
  transport.send(wire::frame(wire::Kind::Hello, out.bytes()));
  const std::vector<std::byte> frame = transport.receive();
  const wire::Message answer = wire::parse_frame(frame);
  if (answer.kind == wire::Kind::Failed)
    wire::throw_failure(answer.reader());
  if (answer.kind != wire::Kind::Done)
    answer.reader().fail("a worker's first answer must be Done");
}

// The connection itself failed; what a device or a message is wrong about is another DeviceError.
struct ConnectionLost : DeviceError {
  using DeviceError::DeviceError;
};

class WorkerTransport final : public wire::Transport {
 public:
  explicit WorkerTransport(int fd) : socket_(fd) {}

  void send(std::span<const std::byte> frame) override {
    try {
      socket_.send(frame);
    } catch (const DeviceError& e) {
      throw ConnectionLost(e.what());
    }
  }
  std::vector<std::byte> receive() override {
    try {
      return socket_.receive();
    } catch (const DeviceError& e) {
      throw ConnectionLost(e.what());
    }
  }

 private:
  wire::SocketTransport socket_;
};

}  // namespace

template <typename Call>
auto ProcessLink::guarded(const Call& call) {
  if (!lost_.empty())
    throw DeviceError(lost_);
  try {
    return call();
  } catch (const ConnectionLost& e) {
    lose(e.what());
    throw DeviceError(lost_);
  }
}

ProcessLink::ProcessLink(const std::string& device, const VtaConfig& config,
                         const WorkerProgram& program)
    : device_(device) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw ResourceError(
        fmt::format("no connection to a process for a device: {}", std::strerror(errno)));
  auto transport = std::make_unique<WorkerTransport>(ends[0]);
  try {
    // Nothing is lost with a worker: what it had is with who asked for it, or was not wanted.
    program_.emplace(ProgramStart{.argv = {"vta", kDeviceWorker},
                                  .path = program.path,
                                  .socket = ends[1],
                                  .ends_by = SIGKILL});
  } catch (const ResourceError& e) {
    ::close(ends[1]);
    throw ResourceError(fmt::format("no process for a device: {}", e.what()));
  }
  ::close(ends[1]);
  guarded([&] {
    greet(*transport, device, config);
    link_ = std::make_unique<wire::RemoteLink>(std::move(transport));
  });
}

// A connection that is lost is lost because the worker ends, or is of no more use: it is ended.
void ProcessLink::lose(const std::string& reason) {
  lost_ = reason;
  if (program_->ended_within(std::chrono::seconds(1)))
    lost_ = fmt::format("the process of device '{}' {}", device_, ending_text(program_->wait()));
  program_.reset();
}

void ProcessLink::write(uint64_t phys_addr, std::span<const std::byte> bytes) {
  guarded([&] { link_->write(phys_addr, bytes); });
}

void ProcessLink::read(uint64_t phys_addr, std::span<std::byte> bytes) {
  guarded([&] { link_->read(phys_addr, bytes); });
}

void ProcessLink::fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) {
  guarded([&] { link_->fill(phys_addr, size_bytes, value); });
}

LaunchReport ProcessLink::launch(const LaunchRequest& request, TraceSink* sink) {
  return guarded([&] { return link_->launch(request, sink); });
}

std::vector<std::byte> ProcessLink::read_scratchpad(MemoryType type, int64_t first, int64_t count) {
  return guarded([&] { return link_->read_scratchpad(type, first, count); });
}

}  // namespace vta
