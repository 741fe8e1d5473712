#include "tests/link/loopback.h"

#include <deque>
#include <utility>

#include "link/wire/link_server.h"
#include "link/wire/remote_link.h"

namespace vta::wire {
namespace {

class LoopbackTransport final : public Transport {
 public:
  explicit LoopbackTransport(std::unique_ptr<DeviceLink> device)
      : device_(std::move(device)), server_(*device_) {}

  void send(std::span<const std::byte> frame) override {
    server_.answer(frame, [this](std::span<const std::byte> answer) {
      answers_.emplace_back(answer.begin(), answer.end());
    });
  }
  std::vector<std::byte> receive() override {
    if (answers_.empty())
      throw DeviceError("link: there is no response without a request");
    std::vector<std::byte> first = std::move(answers_.front());
    answers_.pop_front();
    return first;
  }

 private:
  std::unique_ptr<DeviceLink> device_;
  LinkServer server_;
  std::deque<std::vector<std::byte>> answers_;
};

}  // namespace

std::unique_ptr<DeviceLink> make_loopback(std::unique_ptr<DeviceLink> device) {
  return std::make_unique<RemoteLink>(std::make_unique<LoopbackTransport>(std::move(device)));
}

}  // namespace vta::wire
