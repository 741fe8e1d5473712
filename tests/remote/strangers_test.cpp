// Those who have no token, by the hundred: a client that has one is let in, and one at work is not
// disturbed.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"
#include "remote/client/device_session.h"
#include "remote/tracker/lease.h"
#include "remote/tracker/tracker_server.h"
#include "runtime/executor.h"
#include "tests/remote/made_certificates.h"
#include "tests/remote/served.h"
#include "tests/remote/stranger.h"
#include "tests/runtime/test_program.h"

namespace vta::remote {
namespace {

using test::Served;
using test::Stranger;
using Strangers = std::vector<std::unique_ptr<Stranger>>;

constexpr int64_t kPlaces = 64;
constexpr const char* kToken = "correct-horse-battery-staple";

// Keys of a server and of its clients, in files.
class ConnectionsUnknown : public ::testing::Test {
 protected:
  ConnectionsUnknown() {
    std::filesystem::create_directories(folder_);
    const test::MadeCertificate authority = test::make_authority("lab");
    const test::MadeCertificate server = test::make_certificate(
        {"127.0.0.1", test::day(2020, 1, 1), test::day(2090, 1, 1)}, authority);
    keys_ = {.certificate = file("server.pem", server.certificate),
             .key = file("server.key", server.key),
             .tokens = file("token", kToken)};
    client_ = {.ca = file("ca.pem", authority.certificate), .token = keys_.tokens};
    plain_ = {.token = keys_.tokens};
  }
  ~ConnectionsUnknown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0600);
    return path;
  }
  static Strangers come(const std::string& address, int64_t count, const std::string& from,
                        Stranger::Does does, bool tls) {
    Strangers all;
    for (int64_t i = 0; i < count; ++i)
      all.push_back(std::make_unique<Stranger>(address, from, does, tls));
    return all;
  }
  static int64_t open(const Strangers& strangers) {
    return std::ranges::count_if(strangers, [](const auto& one) { return one->is_open(); });
  }
  static ServerLimits limits() {
    auto limits = Served::few();
    limits.connections = kPlaces;
    limits.sessions = 8;
    limits.unknown_seconds = 1000;  // for room alone
    return limits;
  }

  std::string folder_ = ::testing::TempDir() + "vta_strangers_" + std::to_string(::getpid());
  ServerKeyFiles keys_;
  ClientKeyFiles client_, plain_;
};

// A session that runs one program.
class AtWork {
 public:
  AtWork(const Served& served, const ClientKeyFiles& keys)
      : program_(test::make_add_program(3, 4)) {
    auto link = std::make_unique<GrpcLink>(served.place(keys), Served::open(program_.config));
    link_ = link.get();
    executor_ = std::make_unique<Executor>(program_, std::move(link));
  }
  void go_on() {
    executor_->set_input(0, Tensor::zeros(DType::I8, program_.values[0].shape));
    executor_->run();
    EXPECT_EQ(executor_->output(0).data<float>()[0], 0.5f * 7);
    EXPECT_EQ(link_->repeated_runs(), 0);
  }

 private:
  Program program_;
  GrpcLink* link_;
  std::unique_ptr<Executor> executor_;
};

TEST_F(ConnectionsUnknown, GiveWayToAClient) {
  for (const bool tls : {true, false}) {
    const Served served(limits(), tls ? keys_ : ServerKeyFiles{.tokens = keys_.tokens});
    AtWork before(served, tls ? client_ : plain_);
    before.go_on();
    for (const char* from : {"127.0.0.2", "127.0.0.1"})
      for (const auto does :
           {Stranger::Does::Connect, Stranger::Does::Preface, Stranger::Does::Watch}) {
        const Strangers strangers = come(served.address(), kPlaces + 8, from, does, tls);
        before.go_on();
        AtWork(served, tls ? client_ : plain_).go_on();
        EXPECT_LE(open(strangers), kPlaces / 2);
        EXPECT_GE(open(strangers), kPlaces / 2 - 2);  // and no more than have to
        EXPECT_FALSE(strangers.front()->is_open());
        EXPECT_TRUE(strangers.back()->is_open());
      }
    before.go_on();
  }
}

TEST_F(ConnectionsUnknown, GiveWayAtATracker) {
  TrackerOptions options;
  options.limits.connections = kPlaces;
  options.limits.unknown_seconds = 1000;
  options.security = server_security(keys_);
  const TrackerServer tracker(std::move(options));
  const ServerPlace place = {tracker.address(), client_};
  for (const char* from : {"127.0.0.2", "127.0.0.1"})
    for (const auto does :
         {Stranger::Does::Connect, Stranger::Does::Preface, Stranger::Does::Watch}) {
      const Strangers strangers = come(tracker.address(), kPlaces + 8, from, does, true);
      EXPECT_EQ(list_tracker(place).version(), 1u);
    }
}

