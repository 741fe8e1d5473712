// --device: device strings as a user gives them.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using VtaDevice = NetworkCommand;

int64_t cycles_of(const boost::json::object& run) {
  return run.at("timing").at("cycles").as_int64();
}

TEST_F(VtaDevice, BackendIsAnotherNameOfDevice) {
  const std::string run = "run " + model() + " --timing-only --memory ideal8 ";
  const auto device = json_of(run + "--device csim"), backend = json_of(run + "--backend csim");
  EXPECT_EQ(device.at("backend"), "csim");
  EXPECT_EQ(cycles_of(device), cycles_of(backend));
  expect_failure(run + "--device csim --backend csim", 2, "--device");
}

TEST_F(VtaDevice, KeysMeanWhatTheirOptionsMean) {
  const std::string run = "run " + model() + " --memory ideal8 --device ";
  const auto keys = json_of(run + "csim,timing_only=1"),
             option = json_of(run + "csim --timing-only");
  EXPECT_EQ(keys.at("backend"), "csim");
  EXPECT_EQ(cycles_of(keys), cycles_of(option));
  EXPECT_EQ(keys.at("has_outputs"), false);
  EXPECT_EQ(option.at("has_outputs"), false);
  const auto small = json_of(run + "csim,kernels=portable,memory_bytes=16777216");
  EXPECT_EQ(cycles_of(small), cycles_of(keys));
  EXPECT_EQ(run_vta_apart("run " + model() + " --device fsim,kernels=reference --verify").exit_code,
            0);
}

TEST_F(VtaDevice, WhatIsNoDeviceIsNamed) {
  const std::string run = "run " + model() + " --device ";
  expect_failure(run + "csin", 2, "unknown device 'csin': known are fsim, csim, tsim, board");
  expect_failure(run + "csin", 2, "; the nearest is csim");
  expect_failure(run + "boart", 2, "the nearest is board");
  expect_failure(run + "csim://host", 2, "leave '://host' out");
  expect_failure(run + "csim,", 2, "'' is not KEY=VALUE");
  expect_failure(run + "csim,kernel=avx2", 2,
                 "unknown key 'kernel': known are kernels, memory_bytes, timing_only; the nearest "
                 "is kernels");
  expect_failure(run + "tsim,kernels=avx2", 2, "unknown key 'kernels'");
  expect_failure(run + "fsim,kernels=fast", 2, "fast");
  expect_failure(run + "fsim,memory_bytes=12", 2, "memory_bytes=12 must be an integer from 8192");
  expect_failure(run + "fsim,memory_bytes=8192", 6, "device memory exhausted");
  expect_failure(run + "csim,kernels=portable --kernels avx2", 2, "has kernels=portable already");
  expect_failure(run + "csim,timing_only=0 --timing-only", 2, "has timing_only=0 already");
  expect_failure(run + "fsim --timing-only", 2, "--timing-only needs csim");
}

// No board is here: the driver says what it looked for, and values of its keys are checked before.
TEST_F(VtaDevice, ABoardThatIsNotThereIsNamed) {
  const std::string run = "run " + model() + " --device ";
  expect_failure(run + "board:///dev/no-such-uio", 6, "/dev/no-such-uio");
  expect_failure(run + "board://no-such-uio,udmabuf=none", 6, "UIO device");
  expect_failure(run + "board,timeout_ms=0", 2, "timeout_ms=0 must be an integer from 1");
  expect_failure(run + "board,kernels=avx2", 2, "unknown key 'kernels'");
  EXPECT_NE(run_vta("run --help").text.find("board[://UIO]: an FPGA in this machine"),
            std::string::npos);
}

TEST_F(VtaDevice, WithoutValuesNothingIsCompared) {
  const std::string device = " --device csim,timing_only=1";
  expect_failure("run " + model() + " --verify" + device, 2, "--timing-only computes none");
  expect_failure("eval " + kTestData + "digits_resnet8.onnx --images " + kTestData +
                     "digits_test_200_u8.npy --limit 1" + device,
                 2, "eval needs them: leave it out");
  expect_failure(
      "exec --insn-addr 1000 --count 1 --alloc 1000:16 --dump 1000:16:" + path("d") + device, 2,
      "--timing-only computes no values");
}

TEST_F(VtaDevice, CompareTakesOneWithTime) {
  const std::string two = "compare --model " + model() + " --memory ddr --memory ideal8 --device ";
  EXPECT_EQ(run_vta_apart(two + "csim,memory_bytes=16777216").exit_code, 0);
  expect_failure(two + "fsim,kernels=reference", 2,
                 "--device fsim,kernels=reference does not model time: legal are csim, tsim");
  expect_failure(two + "board", 2, "--device board does not model time: legal are csim, tsim");
}

// All that can be said of the string is said before the network is looked for.
TEST_F(VtaDevice, TheStringIsCheckedBeforeTheNetwork) {
  const std::string run = "run nofile.onnx --device ",
                    two = "compare --model nofile.onnx --memory ddr --memory ideal8 --device ";
  for (const std::string& command : {run, two}) {
    expect_failure(command + "csim,kernels=AUTO", 2,
                   "device 'csim,kernels=AUTO': unknown kernels=AUTO: known are");
    expect_failure(command + "csim,memory_bytes=-1", 2,
                   "memory_bytes=-1 must be an integer from 8192 to 1099511627776");
    expect_failure(command + "csim,timing_only=2", 2, "timing_only=2 must be");
    expect_failure(command + "csin", 2, "the nearest is csim");
  }
  expect_failure(run + "board,watchdog=-1", 2, "watchdog=-1 must be");
  expect_failure(run + "csim", 3, "nofile.onnx");
}

TEST_F(VtaDevice, KernelsAreOfDevicesThatHaveThem) {
  const std::string run = "run nofile.onnx --device ";
  for (const std::string device : {"tsim", "board"}) {
    expect_failure(run + device + " --kernels auto", 3, "nofile.onnx");
    expect_failure(run + device + " --kernels avx2", 2,
                   "--kernels avx2 applies to --backend fsim and csim only; backend " + device);
  }
}

TEST_F(VtaDevice, HelpListsSchemesAndKeys) {
  for (const char* command : {"run", "exec", "eval", "compare"})
    EXPECT_THAT(run_vta_apart(std::string(command) + " --help").out,
                AllOf(HasSubstr("SCHEME[://PLACE][,KEY=VALUE]"),
                      HasSubstr("csim: cycle-level simulator"), HasSubstr("timing_only: 1")));
}

}  // namespace
}  // namespace vta
