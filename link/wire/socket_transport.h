// Messages over a connected stream socket: to a process of this machine (socketpair) or another.
//
//   RemoteLink link(std::make_unique<SocketTransport>(fd));      // the driver's process
//   SocketTransport transport(fd); serve_link(transport, *link);  // the device's
#pragma once

#include <chrono>
#include <optional>

#include "link/device_link.h"
#include "link/wire/frame.h"

namespace vta::wire {

// Everything throws DeviceError for a connection that breaks, ends in the middle of a message, or
// moves no byte for `patience`. After an error the connection is of no more use: where a message
// ends is not known.
class SocketTransport final : public Transport {
 public:
  using Milliseconds = std::chrono::milliseconds;

  // Owns the descriptor. `patience` 0: waits as long as it takes.
  explicit SocketTransport(int fd, Milliseconds patience = Milliseconds(0));
  ~SocketTransport() override;
  SocketTransport(const SocketTransport&) = delete;
  SocketTransport& operator=(const SocketTransport&) = delete;

  void send(std::span<const std::byte> frame) override;
  std::vector<std::byte> receive() override;
  // None: the other end has closed the connection, and no message was begun. The wait for the first
  // byte has no bound: nothing has to be asked.
  std::optional<std::vector<std::byte>> receive_or_end();

 private:
  enum class First { Patient, Bounded };
  std::optional<std::vector<std::byte>> take(First first);
  size_t some(std::span<std::byte> to, Milliseconds patience);
  void wait_for(short events, Milliseconds patience, const char* what) const;
  void check_end_of_wait() const;

  int fd_;
  Milliseconds patience_;
};

// Answers messages until the other end closes the connection between two of them.
void serve_link(SocketTransport& transport, DeviceLink& link);

}  // namespace vta::wire
