#include "remote/worker/message_pipe.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "base/error.h"

namespace vta::remote {
namespace {

// Of one message: a program is the largest.
constexpr uint64_t kMostBytes = uint64_t{2} << 30;
constexpr size_t kGrowth = size_t{1} << 22;

}  // namespace

MessagePipe::~MessagePipe() {
  ::close(fd_);
}

MessagePipe::End MessagePipe::wait(short events, const Patience& patience) const {
  constexpr int kLookMs = 100;
  while (true) {
    int milliseconds = patience.stopped ? kLookMs : -1;
    if (patience.until != Clock::time_point::max()) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(patience.until - Clock::now()).count();
      if (left <= 0)
        return End::Expired;
      milliseconds = static_cast<int>(std::min<int64_t>(left, patience.stopped ? kLookMs : 60000));
    }
    pollfd one = {fd_, events, 0};
    const int ready = ::poll(&one, 1, milliseconds);
    if (ready > 0)
      return End::Got;
    if (ready < 0 && errno != EINTR)
      return End::Closed;
    if (patience.stopped && patience.stopped())
      return End::Stopped;
  }
}

MessagePipe::End MessagePipe::put(const char* bytes, size_t count, const Patience& patience) {
  while (count > 0) {
    const ssize_t sent = ::send(fd_, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes += sent;
      count -= static_cast<size_t>(sent);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
      if (const End end = wait(POLLOUT, patience); end != End::Got)
        return end;
    } else {
      return End::Closed;
    }
  }
  return End::Got;
}

MessagePipe::End MessagePipe::get(char* bytes, size_t count, const Patience& patience) {
  while (count > 0) {
    const ssize_t got = ::recv(fd_, bytes, count, MSG_DONTWAIT);
    if (got > 0) {
      bytes += got;
      count -= static_cast<size_t>(got);
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
      if (const End end = wait(POLLIN, patience); end != End::Got)
        return end;
    } else {
      return End::Closed;
    }
  }
  return End::Got;
}

MessagePipe::End MessagePipe::send(const google::protobuf::Message& message,
                                   const Patience& patience) {
  const uint64_t size = message.ByteSizeLong();
  VTA_CHECK(size < kMostBytes, "a message of {} bytes", size);
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  message.AppendToString(&bytes);
  return put(bytes.data(), bytes.size(), patience);
}

MessagePipe::End MessagePipe::receive(google::protobuf::Message& message,
                                      const Patience& patience) {
  uint64_t size = 0;
  if (const End end = get(reinterpret_cast<char*>(&size), sizeof size, patience); end != End::Got)
    return end;
  if (size >= kMostBytes)
    return End::Closed;
  std::string bytes;
  while (bytes.size() < size) {
    const size_t have = bytes.size();
    bytes.resize(std::min<size_t>(size, have + kGrowth));
    if (const End end = get(bytes.data() + have, bytes.size() - have, patience); end != End::Got)
      return end;
  }
  return message.ParseFromString(bytes) ? End::Got : End::Closed;
}

}  // namespace vta::remote
