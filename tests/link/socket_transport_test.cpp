#include "link/wire/socket_transport.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <future>
#include <thread>

#include "base/error.h"
#include "link/devices/devices.h"
#include "link/wire/remote_link.h"
#include "tests/link/stream_on_link.h"

namespace vta::wire {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Milliseconds = SocketTransport::Milliseconds;

const VtaConfig kSocketConfig = named_config("tiny");

std::array<int, 2> connected() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return ends;
}

// A device that a thread serves; its end is joined before the test ends.
class ServedDevice {
 public:
  explicit ServedDevice(const char* device, Milliseconds patience = Milliseconds(0)) {
    const auto [mine, other] = connected();
    mine_ = mine;
    ended_ = std::async(std::launch::async, [device, patience, fd = other] {
      SocketTransport transport(fd, patience);
      const auto link = known_devices().open(device, kSocketConfig);
      serve_link(transport, *link);
    });
  }
  int fd() const { return mine_; }
  void end() { ended_.get(); }

 private:
  int mine_ = -1;
  std::future<void> ended_;
};

void send_raw(int fd, std::span<const std::byte> bytes) {
  ASSERT_EQ(::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL), std::ssize(bytes));
}

TEST(SocketTransport, ARunIsTheSameAsWithoutIt) {
  for (const char* device : {"fsim,kernels=reference", "csim,kernels=reference"}) {
    ServedDevice served(device);
    {
      RemoteLink link(std::make_unique<SocketTransport>(served.fd()));
      const auto direct = known_devices().open(device, kSocketConfig);
      const LaunchReport there = link.launch(test::place_program(link), nullptr);
      const LaunchReport here = direct->launch(test::place_program(*direct), nullptr);
      EXPECT_EQ(there.error, here.error);
      EXPECT_TRUE(there.ended);
      EXPECT_EQ(there.cycles, here.cycles);
      EXPECT_EQ(there.read_backs, here.read_backs);
      std::vector<std::byte> far(kPieceBytes * 2 + 5), near(far.size());
      link.write(0x8000, std::vector<std::byte>(far.size(), std::byte{7}));
      link.read(0x8000, far);
      EXPECT_EQ(far, std::vector<std::byte>(far.size(), std::byte{7}));
      EXPECT_THROW(link.read(uint64_t{1} << 60, near), DeviceError);
    }
    served.end();  // a closed connection is no error
  }
}

TEST(SocketTransport, AMessageComesInAnyPieces) {
  const auto [a, b] = connected();
  SocketTransport to(b);
  const std::vector<std::byte> message = frame(Kind::Data, std::vector<std::byte>(100));
  std::thread writer([&, fd = a] {
    for (const std::byte& one : message)
      send_raw(fd, std::span(&one, 1));
    ::close(fd);
  });
  EXPECT_EQ(to.receive(), message);
  EXPECT_EQ(to.receive_or_end(), std::nullopt);
  writer.join();
}

TEST(SocketTransport, AnEndInTheMiddleIsNamed) {
  const std::vector<std::byte> message = frame(Kind::Data, std::vector<std::byte>(100));
  const auto error_after = [&](size_t bytes) -> std::string {
    const auto [a, b] = connected();
    send_raw(a, std::span(message).first(bytes));
    ::close(a);
    try {
      SocketTransport(b).receive();
    } catch (const DeviceError& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_after(0), "link: the other end closed the connection without a response");
  EXPECT_EQ(error_after(1),
            "link: the other end closed the connection after 1 bytes of a message of at least 16");
  EXPECT_EQ(error_after(16),
            "link: the other end closed the connection after 16 bytes of a message of 116");
  EXPECT_EQ(error_after(115),
            "link: the other end closed the connection after 115 bytes of a message of 116");
}

TEST(SocketTransport, WhatIsNoMessageEndsTheConnection) {
  ServedDevice served("fsim,kernels=reference");
  send_raw(served.fd(), std::vector<std::byte>(16, std::byte{'x'}));
  EXPECT_THAT([&] { served.end(); },
              ThrowsMessage<DeviceError>(HasSubstr("do not begin with VTAL")));
  ::close(served.fd());
}

TEST(SocketTransport, AHeaderAboveTheLimitEndsTheConnection) {
  ServedDevice served("fsim,kernels=reference");
  std::vector<std::byte> header = frame(Kind::Write, {});
  header[15] = std::byte{1};  // 2^56 bytes
  send_raw(served.fd(), header);
  EXPECT_THAT([&] { served.end(); }, ThrowsMessage<DeviceError>(HasSubstr("the most are")));
  ::close(served.fd());
}

TEST(SocketTransport, WhoMovesNothingIsGivenUp) {
  const auto [a, b] = connected();
  SocketTransport silent(b, Milliseconds(5));
  EXPECT_THAT([&] { silent.receive(); },
              ThrowsMessage<DeviceError>(
                  "link: the other end sends nothing for 5 ms: the connection is closed"));
  const std::vector<std::byte> message = frame(Kind::Data, std::vector<std::byte>(1 << 22));
  EXPECT_THAT([&] { silent.send(message); },
              ThrowsMessage<DeviceError>(
                  "link: the other end takes nothing for 5 ms: the connection is closed"));
  ::close(a);
}

// Between messages a server waits; in the middle of one it does not.
TEST(SocketTransport, AMessageThatStopsIsGivenUp) {
  ServedDevice served("fsim,kernels=reference", Milliseconds(5));
  const std::vector<std::byte> hello = frame(Kind::Hello, {});
  send_raw(served.fd(), std::span(hello).first(3));
  EXPECT_THAT([&] { served.end(); }, ThrowsMessage<DeviceError>(HasSubstr("sends nothing for 5")));
  ::close(served.fd());
}

TEST(SocketTransport, AVanishedEndIsAnError) {
  const auto [a, b] = connected();
  ::close(a);
  SocketTransport to(b);
  EXPECT_THAT([&] { to.send(frame(Kind::Hello, {})); },
              ThrowsMessage<DeviceError>(HasSubstr("the connection to the other end broke: ")));
}

}  // namespace
}  // namespace vta::wire
