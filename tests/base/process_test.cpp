#include "base/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <optional>
#include <sstream>
#include <thread>

#include "base/cache.h"
#include "base/error.h"
#include "base/file.h"
#include "base/interruption.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

class Process : public ::testing::Test {
 protected:
  fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  std::string log_ = (folder_ / "log").string();
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
};

// A process that is no more, or that nobody has asked after.
bool has_ended(pid_t pid) {
  if (::kill(pid, 0) != 0)
    return true;
  const std::string path = "/proc/" + std::to_string(pid) + "/stat";
  return !fs::exists(path) || read_text_file(path).find(") Z ") != std::string::npos;
}

TEST_F(Process, GivesTheExitStatusAndKeepsBothOutputs) {
  EXPECT_EQ(run_process({"sh", "-c", "echo out; echo err >&2; exit 3"}, log_), 3);
  EXPECT_EQ(read_text_file(log_), "out\nerr\n");
}

TEST_F(Process, RunsInTheDirectoryAskedFor) {
  EXPECT_EQ(run_process({"sh", "-c", "pwd -P"}, log_, folder_.string()), 0);
  EXPECT_EQ(read_text_file(log_), fs::canonical(folder_).string() + "\n");
}

TEST_F(Process, SaysThatAProgramCannotBeRunOrWasKilled) {
  EXPECT_EQ(run_process({"no-such-program-here"}, log_), 127);
  EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}, log_), 128 + 9);
  EXPECT_FALSE(has_program("no-such-program-here"));
  EXPECT_TRUE(has_program("sh"));
}

TEST_F(Process, EndsWithWhoWaitsForIt) {
  struct Ended {};
  const std::string file = (folder_ / "pid").string();
  const auto started = [&] { return fs::exists(file) && fs::file_size(file) > 0; };
  const InterruptionScope scope([&] {
    if (started())
      throw Ended();
  });
  const std::vector<std::string> argv = {"sh", "-c", "echo $$ > pid; exec sleep 3600"};
  EXPECT_THROW(run_process(argv, log_, folder_.string()), Ended);
  EXPECT_TRUE(has_ended(std::stoi(read_text_file(file))));
}