TEST_F(ConnectionsUnknown, EndAfterTheirSeconds) {
  auto few = limits();
  few.unknown_seconds = 1;
  const Served served(few, keys_);
  AtWork client(served, client_);
  for (const auto does :
       {Stranger::Does::Connect, Stranger::Does::Preface, Stranger::Does::Watch}) {
    const Strangers strangers = come(served.address(), 4, "127.0.0.1", does, true);
    for (int look = 0; look < 500 && open(strangers) > 0; ++look)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(open(strangers), 0);
    client.go_on();  // older than all of them
  }
  for (int look = 0; look < 100 && served.events("connections_closed") == 0; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  for (const std::string& line : served.log()) {
    const auto event = boost::json::parse(line).as_object();
    if (event.at("event") == "connections_closed") {
      EXPECT_EQ(event.at("limit"), "--unknown-seconds");
    }
  }
}

// Whatever an address looks like: who was let in stays, and is found again.
TEST_F(ConnectionsUnknown, AreKnownOnceLetInWhateverTheirAddress) {
  auto few = limits();
  few.unknown_seconds = 1;
  for (const char* listen : {"127.0.0.1:0", "[::1]:0", "[::ffff:127.0.0.1]:0"}) {
    const Served served(few, {.tokens = keys_.tokens}, listen);
    AtWork client(served, plain_);
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));
    client.go_on();
    EXPECT_EQ(served.events("session"), 1) << listen;
  }
}

// Clients may fill the table; then the next one is refused, as it was.
TEST_F(ConnectionsUnknown, TakeNoClientsPlace) {
  auto few = limits();
  few.connections = 2;
  const Served served(few, keys_);
  AtWork one(served, client_), two(served, client_);
  EXPECT_THROW(AtWork(served, client_), NotConnected);
  const Strangers strangers = come(served.address(), 4, "127.0.0.1", Stranger::Does::Connect, true);
  for (int look = 0; look < 500 && open(strangers) > 0; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(open(strangers), 0);
  one.go_on();
  two.go_on();
}

// Of a hundred tries the log has a few lines, and the number of the others.
TEST_F(ConnectionsUnknown, WithWrongTokensAreSlowedAndLoggedInFewLines) {
  constexpr int64_t kTries = 100;
  const ClientKeyFiles wrong = {.token = file("wrong", "correct-horse-battery-stapld")};
  auto served = std::make_unique<Served>(limits(), ServerKeyFiles{.tokens = keys_.tokens});
  std::atomic<int64_t> refused = 0, cut = 0;
  {
    std::vector<std::jthread> tries;
    for (int64_t i = 0; i < kTries; ++i)
      tries.emplace_back([&] {
        try {
          describe_server(served->place(wrong));
        } catch (const UsageError&) {
          ++refused;
        } catch (const DeviceError&) {
          ++cut;
        }
      });
    AtWork(*served, plain_).go_on();
  }
  EXPECT_EQ(refused + cut, kTries);
  EXPECT_GT(refused, 0);
  EXPECT_GT(cut, 0);
  const std::vector<std::string> log = served->log_after_end();
  int64_t lines = 0, told = 0;
  for (const std::string& line : log) {
    const auto event = boost::json::parse(line).as_object();
    if (event.at("event") != "unauthenticated")
      continue;
    ++lines;
    told += event.contains("client") ? 1 : 0;
    told += event.contains("more") ? event.at("more").as_int64() : 0;
  }
  EXPECT_LT(lines, kTries / 2);
  EXPECT_GE(told, refused);
  EXPECT_LE(told, kTries);
}

// Listens, takes connections and closes them, as a server whose places strangers have.
class ClosesAtOnce {
 public:
  ClosesAtOnce() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in any{
        .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    socklen_t bytes = sizeof any;
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&any), bytes), 0);
    EXPECT_EQ(::listen(socket_, 16), 0);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&any), &bytes);
    port_ = ntohs(any.sin_port);
    taking_ = std::jthread([this] {
      for (int taken = 0; (taken = ::accept(socket_, nullptr, nullptr)) >= 0; ++count_)
        ::close(taken);
    });
  }
  ~ClosesAtOnce() {
    ::shutdown(socket_, SHUT_RDWR);
    taking_.join();
    ::close(socket_);
  }
  std::string address() const { return fmt::format("127.0.0.1:{}", port_); }
  int64_t count() const { return count_; }

 private:
  int socket_, port_ = 0;
  std::atomic<int64_t> count_ = 0;
  std::jthread taking_;
};

TEST(TurnedAway, AClientComesAgainForAWhileAndThenSaysSo) {
  const ClosesAtOnce server;
  const ServerPlace place = {.address = server.address(), .keys = {}};
  EXPECT_THROW(DeviceSession(place, Served::open(VtaConfig{})), TurnedAway);
  EXPECT_GT(server.count(), 2);
}

TEST(TurnedAway, WhoAsksATrackerComesAgainToo) {
  const ClosesAtOnce server;
  EXPECT_THROW(Lease({.address = server.address()}, tracker::v1::Ask()), TurnedAway);
  EXPECT_GT(server.count(), 2);
}

TEST(TurnedAway, WhereNobodyListensItIsSaidAtOnce) {
  std::string address;
  { address = ClosesAtOnce().address(); }
  const ServerPlace place = {.address = address, .keys = {}};
  try {
    DeviceSession(place, Served::open(VtaConfig{}));
    FAIL() << "connected";
  } catch (const NotConnected& error) {
    EXPECT_EQ(dynamic_cast<const TurnedAway*>(&error), nullptr) << error.what();
  }
}

}  // namespace
}  // namespace vta::remote
