// Sessions at a server: the same as a device here, on every backend; what is kept, what is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "config/vta_config.h"
#include "runtime/executor.h"
#include "runtime/program_bytes.h"
#include "sim/factory/device_factory.h"
#include "tests/remote/served.h"
#include "tests/runtime/test_program.h"

namespace vta::remote {
namespace {

using test::launch_stream;
using test::Served;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Tensor counting_input(const Program& program, int8_t first) {
  Tensor x = Tensor::zeros(DType::I8, program.values[0].shape);
  for (int8_t& value : x.mutable_data<int8_t>())
    value = first++;
  return x;
}

class OnBackend : public ::testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() { ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1); }
};

TEST_P(OnBackend, AProgramDoesWhatItDoesHere) {
  const Program program = test::make_add_program(3, 4);
  // Builds tsim's model, which a server does not.
  Executor here(program, make_device(GetParam(), program.config, {.memory_bytes = 1 << 22}));
  const Served served;
  Executor there(program, served.link(program.config, GetParam()));
  for (const int8_t first : std::initializer_list<int8_t>{0, 5, -100}) {
    for (Executor* executor : {&here, &there}) {
      executor->set_input(0, counting_input(program, first));
      executor->run();
    }
    EXPECT_TRUE(std::ranges::equal(here.output(0).bytes(), there.output(0).bytes()));
    EXPECT_EQ(here.stats().counters, there.stats().counters);
    EXPECT_EQ(here.stats().kernels, there.stats().kernels);
    EXPECT_EQ(here.stats().timing, there.stats().timing);
    EXPECT_EQ(here.stats().launches, there.stats().launches);
    EXPECT_EQ(here.stats().launch_cycles, there.stats().launch_cycles);
    EXPECT_EQ(here.stats().host_step_seconds.size(), there.stats().host_step_seconds.size());
  }
  here.run_launches_only();
  there.run_launches_only();
  EXPECT_EQ(here.stats().timing, there.stats().timing);
}

TEST_P(OnBackend, ADriversCallsDoWhatTheyDoHere) {
  constexpr const char* kStream =
      "load uop y_size=1 x_size=1\n"
      "load acc y_size=1 x_size=3\n"
      "alu add use_imm imm=1 uop_end=1 iter_out=1 iter_in=5 push_next\n"
      "store out y_size=1 x_size=2 pop_prev push_prev\n"
      "finish pop_next\n";
  Driver here(make_device(GetParam(), named_config("default"), {.memory_bytes = 1 << 22}));
  const Served served;
  Driver there(served.link(named_config("default"), GetParam()));
  const LaunchReport a = launch_stream(here, kStream), b = launch_stream(there, kStream);
  EXPECT_EQ(a.error, b.error);
  EXPECT_EQ(a.error_text, b.error_text);
  EXPECT_EQ(a.counters, b.counters);
  EXPECT_EQ(a.cycles, b.cycles);
  EXPECT_EQ(a.timing, b.timing);
}

INSTANTIATE_TEST_SUITE_P(All, OnBackend, ::testing::Values("fsim", "csim", "tsim"));

TEST(Session, ASecondUploadIsNone) {
  const Program program = test::make_add_program(3, 4);
  const Served served;
  Executor first(program, served.link(program.config));
  DeviceSession second(served.place(), Served::open(program.config));
  const std::string bytes = program_bytes(program);
  v1::Request request;
  request.mutable_program()->set_size_bytes(std::ssize(bytes));
  request.mutable_program()->set_sha256(std::string(32, 'x'));
  EXPECT_FALSE(second.ask(request).program().present());
  request.mutable_program()->set_sha256(sha256(bytes));
  EXPECT_TRUE(second.ask(request).program().present());
}

TEST(Session, ProgramsOnTheirWayAreBoundedInAll) {
  auto limits = Served::few();
  limits.program_memory = 1000;
  const Served served(limits);
  const auto half = [&](DeviceSession& session) {
    v1::Request request;
    request.mutable_program()->set_sha256(std::string(kHashBytes, 'x'));
    request.mutable_program()->set_size_bytes(2000);
    EXPECT_FALSE(session.ask(request).program().present());
    request.mutable_chunk()->set_data(std::string(600, 'x'));
    session.send(request);
  };
  const v1::Open open = Served::open(named_config("default"));
  auto first = std::make_unique<DeviceSession>(served.place(), open);
  half(*first);
  // Its bytes are counted when a request after them has its answer.
  v1::Request again;
  again.mutable_program()->set_sha256("no hash");
  DeviceSession second(served.place(), open);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  half(second);
  EXPECT_THAT([&] { second.receive(); },
              ThrowsMessage<ResourceError>(HasSubstr("(vta serve --program-memory)")));
  EXPECT_THROW(first->ask(again), InputError);  // the first one's are forgotten with its upload
  DeviceSession third(served.place(), open);
  half(third);
  EXPECT_THROW(third.ask(again), InputError);
}

