// Ten thousand connections of another process: what is over the limit is closed at accept.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "runtime/executor.h"
#include "tests/remote/served.h"
#include "tests/runtime/test_program.h"

namespace vta::remote {
namespace {

using test::Served;

constexpr int kConnections = 10000;
constexpr int kMost = 64;

bool have_descriptors(rlim_t wanted) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = std::max(limit.rlim_cur, wanted);
  limit.rlim_max = std::max(limit.rlim_max, wanted);
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

// Opens them all and keeps them, then counts those that were closed. In a child of a process with
// threads: nothing but system calls.
int connect_all(int port) {
  static std::array<int, kConnections> sockets;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int& fd : sockets) {
    fd = ::socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      if (fd >= 0)
        ::close(fd);
      fd = -1;
    }
  }
  int closed = 0;
  for (int look = 0; look < 200 && closed < kConnections - kMost; ++look) {
    ::usleep(100000);
    closed = 0;
    for (int& fd : sockets) {
      char byte = 0;
      errno = 0;
      if (fd >= 0 && ::recv(fd, &byte, 1, MSG_DONTWAIT) <= 0 && errno != EAGAIN &&
          errno != EWOULDBLOCK) {  // nothing more comes, or it was reset
        ::close(fd);
        fd = -1;
      }
      closed += fd < 0 ? 1 : 0;
    }
  }
  return closed;
}

TEST(Connections, TenThousandAreClosedAtAcceptAndLogged) {
  if (!have_descriptors(kConnections + 1000))
    GTEST_SKIP() << "this user may not open " << kConnections << " files (ulimit -n)";
  auto limits = Served::few();
  limits.connections = kMost;
  const Served served(limits);
  const Program program = test::make_add_program(3, 4);
  Executor executor(program, served.link(program.config));  // holds a connection of its own
  executor.set_input(0, Tensor::zeros(DType::I8, program.values[0].shape));
  executor.run();
  const int port = std::stoi(served.address().substr(served.address().rfind(':') + 1));
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const int closed = connect_all(port);
    ::_exit(::write(ends[1], &closed, sizeof closed) == sizeof closed ? 0 : 1);
  }
  ::close(ends[1]);
  for (int run = 0; run < 50; ++run)  // while they come
    executor.run();
  int closed = 0;
  ASSERT_EQ(::read(ends[0], &closed, sizeof closed), static_cast<ssize_t>(sizeof closed));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_GE(closed, kConnections - kMost);
  executor.run();
  EXPECT_EQ(executor.output(0).data<float>()[0], 0.5f * 7);
  int64_t logged = 0;
  for (int look = 0; look < 100 && logged < kConnections - kMost; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    logged = 0;
    for (const std::string& line : served.log()) {
      const auto event = boost::json::parse(line).as_object();
      if (event.at("event") == "connections_closed")
        logged += event.at("closed").as_int64();
    }
  }
  EXPECT_GE(logged, kConnections - kMost);
  EXPECT_NO_THROW(served.link(program.config));  // there is room again
}

}  // namespace
}  // namespace vta::remote
