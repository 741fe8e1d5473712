// Clients that nobody invited: each ends with an error that has a name, and another session goes
// on.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "base/error.h"
#include "base/resource_policy.h"
#include "config/vta_config.h"
#include "remote/messages/run_messages.h"
#include "remote/proto/vta_device.grpc.pb.h"
#include "runtime/executor.h"
#include "runtime/program_bytes.h"
#include "tests/fuzz/mutate_message.h"
#include "tests/remote/served.h"
#include "tests/runtime/test_program.h"

namespace vta::remote {
namespace {

using test::launch_stream;
using test::Served;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr const char* kEndless =
    "load uop y_size=1 x_size=1\n"
    "alu add use_imm imm=1 uop_end=1 iter_out=16383 iter_in=16383\nfinish\n";

// Another session, whose answers stay right whatever happens beside it.
class Bystander {
 public:
  explicit Bystander(const Served& served)
      : program_(test::make_add_program(3, 4)), executor_(program_, served.link(program_.config)) {}
  void go_on() {
    Tensor x = Tensor::zeros(DType::I8, program_.values[0].shape);
    x.mutable_data<int8_t>()[0] = ++value_;
    executor_.set_input(0, x);
    executor_.run();
    ASSERT_EQ(executor_.output(0).data<float>()[0], 0.5f * static_cast<float>(value_ + 7));
  }

