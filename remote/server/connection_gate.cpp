#include "remote/server/connection_gate.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>

#include "base/error.h"

namespace vta::remote {
namespace {

int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

[[noreturn]] void fail(const std::string& address, const std::string& why) {
  throw UsageError(fmt::format(
      "cannot listen at '{}': {}; legal is HOST:PORT with a numeric host of this machine, "
      "127.0.0.1:0 or [::1]:7411",
      address, why));
}

struct Parts {
  std::string host, port;
};

Parts parts_of(const std::string& address) {
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == address.size())
    fail(address, "there is no port");
  Parts parts = {address.substr(0, colon), address.substr(colon + 1)};
  if (parts.host.size() > 2 && parts.host.front() == '[' && parts.host.back() == ']')
    parts.host = parts.host.substr(1, parts.host.size() - 2);
  return parts;
}

int port_of(int fd) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &size);
  std::array<char, NI_MAXSERV> text{};
  ::getnameinfo(reinterpret_cast<sockaddr*>(&bound), size, nullptr, 0, text.data(), text.size(),
                NI_NUMERICSERV);
  return std::stoi(text.data());
}

int listen_at(const std::string& address) {
  const Parts parts = parts_of(address);
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(parts.host.c_str(), parts.port.c_str(), &hints, &found);
      error != 0)
    fail(address, ::gai_strerror(error));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> freed(found, ::freeaddrinfo);
  const int fd = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0)
    fail(address, std::strerror(errno));
  const int one = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (::bind(fd, found->ai_addr, found->ai_addrlen) != 0 || ::listen(fd, SOMAXCONN) != 0) {
    const int error = errno;
    ::close(fd);
    fail(address, std::strerror(error));
  }
  return fd;
}

}  // namespace

ConnectionGate::ConnectionGate(const std::string& address, int64_t most)
    : listener_(listen_at(address)), most_(most), port_(port_of(listener_)) {
  address_ = address.substr(0, address.rfind(':')) + ":" + std::to_string(port_);
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  VTA_CHECK(epoll_ >= 0 && wake_ >= 0, "epoll: {}", std::strerror(errno));
  for (const int fd : {listener_, wake_}) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  }
}

ConnectionGate::~ConnectionGate() {
  stop();
  for (const int fd : {listener_, epoll_, wake_})
    if (fd >= 0)
      ::close(fd);
}

void ConnectionGate::start(Take take, Refused refused) {
  take_ = std::move(take);
  refused_ = std::move(refused);
  thread_ = std::thread([this] { run(); });
}

void ConnectionGate::stop() {
  if (!thread_.joinable())
    return;
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof one);
  thread_.join();
  ::close(listener_);  // who comes now is refused by the system, and does not wait for an answer
  listener_ = -1;
}

// A connection is open until its socket hangs up: a second descriptor of it is watched for that.
// Whoever has the first one shuts the socket down before closing it, which the second one sees.
void ConnectionGate::run() {
  std::array<epoll_event, 64> events{};
  while (true) {
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                   closed_ > 0 ? 1000 : -1);
    tell_refused(count == 0);
    for (int i = 0; i < count; ++i) {
      const int fd = events[static_cast<size_t>(i)].data.fd;
      if (fd == wake_)
        return tell_refused(true);
      if (fd == listener_) {
        accept_all();
      } else {
        forget(fd);
      }
    }
  }
}

// The socket lives on in its other descriptor, and epoll goes by sockets: it would tell of this one
// again, when the number is another file's.
void ConnectionGate::forget(int watched) {
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, watched, nullptr);
  ::close(watched);
  --open_;
}

void ConnectionGate::refuse(int fd) {
  // Reset at once: no state is left of it here.
  const linger now = {1, 0};
  ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  ::close(fd);
  ++closed_;
}

void ConnectionGate::tell_refused(bool now) {
  if (closed_ == 0 || (!now && now_ms() - told_ms_ < 1000))
    return;
  told_ms_ = now_ms();
  refused_(closed_, open_);
  closed_ = 0;
}

void ConnectionGate::accept_all() {
  while (true) {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
      if (errno == EMFILE ||
          errno == ENFILE)  // until some are closed the listener would wake us for nothing
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (errno != EINTR && errno != ECONNABORTED)
        return;
      continue;
    }
    if (open_ >= most_) {
      refuse(fd);
      continue;
    }
    const int watched = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
    epoll_event event{};
    event.events = EPOLLRDHUP | EPOLLHUP | EPOLLET;
    event.data.fd = watched;
    if (watched < 0 || ::epoll_ctl(epoll_, EPOLL_CTL_ADD, watched, &event) != 0) {
      if (watched >= 0)
        ::close(watched);
      refuse(fd);
      continue;
    }
    const int one = 1;  // answers are small, and nothing follows them
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    ++open_;
    take_(listener_, fd);
  }
}

}  // namespace vta::remote
