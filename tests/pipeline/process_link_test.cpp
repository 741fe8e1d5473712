// Devices in processes of their own.
#include "link/process/process_link.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>

#include "base/error.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

const WorkerProgram kVta = {std::string(VTA_BINARY_DIR) + "/bin/vta"};

TEST(ProcessLink, IsADevice) {
  ProcessLink link("csim,memory_bytes=1048576", named_config("1x32"), kVta);
  EXPECT_EQ(link.info().backend, "csim");
  EXPECT_EQ(link.info().config, named_config("1x32"));
  const std::vector<std::byte> bytes(100, std::byte{7});
  std::vector<std::byte> back(100);
  link.write(link.info().memory.begin, bytes);
  link.read(link.info().memory.begin, back);
  EXPECT_EQ(back, bytes);
  EXPECT_THROW(link.write(link.info().memory.end, bytes), DeviceError);
  link.read(link.info().memory.begin, back);  // an error of the device is none of the connection
}

TEST(ProcessLink, SeveralAtATime) {
  ProcessLink one("csim", VtaConfig{}, kVta), two("csim", VtaConfig{}, kVta);
  EXPECT_NE(one.pid(), two.pid());
  EXPECT_EQ(::kill(one.pid(), 0), 0);
}

TEST(ProcessLink, SaysHowTheWorkerEnded) {
  ProcessLink link("fsim", VtaConfig{}, kVta);
  ::kill(link.pid(), SIGKILL);
  const auto write = [&] { link.write(link.info().memory.begin, std::vector<std::byte>(4)); };
  const auto said = AllOf(HasSubstr("the process of device 'fsim'"), HasSubstr("signal 9"));
  EXPECT_THAT(write, ThrowsMessage<DeviceError>(said));
  EXPECT_THAT(write, ThrowsMessage<DeviceError>(said));  // and says so again
}

TEST(ProcessLink, WhatTheWorkerRefusesIsTheError) {
  EXPECT_THAT([] { ProcessLink("nosim", VtaConfig{}, kVta); },
              ThrowsMessage<UsageError>(HasSubstr("nosim")));
  EXPECT_THAT([] { ProcessLink("csim,memory_bytes=1", VtaConfig{}, kVta); },
              ThrowsMessage<UsageError>(HasSubstr("memory_bytes")));
}

TEST(ProcessLink, AProgramThatIsNoWorkerIsNamed) {
  EXPECT_THAT([] { ProcessLink("fsim", VtaConfig{}, {"/no/such/program"}); },
              ThrowsMessage<ResourceError>(HasSubstr("cannot start '/no/such/program'")));
  EXPECT_THAT([] { ProcessLink("fsim", VtaConfig{}, {"/bin/true"}); },
              ThrowsMessage<DeviceError>(HasSubstr("ended with exit code 0")));
  EXPECT_THAT([] { ProcessLink("fsim", VtaConfig{}, {"/bin/echo"}); },
              ThrowsMessage<DeviceError>(HasSubstr("the process of device 'fsim' ended")));
}

TEST(ProcessLink, LeavesNoProcess) {
  pid_t pid = -1;
  {
    ProcessLink link("csim", VtaConfig{}, kVta);
    pid = link.pid();
  }
  EXPECT_EQ(::kill(pid, 0), -1);
}

// No more descriptors: what fails says what for, and nothing is left open.
TEST(ProcessLink, NoDescriptorsAreNamed) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = 3;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  EXPECT_THAT([] { ProcessLink("fsim", VtaConfig{}, kVta); },
              ThrowsMessage<ResourceError>(HasSubstr("a process for a device")));
  ::setrlimit(RLIMIT_NOFILE, &before);
}

TEST(DeviceWorker, TypedByAPersonSaysWhatItIs) {
  const ApartResult typed = run_vta_apart("device-worker 3</dev/null");
  EXPECT_EQ(typed.exit_code, 2);
  EXPECT_THAT(typed.err, HasSubstr("vta starts it for devices in processes of their own, with a "
                                   "connection as descriptor 3, which is missing"));
}

}  // namespace
}  // namespace vta