TEST_F(Process, OutputNeedsNoPlaceOnDisk) {
  const ProcessOutput output = output_of({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(output.status, 3);
  EXPECT_EQ(output.text, "out\nerr\n");
  EXPECT_EQ(output_of({"no-such-program-here"}).status, 127);
}

TEST_F(Process, IsWatchedWhileItRuns) {
  const std::string flag = (folder_ / "flag").string();
  int looks = 0;
  EXPECT_EQ(run_process_watched(
                {"sh", "-c", "while [ ! -e " + flag + " ]; do sleep 0.01; done; exit 4"}, log_, ".",
                [&] {
                  if (++looks == 2)
                    write_text_file(flag, "");
                }),
            4);
  EXPECT_GE(looks, 2);
}

// A program that starts another: both end when a signal ends who started them.
TEST_F(Process, EndsWithItsParentAndAllThatItStarted) {
  const std::string pids = (folder_ / "pids").string();
  const pid_t parent = ::fork();
  if (parent == 0) {
    run_process(
        {"sh", "-c",
         "sleep 1000 & echo $$ $! >" + pids + ".part; mv " + pids + ".part " + pids + "; wait"},
        log_);
    ::_exit(0);
  }
  while (!fs::exists(pids))
    ::usleep(1000);
  ::kill(parent, SIGTERM);
  int status = 0;
  ::waitpid(parent, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  std::istringstream in(read_text_file(pids));
  for (pid_t pid = 0; in >> pid;)
    while (!has_ended(pid))
      ::usleep(1000);
}

// What `sh -c script` says over its socket, and how it ended.
std::string said(const std::string& script, std::vector<std::string> environment = {}) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  RunningProgram program(
      {.argv = {"sh", "-c", script}, .environment = std::move(environment), .socket = ends[1]});
  ::close(ends[1]);
  std::string text;
  for (char byte = 0; ::read(ends[0], &byte, 1) == 1;)
    text += byte;
  ::close(ends[0]);
  return text + ending_text(program.wait());
}

TEST_F(Process, OneWithASocketGetsThatAndNoOtherDescriptor) {
  const int open = ::fcntl(2, F_DUPFD, 50);  // not closed by exec
  const std::string look = fmt::format("test -e /proc/self/fd/{} && echo has it >&3; exit 5", open);
  EXPECT_EQ(said(look), "ended with exit code 5");
  EXPECT_EQ(run_process({"sh", "-c", fmt::format("test -e /proc/self/fd/{}", open)}, log_), 0);
  ::close(open);
}

TEST_F(Process, OneWithASocketHasSignalsAsUsual) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const auto ignored = ::signal(SIGTERM, SIG_IGN);
  EXPECT_EQ(said("kill -TERM $$; exit 3"), "ended by signal 15 (Terminated)");
  ::signal(SIGTERM, ignored);
  sigset_t now;
  ::pthread_sigmask(SIG_SETMASK, &before, &now);
  EXPECT_EQ(::sigismember(&now, SIGUSR1), 1);  // as it was
}

TEST_F(Process, EnvironmentIsThisOneWithWhatIsChanged) {
  ::setenv("VTA_TEST_A", "old", 1);
  ::setenv("VTA_TEST_AB", "stays", 1);
  EXPECT_EQ(
      said("echo $VTA_TEST_A $VTA_TEST_AB $VTA_TEST_B >&3", {"VTA_TEST_A=new", "VTA_TEST_B=more"}),
      "new stays more\nended with exit code 0");
  EXPECT_STREQ(::getenv("VTA_TEST_A"), "old");
}

TEST_F(Process, WhatCannotBeStartedIsNamed) {
  EXPECT_THAT([] { RunningProgram({.argv = {"/no/such/program"}}); },
              ::testing::ThrowsMessage<CannotRun>(
                  "cannot start '/no/such/program': No such file or directory"));
  EXPECT_THAT([] { RunningProgram({.argv = {"sh"}, .path = "/etc/passwd"}); },
              ::testing::ThrowsMessage<CannotRun>("cannot start '/etc/passwd': Permission denied"));
  EXPECT_THROW(RunningProgram({.argv = {"sh"}, .directory = "/no/such"}), CannotRun);
}

// Whatever the threads hold at that moment: nothing of this process is copied.
TEST_F(Process, StartsInAnyThread) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&right] {
      for (int i = 0; i < 10; ++i)
        right += run_process({"sh", "-c", "exit " + std::to_string(i)}, "/dev/null") == i ? 1 : 0;
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(right, 60);
}

TEST_F(Process, EndsWithTheThreadThatStartedItOrWithThisObject) {
  std::optional<RunningProgram> with_thread, alone;
  std::thread([&] {
    with_thread.emplace(ProgramStart{.argv = {"sleep", "1000"}});
    alone.emplace(ProgramStart{.argv = {"sleep", "1000"}, .ends_with_thread = false});
  }).join();
  EXPECT_EQ(ending_text(with_thread->wait()), "ended by signal 15 (Terminated)");
  EXPECT_FALSE(alone->ended_within(std::chrono::milliseconds(0)));
  EXPECT_EQ(ending_text(alone->end(SIGKILL)), "ended by signal 9 (Killed)");
  EXPECT_EQ(alone->pid(), -1);
}

TEST_F(Process, TailGivesTheLastLines) {
  write_text_file(log_, "a\nb\nc\n");
  EXPECT_EQ(tail_of(log_, 2), "b\nc");
  EXPECT_EQ(tail_of((folder_ / "none").string(), 2), "");
}

TEST_F(Process, CacheDirectoryFollowsTheEnvironment) {
  setenv("VTA_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  EXPECT_EQ(cache_directory(), (folder_ / "cache").string());
  EXPECT_TRUE(fs::is_directory(folder_ / "cache"));
  write_text_file((folder_ / "file").string(), "");
  setenv("VTA_CACHE_DIR", (folder_ / "file" / "x").c_str(), 1);
  EXPECT_THROW(cache_directory(), InputError);
  unsetenv("VTA_CACHE_DIR");
}

TEST_F(Process, FileLockKeepsOthersOut) {
  const std::string path = (folder_ / "lock").string();
  const std::string probe = "flock -n " + path + " true";
  {
    const FileLock lock(path);
    EXPECT_EQ(run_process({"sh", "-c", probe}, log_), 1);
  }
  EXPECT_EQ(run_process({"sh", "-c", probe}, log_), 0);
  EXPECT_THROW(FileLock((folder_ / "none" / "lock").string()), InputError);
}

}  // namespace
}  // namespace vta
