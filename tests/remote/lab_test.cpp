// A lab: a tracker, four servers, 64 clients and 1,000 runs, while three of the servers are killed
// and started again. Programs of this build, clients as threads of the test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "link/devices/devices.h"
#include "remote/schemes/device_schemes.h"
#include "remote/tracker/lease.h"
#include "remote/tracker/registration.h"
#include "runtime/executor.h"
#include "runtime/program.h"
#include "runtime/program_host.h"
#include "sim/factory/device_factory.h"
#include "tests/cli/background_vta.h"
#include "tests/runtime/test_program.h"

namespace vta::remote {
namespace {

using test::Background;
using ::testing::HasSubstr;

constexpr int kClients = 64, kRuns = 1000, kServers = 4;

class Lab : public ::testing::Test {
 protected:
  Lab() : folder_(std::filesystem::temp_directory_path() / fmt::format("vta_lab_{}", ::getpid())) {
    std::filesystem::create_directories(folder_);
    static const bool added = [] {
      add_devices_elsewhere(known_devices());
      return true;
    }();
    EXPECT_TRUE(added);
  }
  ~Lab() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::unique_ptr<Background> tracker(const std::string& more = "--lease-seconds 2") const {
    return std::make_unique<Background>("tracker --listen 127.0.0.1:0 " + more, file("tracker"));
  }
  std::unique_ptr<Background> server(const Background& tracker, const std::string& name,
                                     const std::string& more = "--workers 2") const {
    return std::make_unique<Background>(
        "serve --listen 127.0.0.1:0 --session-memory 256M --tracker " + tracker.address() + " " +
            more,
        file(name));
  }
  std::string device(const Background& tracker, const std::string& keys) const {
    return "tracker://" + tracker.address() + "," + keys;
  }
  static void wait_for_servers(const Background& tracker, int count) {
    for (int look = 0; look < 1000; ++look) {
      if (list_tracker({tracker.address()}).servers_size() == count)
        return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "there are not " << count << " servers";
  }

  std::filesystem::path folder_;
};

// digits_resnet8, as a user compiles it.
Program digits(const std::string& file) {
  const std::string command = "" VTA_BINARY_DIR "/bin/vta compile " VTA_SOURCE_DIR
                              "/tests/data/digits_resnet8.onnx -o " +
                              file + " >/dev/null 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return load_program(file);
}

Tensor input_of(const Program& program, int number) {
  Tensor x =
      Tensor::zeros(DType::F32, program.values[static_cast<size_t>(program.inputs[0])].shape);
  for (float& value : x.mutable_data<float>())
    value = static_cast<float>(number++ * 7 % 256);
  return x;
}

// What every run must give: computed here.
struct Expected {
  std::vector<std::vector<std::byte>> outputs;
  RunStats stats;
};

Expected expect_here(const Program& program) {
  Expected expected;
  Executor here(program, make_device("csim", program.config, {.memory_bytes = 1 << 26}));
  for (int number = 0; number < kRuns; ++number) {
    here.set_input(0, input_of(program, number));
    here.run();
    const auto bytes = here.output(0).bytes();
    expected.outputs.emplace_back(bytes.begin(), bytes.end());
  }
  expected.stats = here.stats();
  return expected;
}

enum class Outcome { None, Right, Wrong, Error };

// Runs that threads take one by one; each is of one thread, and its outcome is set once.
class Runs {
 public:
  // Sessions of a few runs each, so that leases change hands.
  void client(const std::string& device, const Program& program, const Expected& expected) {
    constexpr int kOfASession = 4;
    while (true) {
      const int first = next_.fetch_add(kOfASession);
      if (first >= kRuns)
        return;
      std::unique_ptr<Executor> there;
      for (int number = first; number < std::min(first + kOfASession, kRuns); ++number)
        try {
          if (!there)
            there =
                std::make_unique<Executor>(program, known_devices().open(device, program.config));
          there->set_input(0, input_of(program, number));
          there->run();
          const bool same = std::ranges::equal(there->output(0).bytes(),
                                               expected.outputs[static_cast<size_t>(number)]) &&
                            there->stats().counters == expected.stats.counters &&
                            there->stats().timing == expected.stats.timing &&
                            there->stats().launches == expected.stats.launches;
          set(number, same ? Outcome::Right : Outcome::Wrong);
        } catch (const vta::Error& e) {
          const std::scoped_lock lock(mutex_);
          ++errors_[e.what()];
          set(number, Outcome::Error);
        }
    }
  }
  int64_t count(Outcome what) const { return std::ranges::count(outcomes_, what); }
  int64_t twice() const { return twice_; }
  int64_t done() const { return done_; }
  std::map<std::string, int> errors() const {
    const std::scoped_lock lock(mutex_);
    return errors_;
  }

