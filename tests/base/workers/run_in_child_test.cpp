#include "base/workers/workers.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/process.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

TEST(RunInChild, GivesTheAnswerAndWhatItNeeded) {
  const ChildReport report = run_in_child([] {
    std::vector<char> bytes(size_t{64} << 20);
    std::memset(bytes.data(), 1, bytes.size());
    return std::string(100000, bytes[5] == 1 ? 'y' : 'n');
  });
  EXPECT_EQ(report.answer, std::string(100000, 'y'));
  EXPECT_EQ(report.failure, "");
  EXPECT_GE(report.peak_mb, 64);
}

TEST(RunInChild, AnEmptyAnswerIsOne) {
  const ChildReport report = run_in_child([] { return std::string(); });
  EXPECT_EQ(report.answer, "");
  EXPECT_EQ(report.failure, "");
}

TEST(RunInChild, SaysWhatWasThrownOrHowItEnded) {
  EXPECT_EQ(run_in_child([]() -> std::string { throw InputError("no such tool"); }).failure,
            "no such tool");
  EXPECT_THAT(run_in_child([]() -> std::string {
                raise(SIGKILL);
                return "";
              }).failure,
              HasSubstr("ended by signal 9"));
  EXPECT_THAT(run_in_child([]() -> std::string { _exit(4); }).failure,
              HasSubstr("ended with exit code 4"));
}

TEST(RunInChild, AFailureHasTheExitCodeOfItsKind) {
  const auto code = [](const std::function<std::string()>& work) {
    return run_in_child(work).code;
  };
  EXPECT_EQ(code([] { return "fine"; }), ExitCode::Ok);
  EXPECT_EQ(code([]() -> std::string { throw CompileError("x"); }), ExitCode::Compile);
  EXPECT_EQ(code([]() -> std::string { throw std::bad_alloc(); }), ExitCode::ResourceLimit);
  EXPECT_EQ(code([]() -> std::string { throw InternalError("x"); }), ExitCode::Internal);
  EXPECT_EQ(code([]() -> std::string { raise(SIGKILL), _exit(0); }), ExitCode::ResourceLimit);
  EXPECT_EQ(code([]() -> std::string { raise(SIGTERM), _exit(0); }), ExitCode::Internal);
}

// What was printed and not written yet is not the child's to write.
TEST(RunInChild, WhatWasPrintedBeforeIsWrittenOnce) {
  const std::string path = testing::TempDir() + "printed_before";
  std::FILE* const file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs("once", file);
  run_in_child([] {
    std::fflush(nullptr);
    return std::string();
  });
  std::fclose(file);
  EXPECT_EQ(read_text_file(path), "once");
}

// Also while it waits for a program that it has started: nobody is left to write to the pipe.
TEST(RunInChild, EndsWhenItIsToldTo) {
  const auto stop = [] { return true; };
  const auto forever = []() -> std::string {
    run_process({"sleep", "1000"}, "/dev/null");
    return "";
  };
  EXPECT_THAT(run_in_child(forever, stop).failure, HasSubstr("ended by signal 15"));
}

}  // namespace
}  // namespace vta
