// Messages between a server and a worker of its own, over a socket pair: 8 bytes of length, then
// the message.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "remote/proto/vta_device.pb.h"

namespace vta::remote {

class MessagePipe {
 public:
  enum class End {
    Got,      // it came, or went, as a whole
    Closed,   // the other end is gone
    Expired,  // not until the deadline
    Stopped,  // as `stopped` said
  };
  using Clock = std::chrono::steady_clock;

  // What bounds a wait: a moment, and a question that is asked a few times a second (it may be
  // empty).
  struct Patience {
    Clock::time_point until = Clock::time_point::max();
    std::function<bool()> stopped = {};
  };

  explicit MessagePipe(int fd) : fd_(fd) {}  // owns it
  ~MessagePipe();
  MessagePipe(const MessagePipe&) = delete;
  MessagePipe& operator=(const MessagePipe&) = delete;

  int fd() const { return fd_; }
  End send(const google::protobuf::Message& message, const Patience& patience);
  End receive(google::protobuf::Message& message, const Patience& patience);

 private:
  End wait(short events, const Patience& patience) const;
  End put(const char* bytes, size_t count, const Patience& patience);
  End get(char* bytes, size_t count, const Patience& patience);

  int fd_;
};

}  // namespace vta::remote
