#include "explore/sweep/local_runner.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <numeric>

#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;

PointResult result_of(int64_t index) {
  PointResult result;
  result.insns = 10 * index;
  return result;
}

class LocalRunnerTest : public SweepTest {
 protected:
  std::vector<int64_t> indices(int64_t count) const {
    std::vector<int64_t> all(static_cast<size_t>(count));
    std::iota(all.begin(), all.end(), 100);
    return all;
  }
  // Every index must be answered once.
  std::map<int64_t, Outcome> run(LocalRunner& runner, const std::vector<int64_t>& wanted) {
    std::map<int64_t, Outcome> found;
    runner.run(wanted, [&](const PointOutcome& outcome) {
      EXPECT_TRUE(found.emplace(outcome.index, outcome.outcome).second) << outcome.index;
    });
    EXPECT_EQ(found.size(), wanted.size());
    return found;
  }
  // True for the first process that asks.
  bool first(const std::string& name) const {
    return std::filesystem::create_directory(path(name));
  }
};

TEST_F(LocalRunnerTest, EveryIndexIsAnsweredOnce) {
  for (const int64_t jobs : {1, 2, 5}) {
    LocalRunner runner(result_of, {.jobs = jobs});
    for (const int64_t count : {0, 1, 3, 200}) {  // the same workers, one generation after another
      const std::vector<int64_t> wanted = indices(count);
      for (const auto& [index, outcome] : run(runner, wanted))
        EXPECT_EQ(outcome, Outcome(result_of(index)));
    }
  }
}

TEST_F(LocalRunnerTest, WorkIsSpreadOverAllWorkers) {
  LocalRunner runner(result_of, {.jobs = 3});
  std::map<int64_t, int> by_worker;
  runner.run(indices(200), [&](const PointOutcome& outcome) { ++by_worker[outcome.worker]; });
  EXPECT_EQ(by_worker.size(), 3U);
}

TEST_F(LocalRunnerTest, AKilledWorkerIsReplacedAndItsPointTriedAgain) {
  LocalRunner runner(
      [&](int64_t index) -> Outcome {
        if (index % 10 == 3 && first(fmt::format("{}", index)))
          raise(SIGKILL);
        return result_of(index);
      },
      {.jobs = 2});
  for (const auto& [index, outcome] : run(runner, indices(60)))
    EXPECT_EQ(outcome, Outcome(result_of(index)));
}

TEST_F(LocalRunnerTest, APointThatKillsItsWorkerTwiceHasFailed) {
  LocalRunner runner(
      [](int64_t index) -> Outcome {
        if (index == 103)
          raise(SIGKILL);
        if (index == 105)
          _exit(9);
        return result_of(index);
      },
      {.jobs = 2});
  for (const auto& [index, outcome] : run(runner, indices(30))) {
    if (index == 103)
      EXPECT_THAT(std::get<Failed>(outcome).reason,
                  HasSubstr("its worker died twice: ended by signal 9"));
    else if (index == 105)
      EXPECT_THAT(std::get<Failed>(outcome).reason, HasSubstr("ended with exit code 9"));
    else
      EXPECT_EQ(outcome, Outcome(result_of(index)));
  }
}

TEST_F(LocalRunnerTest, WhatAnEvaluationThrowsIsItsPointsFailure) {
  LocalRunner runner(
      [](int64_t index) -> Outcome {
        if (index == 101)
          throw std::bad_alloc();
        if (index == 102)
          throw InputError("out of sorts");
        return Uncompilable{"too large"};
      },
      {.jobs = 1});
  const auto found = run(runner, indices(4));
  EXPECT_THAT(std::get<Failed>(found.at(101)).reason, HasSubstr("out of memory"));
  EXPECT_EQ(found.at(102), Outcome(Failed{"out of sorts"}));
  EXPECT_EQ(found.at(103), Outcome(Uncompilable{"too large"}));
}

// A worker writes nonsense into its socket: whatever it is, it counts as its death.
TEST_F(LocalRunnerTest, AnAnswerThatIsNoneCountsAsADeath) {
  const auto babble = [](const std::string& bytes) {
    for (int fd = 3; fd < 256; ++fd)
      send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  };
  for (const std::string& bytes :
       {std::string(100, 'x'), std::string(24, '\0'), std::string(1, 1).append(92, 0)}) {
    std::filesystem::remove_all(path("once"));
    LocalRunner runner(
        [&](int64_t index) -> Outcome {
          if (index == 104 && first("once"))
            babble(bytes);
          return result_of(index);
        },
        {.jobs = 2});
    for (const auto& [index, outcome] : run(runner, indices(20)))
      EXPECT_EQ(outcome, Outcome(result_of(index)));
  }
}

TEST_F(LocalRunnerTest, StoppingLeavesWhatWasAnswered) {
  int64_t answered = 0;
  LocalRunner runner(result_of, {.jobs = 2, .stop = [&] { return answered >= 10; }});
  const std::string text = refusal<IncompleteError>(
      [&] { runner.run(indices(1000), [&](const PointOutcome&) { ++answered; }); });
  EXPECT_THAT(text, HasSubstr(fmt::format("interrupted with {} points to go", 1000 - answered)));
}

// The pipe ends when the last process that holds it has: nobody waits for a time.
TEST_F(LocalRunnerTest, WorkersEndWithTheirParent) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    close(ends[0]);
    LocalRunner runner(
        [&](int64_t) -> Outcome {
          [[maybe_unused]] const ssize_t n = write(ends[1], "x", 1);
          pause();
          return Failed{};
        },
        {.jobs = 3});
    runner.run(indices(100), [](const PointOutcome&) {});
    _exit(0);
  }
  close(ends[1]);
  char byte = 0;
  for (int worker = 0; worker < 3; ++worker)
    ASSERT_EQ(read(ends[0], &byte, 1), 1);
  kill(parent, SIGKILL);
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  waitpid(parent, nullptr, 0);
  close(ends[0]);
}

}  // namespace
}  // namespace vta::explore
