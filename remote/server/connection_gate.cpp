#include "remote/server/connection_gate.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "base/error.h"

namespace vta::remote {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t kListener = 0, kWake = ~uint64_t{0};  // no numbers of connections
constexpr auto kBetweenLines = std::chrono::seconds(1);

[[noreturn]] void no_descriptors(const char* what) {
  throw ResourceError(fmt::format("{}: {} (ulimit -n)", what, std::strerror(errno)));
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
    fail(address, "the port is missing");
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
  if (fd < 0 && (errno == EMFILE || errno == ENFILE))
    no_descriptors("a socket to listen");
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

void watch(int epoll, int operation, int fd, uint64_t id, uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = id;
  if (::epoll_ctl(epoll, operation, fd, &event) != 0)
    no_descriptors("epoll");
}

}  // namespace

ConnectionGate::ConnectionGate(const std::string& address, int64_t most, double unknown_seconds)
    : listener_(listen_at(address)), port_(port_of(listener_)), table_(most, unknown_seconds) {
  address_ = address.substr(0, address.rfind(':')) + ":" + std::to_string(port_);
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (epoll_ < 0 || wake_ < 0)
    no_descriptors("epoll");
  watch(epoll_, EPOLL_CTL_ADD, listener_, kListener, EPOLLIN);
  watch(epoll_, EPOLL_CTL_ADD, wake_, kWake, EPOLLIN);
}

ConnectionGate::~ConnectionGate() {
  stop();
  while (!sockets_.empty())
    forget(sockets_.begin()->first);
  for (const int fd : {listener_, epoll_, wake_})
    if (fd >= 0)
      ::close(fd);
}

void ConnectionGate::start(Take take, Tell tell) {
  take_ = std::move(take);
  tell_ = std::move(tell);
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

int ConnectionGate::wait_ms() const {
  const std::scoped_lock lock(mutex_);
  auto next = table_.next_expiry();
  if (crowded_ + expired_ > 0)
    next = std::min(next.value_or(Clock::time_point::max()), told_ + kBetweenLines);
  if (!next)
    return -1;
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now());
  return static_cast<int>(std::clamp<int64_t>(wait.count(), 0, 60000));
}

// A connection is open until its socket hangs up: a second descriptor of it is watched for that.
// Whoever has the first one shuts the socket down before closing it, which the second one sees.
void ConnectionGate::run() {
  std::array<epoll_event, 64> events{};
  while (true) {
    const int count =
        ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), wait_ms());
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events[static_cast<size_t>(i)];
      if (event.data.u64 == kWake)
        return tell(true);
      if (event.data.u64 == kListener)
        accept_all();
      else
        on_event(event.data.u64, event.events);
    }
    end_expired();
    tell(false);
  }
}

// A client speaks first, with TLS and without. Until then gRPC hears nothing of it.
void ConnectionGate::on_event(Id id, uint32_t events) {
  int fd = -1;
  {
    const std::scoped_lock lock(mutex_);
    const auto at = sockets_.find(id);
    if (at == sockets_.end())  // ended since
      return;
    if ((events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0)
      return forget(id);
    if (at->second.held < 0)
      return;
    fd = std::exchange(at->second.held, -1);
    table_.spoke(id);
    watch(epoll_, EPOLL_CTL_MOD, at->second.watched, id, EPOLLRDHUP | EPOLLHUP | EPOLLET);
  }
  take_(listener_, fd);
}

// Under the lock. The socket lives on in its other descriptor, and epoll goes by sockets: it would
// tell of this one again.
void ConnectionGate::forget(Id id) {
  const Sockets& sockets = sockets_.at(id);
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, sockets.watched, nullptr);
  ::close(sockets.watched);
  if (sockets.held >= 0)
    ::close(sockets.held);
  sockets_.erase(id);
  table_.leave(id);
}

// Under the lock.
void ConnectionGate::end(Id id) {
  ::shutdown(sockets_.at(id).watched, SHUT_RDWR);
  forget(id);
}

void ConnectionGate::end_expired() {
  const std::scoped_lock lock(mutex_);
  for (const Id id : table_.expired(Clock::now())) {
    end(id);
    ++expired_;
  }
}

void ConnectionGate::let_in(const std::string& peer) {
  const std::scoped_lock lock(mutex_);
  if (const auto address = parse_peer(peer))
    table_.let_in(*address);
}

void ConnectionGate::refused(const std::string& peer) {
  const std::scoped_lock lock(mutex_);
  if (const auto address = parse_peer(peer))
    table_.refused(*address);
}

void ConnectionGate::cut(const std::string& peer) {
  const std::scoped_lock lock(mutex_);
  const auto address = parse_peer(peer);
  if (const auto id = address ? table_.with(*address) : std::nullopt)
    end(*id);
}

void ConnectionGate::refuse(int fd) {
  // Reset at once: no state is left of it here.
  const linger now = {1, 0};
  ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  ::close(fd);
  ++crowded_;
}

void ConnectionGate::tell(bool now) {
  if (crowded_ + expired_ == 0 || (!now && Clock::now() - told_ < kBetweenLines))
    return;
  told_ = Clock::now();
  int64_t open = 0;
  {
    const std::scoped_lock lock(mutex_);
    open = table_.size();
  }
  tell_(std::exchange(crowded_, 0), std::exchange(expired_, 0), open);
}

// Under the lock: whether there was somebody to give way.
bool ConnectionGate::make_room() {
  const auto oldest = table_.oldest_stranger();
  if (oldest) {
    end(*oldest);
    ++crowded_;
  }
  return oldest.has_value();
}

void ConnectionGate::accept_all() {
  while (true) {
    sockaddr_storage from{};
    socklen_t size = sizeof from;
    const int fd = ::accept4(listener_, reinterpret_cast<sockaddr*>(&from), &size,
                             SOCK_CLOEXEC | SOCK_NONBLOCK);
    const std::scoped_lock lock(mutex_);
    if (fd < 0) {
      if (errno == EINTR || errno == ECONNABORTED)
        continue;
      if (errno == EMFILE || errno == ENFILE) {
        make_room();  // until somebody has closed, the listener would wake us for nothing
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      return;
    }
    if (table_.is_crowded())
      make_room();
    const auto peer = peer_address(from);
    if (table_.full() || !peer)
      refuse(fd);
    else
      add(fd, *peer);
  }
}

// Under the lock.
void ConnectionGate::add(int fd, const PeerAddress& peer) {
  const int watched = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
  if (watched < 0)
    return refuse(fd);
  const int one = 1;  // answers are small, and nothing follows them
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  const Id id = table_.enter(peer, Clock::now());
  sockets_[id] = {watched, fd};
  try {
    watch(epoll_, EPOLL_CTL_ADD, watched, id, EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLET);
  } catch (const ResourceError&) {
    end(id);
    ++crowded_;
  }
}

}  // namespace vta::remote
