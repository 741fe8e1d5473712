// The device's end of a link: answers messages with what a DeviceLink does.
#pragma once

#include <functional>

#include "link/device_link.h"
#include "link/wire/frame.h"

namespace vta::wire {

class LinkServer {
 public:
  using Send = std::function<void(std::span<const std::byte> frame)>;

  explicit LinkServer(DeviceLink& link) : link_(link) {}

  // Answers one message; the last that is sent is the answer, whatever it asked for. What the
  // device throws, and what is wrong with the message, goes to the other end as Failed; what `send`
  // throws is passed on.
  void answer(std::span<const std::byte> frame, const Send& send);

 private:
  struct Answer {
    Kind kind = Kind::Done;
    std::vector<std::byte> payload;
  };
  Answer answer_to(const Message& message, const Send& send);
  Answer info() const;
  Answer write(ByteReader in);
  Answer read(ByteReader in);
  Answer fill(ByteReader in);
  Answer scratchpad(ByteReader in);
  Answer launch(ByteReader in, const Send& send);

  DeviceLink& link_;
};

}  // namespace vta::wire
