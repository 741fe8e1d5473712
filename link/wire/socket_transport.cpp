#include "link/wire/socket_transport.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "base/interruption.h"
#include "link/wire/link_server.h"

namespace vta::wire {
namespace {

// A header may say more than will come: memory grows with what has.
constexpr size_t kGrowth = size_t{1} << 20;
constexpr int kLookMilliseconds = 50;

bool try_again(int error) {
  return error == EINTR || error == EAGAIN || error == EWOULDBLOCK;
}

[[noreturn]] void fail_broken(int error) {
  throw DeviceError(
      fmt::format("link: the connection to the other end broke: {}", std::strerror(error)));
}

}  // namespace

SocketTransport::SocketTransport(int fd, Milliseconds patience) : fd_(fd), patience_(patience) {
  VTA_CHECK(fd >= 0, "descriptor {} of a connection", fd);
  VTA_CHECK(patience.count() >= 0 && patience.count() <= std::numeric_limits<int>::max(),
            "a patience of {} ms", patience.count());
}

SocketTransport::~SocketTransport() {
  ::close(fd_);
}

void SocketTransport::wait_for(short events, Milliseconds patience, const char* what) const {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + patience;
  while (true) {
    check_end_of_wait();
    const auto left = std::chrono::ceil<Milliseconds>(end - Clock::now());
    const int wait =
        patience.count() == 0 ? -1 : static_cast<int>(std::max<int64_t>(left.count(), 0));
    const bool looks = scoped_interruption() != nullptr && (wait < 0 || wait > kLookMilliseconds);
    pollfd one = {fd_, events, 0};
    const int ready = ::poll(&one, 1, looks ? kLookMilliseconds : wait);
    if (ready > 0)
      return;
    if (ready == 0 && !looks)
      throw DeviceError(
          fmt::format("link: the other end {} nothing for {} ms: the connection is closed", what,
                      patience.count()));
    if (ready < 0 && errno != EINTR)
      fail_broken(errno);
  }
}

// A message that is half sent or half read is the end of the connection.
void SocketTransport::check_end_of_wait() const {
  try {
    check_interruption();
  } catch (...) {
    ::shutdown(fd_, SHUT_RDWR);
    throw;
  }
}

void SocketTransport::send(std::span<const std::byte> frame) {
  while (!frame.empty()) {
    const ssize_t sent = ::send(fd_, frame.data(), frame.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0)
      frame = frame.subspan(static_cast<size_t>(sent));
    else if (try_again(errno))
      wait_for(POLLOUT, patience_, "takes");
    else
      fail_broken(errno);
  }
}

// At least a byte, or none at the end.
size_t SocketTransport::some(std::span<std::byte> to, Milliseconds patience) {
  while (true) {
    const ssize_t got = ::recv(fd_, to.data(), to.size(), MSG_DONTWAIT);
    if (got >= 0)
      return static_cast<size_t>(got);
    if (!try_again(errno))
      fail_broken(errno);
    wait_for(POLLIN, patience, "sends");
  }
}

std::optional<std::vector<std::byte>> SocketTransport::take(First first) {
  std::vector<std::byte> frame;
  size_t have = 0, whole = kHeaderBytes;
  bool has_header = false;
  while (have < whole) {
    frame.resize(std::min(whole, std::max(frame.size(), have + kGrowth)));
    const bool bounded = have > 0 || first == First::Bounded;
    const size_t got = some(std::span(frame).subspan(have), bounded ? patience_ : Milliseconds(0));
    if (got == 0 && have == 0)
      return std::nullopt;
    if (got == 0)
      throw DeviceError(fmt::format(
          "link: the other end closed the connection after {} bytes of a message of {}{}", have,
          has_header ? "" : "at least ", whole));
    have += got;
    if (!has_header && have == kHeaderBytes) {
      whole += static_cast<size_t>(parse_header(frame).payload_bytes);
      has_header = true;
    }
  }
  return frame;
}

std::vector<std::byte> SocketTransport::receive() {
  if (auto frame = take(First::Bounded))
    return std::move(*frame);
  throw DeviceError("link: the other end closed the connection without a response");
}

std::optional<std::vector<std::byte>> SocketTransport::receive_or_end() {
  return take(First::Patient);
}

void serve_link(SocketTransport& transport, DeviceLink& link) {
  LinkServer server(link);
  while (const auto frame = transport.receive_or_end())
    server.answer(*frame, [&](std::span<const std::byte> answer) { transport.send(answer); });
}

}  // namespace vta::wire