 private:
  Program program_;
  Executor executor_;
  int8_t value_ = 0;
};

// Bytes of a .vta as a session takes them; the reply to the last.
v1::Reply upload(DeviceSession& session, const std::string& file, const std::string& hash) {
  v1::Request request;
  request.mutable_program()->set_sha256(hash);
  request.mutable_program()->set_size_bytes(std::ssize(file));
  if (session.ask(request).program().present())
    ADD_FAILURE() << "a program that nobody has sent";
  request.Clear();
  request.mutable_chunk()->set_data(file);
  session.send(request);
  return session.receive();
}

TEST(Hostile, ADeadlockIsAReport) {
  const Served served;
  Bystander bystander(served);
  for (const char* backend : {"fsim", "csim"}) {
    Driver driver(served.link(named_config("default"), backend));
    const LaunchReport report = launch_stream(driver, "gemm pop_prev\nfinish\n");
    EXPECT_EQ(report.error, IsaError::Deadlock);
    EXPECT_THAT(report.error_text, HasSubstr("waits for ever"));
    bystander.go_on();
  }
}

TEST(Hostile, AnEndlessStreamEndsAtItsCycles) {
  auto limits = Served::few();
  limits.launch_cycles = 1 << 20;
  const Served served(limits);
  Bystander bystander(served);
  Driver driver(served.link(named_config("default")));
  EXPECT_THAT([&] { launch_stream(driver, kEndless); },
              ThrowsMessage<ResourceError>(HasSubstr("(vta serve --launch-cycles)")));
  bystander.go_on();
  EXPECT_EQ(launch_stream(driver, "finish\n").error, IsaError::None);  // the session goes on
}

TEST(Hostile, AnEndlessStreamEndsAtItsSeconds) {
  auto limits = Served::few();
  limits.launch_seconds = 3;  // opening counts, too, also on a machine with much else to do
  const Served served(limits);
  v1::Open open = Served::open(named_config("default"), "csim");
  open.set_kernels("reference");
  Driver driver(std::make_unique<GrpcLink>(served.place(), open));
  std::string stream = "load uop y_size=1 x_size=1\n";
  for (int i = 0; i < 30; ++i)  // minutes of work
    stream += "alu add use_imm imm=1 uop_end=1 iter_out=16383 iter_in=16383\n";
  EXPECT_THAT([&] { launch_stream(driver, stream + "finish\n"); },
              ThrowsMessage<ResourceError>(HasSubstr("(vta serve --launch-seconds)")));
  Bystander bystander(served);
  bystander.go_on();
  EXPECT_EQ(served.events("session_end"), 1);
}

TEST(Hostile, AStreamThatReadsWhereItMayNotIsRefused) {
  const Served served;
  Driver driver(served.link(named_config("default")));
  EXPECT_EQ(launch_stream(driver, "load inp dram_base=4000000 y_size=1 x_size=1\nfinish\n").error,
            IsaError::DramRange);
  LaunchRequest request;
  request.insn_addr = 1 << 21;
  request.insn_count = int64_t{1} << 40;
  request.window = {0, ~uint64_t{0}};  // is not believed
  EXPECT_THROW(driver.link().launch(request, nullptr), Error);
  request.insn_count = 1;
  request.read_backs.assign(100000, {0, 0, 1});
  EXPECT_THROW(driver.link().launch(request, nullptr), Error);
  request.read_backs.assign(1, {0, 0, int64_t{1} << 40});
  EXPECT_THROW(driver.link().launch(request, nullptr), Error);
  EXPECT_EQ(launch_stream(driver, "finish\n").error, IsaError::None);
}

TEST(Hostile, ATerabyteIsAskedForInVain) {
  const Served served;
  Bystander bystander(served);
  EXPECT_THAT([&] { served.link(named_config("default"), "fsim", int64_t{1} << 40); },
              ThrowsMessage<ResourceError>(HasSubstr("(vta serve --session-memory)")));
  DeviceSession session(served.place(), Served::open(named_config("default")));
  v1::Request request;
  request.mutable_program()->set_sha256(std::string(32, 'x'));
  request.mutable_program()->set_size_bytes(int64_t{1} << 40);
  EXPECT_THAT([&] { session.ask(request); },
              ThrowsMessage<ResourceError>(HasSubstr("vta serve --session-memory")));
  // A program that would be small on the way and large where it runs.
  const ResourceScope scope({.max_bytes = int64_t{1} << 50});  // of this process, which is hostile
  Program large = test::make_add_program(1, 2);
  large.arena_bytes = int64_t{1} << 40;
  const std::string file = program_bytes(large);
  EXPECT_TRUE(upload(session, file, sha256(file)).has_failure());
  bystander.go_on();
}

TEST(Hostile, EveryFlippedBitOfAProgramIsFound) {
  const Served served;
  DeviceSession session(served.place(), Served::open(VtaConfig()));
  const std::string good = program_bytes(test::make_add_program(3, 4));
  for (size_t bit = 3; bit < good.size() * 8; bit += good.size() / 2 + 1) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    const v1::Reply as_good = upload(session, bad, sha256(good));
    EXPECT_THAT(as_good.failure().text(), HasSubstr("its SHA-256 differs")) << bit;
    EXPECT_TRUE(upload(session, bad, sha256(bad)).has_failure()) << bit;
  }
  EXPECT_TRUE(upload(session, good, sha256(good)).program().present());
}

TEST(Hostile, SessionsOverTheLimitAreExhausted) {
  const Served served;
  std::vector<std::unique_ptr<GrpcLink>> links;
  for (int i = 0; i < 4; ++i)
    links.push_back(served.link(named_config("default")));
  EXPECT_THAT([&] { served.link(named_config("default")); },
              ThrowsMessage<ResourceError>(
                  HasSubstr("4 sessions are open, which is the limit (vta serve --sessions)")));
  links.pop_back();
  for (int i = 0; i < 100 && served.events("session_end") < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_NO_THROW(served.link(named_config("default")));
}

TEST(Hostile, RequestsInAnotherOrderEndTheSession) {
  const Served served;
  const auto refused = [&](auto fill) -> std::string {
    DeviceSession session(served.place(), Served::open(VtaConfig()));
    v1::Request request;
    fill(request);
    try {
      session.ask(request);
    } catch (const DeviceError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(refused([](v1::Request& r) { r.mutable_run()->add_images(); }),
              HasSubstr("a run before a program"));
  EXPECT_THAT(refused([](v1::Request& r) { r.mutable_chunk()->set_data("x"); }),
              HasSubstr("an unexpected part of a program"));
  EXPECT_THAT(refused([](v1::Request&) {}), HasSubstr("a request of a kind unknown"));
}

TEST(Hostile, ASecondOpenEndsTheSession) {
  const Served served;
  DeviceSession session(served.place(), Served::open(VtaConfig()));
  v1::Request request;
  *request.mutable_open() = Served::open(VtaConfig());
  EXPECT_THAT([&] { session.ask(request); },
              ThrowsMessage<DeviceError>(HasSubstr("a second Open")));
}

TEST(Hostile, NegativeLimitsAreRefusedByNameAndTheSessionGoesOn) {
  const Served served;
  EXPECT_THAT([&] { DeviceSession(served.place(), Served::open(VtaConfig(), "fsim", -1)); },
              ThrowsMessage<InputError>(HasSubstr("memory_bytes -1 of a session")));
  const Program program = test::make_add_program(3, 4);
  const std::string file = program_bytes(program);
  DeviceSession session(served.place(), Served::open(program.config));
  EXPECT_TRUE(upload(session, file, sha256(file)).program().present());
  const auto run_with = [&](auto change) {
    v1::Request request;
    put_tensor(Tensor::zeros(DType::I8, program.values[0].shape),
               *request.mutable_run()->add_images()->add_inputs());
    change(*request.mutable_run());
    return session.ask(request);
  };
  using Run = v1::Run;
  EXPECT_THROW(run_with([](Run& run) { run.set_repeat(-1); }), InputError);
  EXPECT_THROW(run_with([](Run& run) { run.set_number(-7); }), InputError);
  EXPECT_THROW(run_with([](Run& run) { run.set_max_cycles(-1); }), InputError);
  EXPECT_EQ(run_with([](Run&) {}).result().outputs_size(), 1);
  Driver driver(served.link(named_config("default")));
  EXPECT_THROW(launch_stream(driver, "finish\n", -1), Error);
  EXPECT_THROW(launch_stream(driver, "finish\n", 0), Error);
  EXPECT_EQ(launch_stream(driver, "finish\n").error, IsaError::None);
}

// A crash is no matter of memory, and an end for want of memory names its option.
TEST(Hostile, AWorkersEndIsToldAsWhatItWas) {
  const std::string script = ::testing::TempDir() + "vta_worker_" + std::to_string(::getpid());
  const auto ending = [&](const std::string& command) -> std::string {
    std::ofstream(script) << "#!/bin/sh\n" << command << "\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    ServerOptions options;
    options.security = server_security({});
    options.worker.path = script;
    const DeviceServer server(std::move(options));
    try {
      DeviceSession({server.address()}, Served::open(VtaConfig()));
    } catch (const DeviceError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(ending("kill -SEGV $$"), ::testing::AllOf(HasSubstr("ended by signal 11"),
                                                        ::testing::Not(HasSubstr("memory"))));
  EXPECT_THAT(ending("exit 70"), ::testing::AllOf(HasSubstr("ended with exit code 70"),
                                                  ::testing::Not(HasSubstr("memory"))));
  EXPECT_THAT(ending("exit 8"), HasSubstr("(it may have 2147483648 bytes: vta serve "
                                          "--session-memory)"));
  EXPECT_THAT(ending("kill -KILL $$"), HasSubstr("vta serve --session-memory"));
  std::filesystem::remove(script);
}

TEST(Hostile, AClientThatStopsReadingIsLeft) {
  auto limits = Served::few();
  limits.idle_seconds = 1;
  const Served served(limits);
  const auto stub = v1::Device::NewStub(
      grpc::CreateChannel(served.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const auto stream = stub->Session(&context);
  v1::Request request;
  *request.mutable_open() = Served::open(named_config("default"), "fsim", int64_t{32} << 20);
  ASSERT_TRUE(stream->Write(request));
  // Asks for all of the memory again and again, and takes nothing.
  Driver driver(served.link(named_config("default"), "fsim", int64_t{32} << 20));
  for (int i = 0; i < 200 && served.events("session_end") == 0; ++i) {
    v1::Request again;
    *again.mutable_open() = Served::open(named_config("default"));
    again.mutable_open()->set_config(again.open().config() + std::string(30000, ' '));
    if (!stream->Write(again))
      break;
  }
  for (int i = 0; i < 200 && served.events("session_end") == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_GE(served.events("session_end"), 1);
  context.TryCancel();
}

TEST(Hostile, AClientThatVanishesFreesWhatItHad) {
  const Served served;
  for (int i = 0; i < 12; ++i) {  // three times what there is place for
    for (int look = 0; look < 100 && served.events("session") - served.events("session_end") >= 4;
         ++look)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    auto link = served.link(named_config("default"));
  }
  EXPECT_EQ(served.events("session"), 12);
}

TEST(Hostile, WhoIsNotKnownIsRefusedAndLogged) {
  const std::string folder = ::testing::TempDir() + "vta_hostile_" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  const auto put = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder + "/" + name) << text;
    std::filesystem::permissions(folder + "/" + name, std::filesystem::perms::owner_read);
    return folder + "/" + name;
  };
  const std::string token = put("token", "correct-horse-battery-staple");
  const std::string other = put("other", "correct-horse-battery-stapld");
  const Served served(Served::few(), {.tokens = token});
  const v1::Open open = Served::open(named_config("default"));
  EXPECT_NO_THROW(DeviceSession(served.place({.token = token}), open));
  EXPECT_THAT([&] { DeviceSession(served.place(), open); },
              ThrowsMessage<UsageError>(HasSubstr("refused: the server requires a token")));
  EXPECT_THAT([&] { DeviceSession(served.place({.token = other}), open); },
              ThrowsMessage<UsageError>(HasSubstr("refused: the server does not know the token")));
  EXPECT_THROW(describe_server(served.place()), UsageError);
  EXPECT_EQ(served.events("unauthenticated"), 3);
  for (const std::string& line : served.log())
    EXPECT_THAT(line, ::testing::Not(HasSubstr("battery")));
  std::filesystem::remove_all(folder);
}

// tests/fuzz/fuzz_remote.cpp has them by the hundred thousand, without a server around the session.
TEST(Hostile, ChangedMessagesEndInErrorsAndNothingElse) {
  const Served served;
  Bystander bystander(served);
  const Program program = test::make_add_program(3, 4);
  const std::string file = program_bytes(program);
  v1::Request upload, chunk, run;
  upload.mutable_program()->set_sha256(sha256(file));
  upload.mutable_program()->set_size_bytes(std::ssize(file));
  chunk.mutable_chunk()->set_data(file);
  put_tensor(Tensor::zeros(DType::I8, program.values[0].shape),
             *run.mutable_run()->add_images()->add_inputs());
  std::mt19937_64 random(20);
  int refused = 0;
  for (int round = 0; round < 60; ++round)
    try {
      v1::Open open = Served::open(program.config);
      if (round % 3 == 0)
        fuzz::mutate_message(open, random);
      DeviceSession session(served.place(), open);
      for (const v1::Request& good : {upload, chunk, run, run}) {
        v1::Request request = good;
        for (size_t n = random() % 3; n > 0; --n)
          fuzz::mutate_message(request, random);
        session.ask(request);
      }
    } catch (const Error&) {
      ++refused;
    } catch (const LostSession&) {
      ++refused;
    }
  EXPECT_GT(refused, 30);
  bystander.go_on();
  EXPECT_EQ(served.events("bug"), 0);
}

}  // namespace
}  // namespace vta::remote