TEST(Session, IsListedByNameWhileItIsThere) {
  const Served served;
  {
    const auto link = served.link(named_config("1x32"), "csim");
    const v1::Description description = describe_server(served.place());
    ASSERT_EQ(description.sessions_size(), 1);
    EXPECT_EQ(description.sessions(0).config(), named_config("1x32").name());
    EXPECT_EQ(description.sessions(0).backend(), "csim");
    EXPECT_EQ(description.sessions(0).what(), v1::SessionState::IDLE);
  }
  for (int look = 0; look < 100 && served.events("session_end") == 0; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(describe_server(served.place()).sessions_size(), 0);
}

TEST(Session, SeveralRunSideBySide) {
  const Program program = test::make_add_program(3, 4);
  const Served served;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Executor executor(program, served.link(program.config));
      for (int run = 0; run < 20; ++run) {
        const auto first = static_cast<int8_t>(t * 20 + run);
        executor.set_input(0, counting_input(program, first));
        executor.run();
        EXPECT_EQ(executor.output(0).data<float>()[0], 0.5f * static_cast<float>(first + 7));
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(served.events("session"), 4);
}

TEST(Session, WhatNobodyMayHaveIsRefusedByName) {
  const VtaConfig config = named_config("default");
  const Served served;
  EXPECT_THAT([&] { served.link(config, "fsim", int64_t{1} << 40); },
              ThrowsMessage<ResourceError>(HasSubstr("(vta serve --session-memory)")));
  EXPECT_THAT([&] { served.link(config, "qsim"); },
              ThrowsMessage<UsageError>(HasSubstr("the server has no backend 'qsim'")));
  v1::Open open = Served::open(config);
  open.set_config("{}{");
  EXPECT_THROW(DeviceSession(served.place(), open), ConfigError);
  open = Served::open(config);
  open.set_config(std::string(65537, ' '));
  EXPECT_THAT([&] { DeviceSession(served.place(), open); },
              ThrowsMessage<ConfigError>(HasSubstr("65537 bytes; the limit is 65536")));
  open = Served::open(config);
  open.set_version(1);
  EXPECT_THAT(
      [&] { DeviceSession(served.place(), open); },
      ThrowsMessage<DeviceError>(HasSubstr("version 1 of the protocol; this server speaks 2")));
  open = Served::open(config);
  open.set_kernels("magic");
  EXPECT_THROW(DeviceSession(served.place(), open), UsageError);
  open = Served::open(named_config("1x8"), "tsim");  // whose model nobody has built
  ::setenv("VTA_CACHE_DIR", (::testing::TempDir() + "no_models").c_str(), 1);
  EXPECT_THAT([&] { DeviceSession(served.place(), open); },
              ThrowsMessage<UsageError>(HasSubstr("VTA_TSIM_BUILD=0 forbids building it")));
}

TEST(Session, IsMadeAgainOnceAndSaysSo) {
  const Program program = test::make_add_program(3, 4);
  auto limits = Served::few();
  limits.idle_seconds = 1;  // more than lies between two requests of a run
  const Served served(limits);
  Executor executor(program, served.link(program.config));
  executor.set_input(0, counting_input(program, 1));
  executor.run();
  for (int i = 0; i < 100 && served.events("session_end") == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(served.events("session_end"), 1);
  executor.set_input(0, counting_input(program, 2));
  executor.run();
  EXPECT_EQ(executor.output(0).data<float>()[0], 0.5f * (2 + 7));
  EXPECT_EQ(served.events("session"), 2);
}

TEST(Session, DrainsAndIsGone) {
  const Program program = test::make_add_program(3, 4);
  auto served = std::make_unique<Served>();
  Executor executor(program, served->link(program.config));
  executor.set_input(0, counting_input(program, 1));
  executor.run();
  served->server().drain(1);
  EXPECT_THROW(executor.run(), DeviceError);
  EXPECT_THROW(served->link(program.config), DeviceError);
  served.reset();
}

}  // namespace
}  // namespace vta::remote
