// A launch that somebody wants to end.
#include <gmock/gmock.h>
#include <sys/socket.h>

#include <array>
#include <future>

#include "base/error.h"
#include "base/interruption.h"
#include "link/devices/devices.h"
#include "link/wire/remote_link.h"
#include "link/wire/socket_transport.h"
#include "tests/link/stream_on_link.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const VtaConfig kTinyMachine = named_config("tiny");

struct Ended {};
void end_at_once() {
  throw Ended();
}

// Hours of every simulator: 2^28 trips of 256 micro-ops.
constexpr const char* kEndless = "gemm uop_end=256 iter_out=16383 iter_in=16383\nfinish\n";

LaunchRequest endless(DeviceLink& link) {
  LaunchRequest request = test::place_program(link, kEndless);
  request.kernel_first_insn = {};
  request.read_backs = {};
  request.max_cycles = kMaxCycles * 100;
  return request;
}

TEST(InterruptedLaunch, EndsWithWhatTheQuestionThrows) {
  for (const char* device : {"fsim", "csim", "csim,timing_only=1", "fsim,kernels=reference"}) {
    SCOPED_TRACE(device);
    const auto link = known_devices().open(device, kTinyMachine);
    const LaunchRequest request = endless(*link);
    {
      const InterruptionScope scope(end_at_once);
      EXPECT_THROW(link->launch(request, nullptr), Ended);
    }
    EXPECT_THAT([&] { link->launch(request, nullptr); },
                ThrowsMessage<DeviceError>(HasSubstr("still running an aborted launch")));
  }
}

TEST(InterruptedLaunch, AnotherDeviceIsNotTouched) {
  const auto first = known_devices().open("csim", kTinyMachine);
  const auto second = known_devices().open("csim", kTinyMachine);
  const LaunchRequest expected = test::place_program(*second);
  const LaunchReport before = second->launch(expected, nullptr);
  {
    const InterruptionScope scope(end_at_once);
    EXPECT_THROW(first->launch(endless(*first), nullptr), Ended);
  }
  const LaunchReport after = second->launch(expected, nullptr);
  EXPECT_EQ(after.cycles, before.cycles);
  EXPECT_EQ(after.counters, before.counters);
}

// In slices a launch is what it is in one piece.
TEST(InterruptedLaunch, AQuestionThatIsAnsweredNoChangesNothing) {
  constexpr const char* kLong =
      "load inp y_size=1 x_size=1\ngemm uop_end=3 iter_out=300 iter_in=300\n"
      "alu add uop_end=2 iter_out=200 iter_in=100 use_imm=1 imm=1\nfinish\n";
  for (const char* device : {"fsim", "csim", "csim,timing_only=1"}) {
    SCOPED_TRACE(device);
    const auto run = [&] {
      const auto link = known_devices().open(device, kTinyMachine);
      LaunchRequest request = test::place_program(*link, kLong);
      request.kernel_first_insn = {0};
      request.read_backs = {};
      request.max_cycles = kMaxCycles;
      return link->launch(request, nullptr);
    };
    const LaunchReport whole = run();
    const InterruptionScope scope([] {});
    const LaunchReport sliced = run();
    ASSERT_TRUE(whole.ended && sliced.ended);
    EXPECT_EQ(sliced.cycles, whole.cycles);
    EXPECT_EQ(sliced.counters, whole.counters);
    EXPECT_EQ(sliced.error, whole.error);
    EXPECT_GT(whole.counters.gemm_counter, 200000);
  }
}

TEST(InterruptedLaunch, TheBoundOfCyclesHoldsInSlicesToo) {
  const InterruptionScope scope([] {});
  const auto link = known_devices().open("csim", kTinyMachine);
  LaunchRequest request = endless(*link);
  request.max_cycles = 100000;
  EXPECT_FALSE(link->launch(request, nullptr).ended);
}

// A message that nobody waits for any more is the end of the connection.
TEST(InterruptedLaunch, OverASocketTheConnectionEnds) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  auto served = std::async(std::launch::async, [fd = ends[1]] {
    wire::SocketTransport transport(fd, wire::SocketTransport::Milliseconds(0));
    const auto link = known_devices().open("csim", kTinyMachine);
    try {
      serve_link(transport, *link);
    } catch (const DeviceError&) {  // the answer has nobody to go to
    }
  });
  {
    wire::RemoteLink link(std::make_unique<wire::SocketTransport>(ends[0]));
    LaunchRequest request = endless(link);
    request.max_cycles = 1'000'000;
    {
      const InterruptionScope scope(end_at_once);
      EXPECT_THROW(link.launch(request, nullptr), Ended);
    }
    EXPECT_THROW(link.launch(request, nullptr), DeviceError);
  }
  served.get();
}

}  // namespace
}  // namespace vta
