#include "link/process/process_link.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
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

extern char** environ;

namespace vta {
namespace {

struct Spawning {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  Spawning() {
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
  ~Spawning() {
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }
};

// A group of its own (SignalCleanup ends groups), and signals as a program finds them.
void set_attributes(Spawning& spawning) {
  sigset_t none, usual;
  ::sigemptyset(&none);
  ::sigemptyset(&usual);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    ::sigaddset(&usual, number);
  ::posix_spawnattr_setsigmask(&spawning.attributes, &none);
  ::posix_spawnattr_setsigdefault(&spawning.attributes, &usual);
  ::posix_spawnattr_setpgroup(&spawning.attributes, 0);
  ::posix_spawnattr_setflags(
      &spawning.attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

pid_t spawn(const std::string& path, int socket) {
  Spawning spawning;
  set_attributes(spawning);
  // Where both are the same, the system takes away its FD_CLOEXEC.
  ::posix_spawn_file_actions_adddup2(&spawning.files, socket, kWorkerSocket);
  std::string name = "vta", what = kDeviceWorker;
  std::array<char*, 3> argv = {name.data(), what.data(), nullptr};
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, path.c_str(), &spawning.files, &spawning.attributes,
                                  argv.data(), environ);
  if (error != 0)
    throw ResourceError(
        fmt::format("no process for a device: cannot start '{}': {}", path, std::strerror(error)));
  return pid;
}

void greet(wire::Transport& transport, const std::string& device, const VtaConfig& config) {
  wire::ByteWriter out;
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
    pid_ = spawn(program.path, ends[1]);
  } catch (...) {
    ::close(ends[1]);
    throw;
  }
  ::close(ends[1]);
  cleanup_.end_process_group(pid_);
  try {
    guarded([&] {
      greet(*transport, device, config);
      link_ = std::make_unique<wire::RemoteLink>(std::move(transport));
    });
  } catch (...) {
    end();
    throw;
  }
}

ProcessLink::~ProcessLink() {
  link_.reset();
  end();
}

// Nothing is lost with a worker: what it had is with who asked for it, or was not wanted.
void ProcessLink::end() noexcept {
  if (pid_ < 0)
    return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

// A connection that is lost is lost because the worker ends, or is of no more use: it is ended.
void ProcessLink::lose(const std::string& reason) {
  constexpr int kWaits = 200, kWaitMilliseconds = 5;
  lost_ = reason;
  for (int i = 0; i < kWaits && pid_ > 0; ++i) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      lost_ = fmt::format("the process of device '{}' {}", device_, ending_text(status));
    } else {
      ::poll(nullptr, 0, kWaitMilliseconds);
    }
  }
  end();
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