 private:
  void set(int number, Outcome what) {
    Outcome& place = outcomes_[static_cast<size_t>(number)];
    if (place != Outcome::None)
      ++twice_;
    place = what;
    ++done_;
  }

  std::atomic<int> next_ = 0;
  std::atomic<int64_t> done_ = 0, twice_ = 0;
  std::vector<Outcome> outcomes_ = std::vector<Outcome>(kRuns, Outcome::None);
  mutable std::mutex mutex_;
  std::map<std::string, int> errors_;
};

TEST_F(Lab, AThousandRunsWhileServersAreKilled) {
  const uint32_t seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  const auto pause = [&](int least, int most) {
    std::this_thread::sleep_for(
        std::chrono::milliseconds(std::uniform_int_distribution<int>(least, most)(random)));
  };
  const Program program = digits(file("digits.vta"));
  const Expected expected = expect_here(program);
  const auto tracker = this->tracker();
  ASSERT_FALSE(tracker->address().empty());
  std::vector<std::unique_ptr<Background>> servers;
  for (int i = 0; i < kServers; ++i)
    servers.push_back(server(*tracker, fmt::format("server{}", i)));
  wait_for_servers(*tracker, kServers);
  const auto idle_descriptors = [&] { return servers[0]->descriptors(); };
  const int64_t descriptors_before = idle_descriptors();
  const int64_t tracker_descriptors_before = tracker->descriptors();

  Runs runs;
  const std::string there = device(*tracker, "key=csim,wait_seconds=60,memory_bytes=67108864");
  std::vector<std::thread> clients;
  for (int i = 0; i < kClients; ++i)
    clients.emplace_back([&] { runs.client(there, program, expected); });
  while (runs.done() < 50)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const int64_t tracker_memory = tracker->memory_kb();
  std::vector<int64_t> memory;
  for (const auto& one : servers)
    memory.push_back(one->memory_kb());
  int64_t kills = 0;
  while (runs.done() < kRuns * 3 / 4) {
    const size_t victim = 1 + static_cast<size_t>(kills % (kServers - 1));
    pause(20, 400);
    servers[victim]->end(SIGKILL);
    ++kills;
    pause(20, 400);
    servers[victim] = server(*tracker, fmt::format("server{}_{}", victim, kills));
  }
  for (std::thread& client : clients)
    client.join();

  const std::string seen = fmt::format("{} right, {} errors, {} kills", runs.count(Outcome::Right),
                                       runs.count(Outcome::Error), kills);
  std::string errors;
  for (const auto& [text, count] : runs.errors())
    errors += fmt::format("\n{} times: {}", count, text);
  RecordProperty("runs", seen);
  fmt::print("{}; seed {}{}\n", seen, seed, errors);
  EXPECT_GE(kills, 3);
  EXPECT_EQ(runs.count(Outcome::Wrong), 0);
  EXPECT_EQ(runs.count(Outcome::None), 0);
  EXPECT_EQ(runs.twice(), 0);
  EXPECT_EQ(runs.count(Outcome::Right) + runs.count(Outcome::Error), kRuns);
  for (const auto& [text, count] : runs.errors())
    EXPECT_THAT(text, HasSubstr("127.0.0.1:"));  // says of whom
  // A client meets a server's death twice in one run only.
  EXPECT_GE(runs.count(Outcome::Right), kRuns * 9 / 10) << errors;

  // What was had is free again, where it was not killed and where it was.
  for (int look = 0; look < 300; ++look) {
    const auto listing = list_tracker({tracker->address()});
    const bool idle = std::ranges::all_of(listing.servers(),
                                          [](const auto& one) { return one.clients().empty(); });
    if (listing.servers_size() == kServers && listing.waiting().empty() && idle &&
        idle_descriptors() <= descriptors_before)
      break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const auto listing = list_tracker({tracker->address()});
  EXPECT_EQ(listing.servers_size(), kServers);
  EXPECT_EQ(listing.waiting_size(), 0);
  for (const auto& one : listing.servers())
    EXPECT_EQ(one.clients_size(), 0) << one.offer().address();
  // This test's own last question is closed a moment after it is answered.
  for (int look = 0; look < 300 && tracker->descriptors() > tracker_descriptors_before; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(idle_descriptors(), descriptors_before);
  EXPECT_LE(tracker->descriptors(), tracker_descriptors_before);
  constexpr int64_t kMore = 16 << 10;
  fmt::print(
      "memory of the server that lived: {} KiB after 50 runs, {} KiB now; tracker {} and {}\n",
      memory[0], servers[0]->memory_kb(), tracker_memory, tracker->memory_kb());
  EXPECT_LE(servers[0]->memory_kb(), memory[0] + kMore);
  EXPECT_LE(tracker->memory_kb(), tracker_memory + kMore);
  for (size_t i = 1; i < kServers; ++i)
    EXPECT_LE(servers[i]->memory_kb(), memory[i] + kMore);
  for (const auto& one : servers)
    EXPECT_EQ(one->end(), 0);
}

TEST_F(Lab, ARunThatWasBegunAndLostIsCountedAsRepeated) {
  const auto tracker = this->tracker("");
  std::vector<std::unique_ptr<Background>> servers;
  for (const char* name : {"one", "two"})
    servers.push_back(server(*tracker, name));
  wait_for_servers(*tracker, 2);
  const Program program = test::make_add_program(3, 4);
  Executor there(program, known_devices().open(device(*tracker, "key=fsim,memory_bytes=4194304"),
                                               program.config));
  const auto* host = dynamic_cast<const ProgramHost*>(&there.link());
  ASSERT_NE(host, nullptr);
  there.set_input(0, Tensor::zeros(DType::I8, program.values[0].shape));
  there.run();
  EXPECT_EQ(host->repeated_runs(), 0);
  const auto listing = list_tracker({tracker->address()});
  Background* used = nullptr;
  for (const auto& one : listing.servers())
    if (one.clients_size() > 0)
      used = servers[one.offer().address() == servers[0]->address() ? 0 : 1].get();
  ASSERT_NE(used, nullptr);
  used->signal(SIGSTOP);  // takes the request, never answers; all its threads have stopped soon
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  std::thread killer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    used->end(SIGKILL);
  });
  there.run();
  killer.join();
  EXPECT_EQ(host->repeated_runs(), 1);
  there.run();
  EXPECT_EQ(host->repeated_runs(), 1);
}

// A server that is registered and cannot be reached has most free slots, and is given first.
TEST_F(Lab, AServerThatCannotBeReachedIsAvoided) {
  const auto tracker = this->tracker("");
  EventLog log;
  const Registration unreachable(
      {tracker->address()},
      [] {
        tracker::v1::Offer offer;
        offer.set_version(1);
        offer.set_address("127.0.0.1:1");
        offer.set_slots(100);
        offer.add_keys("*/fsim");
        return offer;
      },
      log);
  const auto real = server(*tracker, "real");
  wait_for_servers(*tracker, 2);
  const Program program = test::make_add_program(3, 4);
  Executor there(program, known_devices().open(device(*tracker, "key=fsim,memory_bytes=4194304"),
                                               program.config));
  there.set_input(0, Tensor::zeros(DType::I8, program.values[0].shape));
  there.run();
  // Where it is the only one that is a reason to end, soon, with its name.
  const auto gone = there.link().info();
  EXPECT_EQ(gone.backend, "fsim");
  EXPECT_EQ(real->end(SIGKILL), -1);
  EXPECT_THAT([&] { there.run(); },
              ::testing::ThrowsMessage<DeviceError>(HasSubstr("127.0.0.1:1")));
}

TEST_F(Lab, WhoWaitsIsToldAndServedByPriority) {
  const Program program = test::make_add_program(3, 4);
  const auto tracker = this->tracker("--absent-seconds 0.3");
  const auto open = [&](const std::string& keys) {
    return known_devices().open(device(*tracker, keys + ",memory_bytes=4194304"), program.config);
  };
  EXPECT_THAT([&] { open("key=csim"); },
              ::testing::ThrowsMessage<ResourceError>(HasSubstr("no server is registered")));
  const auto only = server(*tracker, "only", "--workers 1 --offer '*/csim'");
  wait_for_servers(*tracker, 1);
  EXPECT_THAT([&] { open("key=fsim"); },
              ::testing::ThrowsMessage<ResourceError>(HasSubstr("servers offer */csim")));
  EXPECT_THAT([&] { open("key=other/csim"); },
              ::testing::ThrowsMessage<UsageError>(HasSubstr("requests the configuration other")));
  auto first = open("key=csim");
  EXPECT_THAT([&] { open("key=csim,wait_seconds=0"); },
              ::testing::ThrowsMessage<ResourceError>(HasSubstr("1 server has it")));
  std::mutex mutex;
  std::string order;
  std::vector<std::thread> waiting;
  for (const int priority : {1, 9, 4}) {
    waiting.emplace_back([&, priority] {
      const auto link = open(fmt::format("key=csim,priority={}", priority));
      const std::scoped_lock lock(mutex);
      order += std::to_string(priority);
    });
    while (list_tracker({tracker->address()}).waiting_size() < static_cast<int>(waiting.size()))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const auto listing = list_tracker({tracker->address()});
  EXPECT_EQ(listing.servers(0).clients_size(), 1);
  EXPECT_EQ(listing.waiting(0).priority(), 9);
  first.reset();
  for (std::thread& one : waiting)
    one.join();
  EXPECT_EQ(order, "941");
}

TEST_F(Lab, AServerThatIsSilentIsGone) {
  const auto tracker = this->tracker("--lease-seconds 0.5");
  const auto silent = server(*tracker, "silent");
  wait_for_servers(*tracker, 1);
  silent->signal(SIGSTOP);
  wait_for_servers(*tracker, 0);
  silent->signal(SIGCONT);
  wait_for_servers(*tracker, 1);  // it registers again
  EXPECT_THAT(read_text_file(file("tracker") + ".err"), HasSubstr("it sent nothing for 0.5 s"));
}

TEST_F(Lab, ATrackerThatIsBackHasItsServersBack) {
  auto tracker = this->tracker();
  const std::string address = tracker->address();
  const auto one = server(*tracker, "one"), two = server(*tracker, "two");
  wait_for_servers(*tracker, 2);
  const Program program = test::make_add_program(3, 4);
  Executor there(program, known_devices().open(device(*tracker, "key=fsim,memory_bytes=4194304"),
                                               program.config));
  tracker->end(SIGKILL);
  there.set_input(0, Tensor::zeros(DType::I8, program.values[0].shape));
  there.run();  // what has a device goes on
  EXPECT_THAT([&] { list_tracker({address}); }, ::testing::Throws<DeviceError>());
  tracker = std::make_unique<Background>("tracker --listen " + address, file("again"));
  wait_for_servers(*tracker, 2);
  // A server that drains is given to nobody.
  EXPECT_EQ(one->end(), 0);
  wait_for_servers(*tracker, 1);
  EXPECT_EQ(tracker->end(), 0);
}

TEST_F(Lab, LimitsOfTheTracker) {
  const auto tracker = this->tracker("--servers 1 --clients 1 --hold-seconds 0.4");
  const auto one = server(*tracker, "one");
  wait_for_servers(*tracker, 1);
  const auto two = server(*tracker, "two");
  const auto said = [&](const std::string& name, const std::string& words) {
    for (int look = 0; look < 500; ++look) {
      if (read_text_file(file(name) + ".err").find(words) != std::string::npos)
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  };
  EXPECT_TRUE(said("two", "which is the limit (vta tracker --servers)"));
  tracker::v1::Ask ask;
  ask.set_version(1);
  ask.set_config("default");
  ask.set_backend("csim");
  const Lease lease({tracker->address()}, ask);
  EXPECT_EQ(lease.address(), one->address());
  EXPECT_THAT([&] { Lease({tracker->address()}, ask); },
              ::testing::ThrowsMessage<ResourceError>(
                  HasSubstr("which is the limit (vta tracker --clients)")));
  EXPECT_TRUE(said("tracker", "(vta tracker --hold-seconds)"));
  const auto refused = [&](const std::string& words) {
    EXPECT_THAT([&] { Lease({tracker->address()}, ask); },
                ::testing::ThrowsMessage<DeviceError>(HasSubstr(words)));
  };
  ask.set_priority(10);
  refused("priority 10, legal are 0 to 9");
  ask.set_priority(-1);
  refused("priority -1, legal are 0 to 9");
  ask.set_priority(0);
  ask.set_wait_seconds(-1);
  refused("a wait that is not a number of seconds");
  ask.set_wait_seconds(1);
  ask.set_config("a b");
  refused("legal is CONFIG/BACKEND");
  ask.set_version(2);
  refused("this is version 1");
}

}  // namespace
}  // namespace vta::remote
