#include "base/workers/workers.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <csignal>
#include <filesystem>
#include <future>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "base/file.h"
#include "base/frame.h"
#include "base/interruption.h"

namespace vta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::string echo(const std::string& question) {
  return question;
}

std::map<size_t, Answer> answers(Workers& workers, const std::vector<std::string>& questions) {
  std::map<size_t, Answer> all;
  EXPECT_TRUE(workers.run(
      questions, [&](const Answer& a) { EXPECT_TRUE(all.emplace(a.question, a).second); }));
  EXPECT_EQ(all.size(), questions.size());
  return all;
}

void expect_echoes(Workers& workers, const std::vector<std::string>& questions) {
  for (const auto& [i, answer] : answers(workers, questions)) {
    EXPECT_EQ(answer.text, questions[i]);
    EXPECT_FALSE(answer.failed());
  }
}

// What a damaged process does: the bytes go to whom it is connected with.
void babble(const std::string& bytes) {
  for (int fd = 3; fd < 256; ++fd)
    ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

// Its write end is held by the workers that are started while it lives.
class Held {
 public:
  Held() { EXPECT_EQ(::pipe(ends_), 0); }
  ~Held() { ::close(ends_[0]); }
  void say() const { EXPECT_EQ(::write(ends_[1], "x", 1), 1); }
  // Of this process.
  void let_go() const { ::close(ends_[1]); }
  bool has_word() const {
    pollfd end{ends_[0], POLLIN, 0};
    return ::poll(&end, 1, 0) > 0;
  }
  bool hears() const { return ::read(ends_[0], &byte_, 1) == 1; }  // false: all have ended

 private:
  int ends_[2] = {};
  mutable char byte_ = 0;
};

class WorkersTest : public ::testing::Test {
 protected:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("workers_") + testing::UnitTest::GetInstance()->current_test_info()->name());
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  // True for the first process that asks.
  bool first(const std::string& name) const {
    return std::filesystem::create_directory(folder_ / name);
  }
};

TEST_F(WorkersTest, EveryQuestionIsAnsweredOnceWhateverItsLength) {
  std::vector<std::string> questions;
  for (size_t i = 0; i < 60; ++i)
    questions.push_back(std::string(i * i * 50, 'a') + std::to_string(i));
  for (const int64_t count : {1, 2, 5, 70})
    for (const int64_t run : {1, 8}) {
      Workers workers([](const std::string& q) { return q + q; }, count, run);
      for (const auto& [i, answer] : answers(workers, questions))
        EXPECT_EQ(answer.text, questions[i] + questions[i]);
      EXPECT_EQ(answers(workers, {"again"}).at(0).text, "againagain");
      EXPECT_TRUE(answers(workers, {}).empty());
      EXPECT_EQ(answers(workers, {"", "b"}).at(0).text, "");
    }
}

// Neither end reads while it writes, if both do it at the same time and wait.
TEST_F(WorkersTest, LongQuestionsAndLongAnswersPassEachOther) {
  Workers workers(echo, 2, 8);
  expect_echoes(workers, std::vector<std::string>(64, std::string(size_t{1} << 20, 'q')));
}

TEST_F(WorkersTest, WorkIsSpreadOverAllWorkersAndNeighboursStayTogether) {
  Workers workers([](const std::string&) { return std::to_string(::getpid()); }, 3, 8);
  std::map<int64_t, std::vector<size_t>> by_worker;
  std::map<std::string, int64_t> worker_of;
  for (const auto& [i, answer] : answers(workers, std::vector<std::string>(200, "q"))) {
    by_worker[answer.worker].push_back(i);
    EXPECT_EQ(worker_of.emplace(answer.text, answer.worker).first->second, answer.worker);
  }
  EXPECT_EQ(by_worker.size(), 3U);
  EXPECT_EQ(worker_of.size(), 3U);
  for (size_t i = 1; i < 8; ++i)
    EXPECT_EQ(by_worker.at(0)[i], by_worker.at(0)[0] + i);
}

TEST_F(WorkersTest, WhatTheFunctionThrowsIsTheAnswerWithItsExitCode) {
  Workers workers(
      [](const std::string& q) -> std::string {
        if (q == "bad")
          throw std::runtime_error("no such thing");
        if (q == "input")
          throw InputError("no such file");
        if (q == "memory")
          throw std::bad_alloc();
        return q;
      },
      2);
  const auto all = answers(workers, {"good", "bad", "input", "memory", "well"});
  EXPECT_FALSE(all.at(0).failed());
  EXPECT_EQ(all.at(1).code, ExitCode::Internal);
  EXPECT_EQ(all.at(1).text, "no such thing");
  EXPECT_EQ(all.at(2).code, InputError("").exit_code());
  EXPECT_EQ(all.at(3).code, ExitCode::ResourceLimit);
  EXPECT_EQ(all.at(3).text, "out of memory");
  EXPECT_EQ(all.at(4).text, "well");
}

TEST_F(WorkersTest, AQuestionWhoseWorkerDiesIsAskedOnceMore) {
  Workers workers(
      [&](const std::string& q) {
        if (q == "always" || (q == "once" && first("once")))
          ::raise(SIGKILL);
        if (q == "exits")
          ::_exit(q.size() > 4 ? 9 : 0);
        return q;
      },
      2, 4);
  const auto all = answers(workers, {"a", "once", "always", "b", "exits", "c"});
  EXPECT_EQ(all.at(0).text, "a");
  EXPECT_EQ(all.at(1).text, "once");
  EXPECT_FALSE(all.at(1).failed());
  EXPECT_EQ(all.at(2).code, ExitCode::Internal);
  EXPECT_THAT(all.at(2).text, HasSubstr("its worker died twice: ended by signal 9"));
  EXPECT_EQ(all.at(3).text, "b");
  EXPECT_THAT(all.at(4).text, HasSubstr("ended with exit code 9"));
  EXPECT_EQ(all.at(5).text, "c");
}

TEST_F(WorkersTest, HalfAnAnswerIsNone) {
  const std::string whole = framed(std::string(100, 'h'));
  for (const size_t bytes : {size_t{1}, size_t{11}, size_t{12}, whole.size() - 1}) {
    std::filesystem::remove_all(folder_ / "once");
    Workers workers(
        [&](const std::string& q) {
          if (q == "always" || (q == "half" && first("once"))) {
            babble(whole.substr(0, bytes));
            ::raise(SIGKILL);
          }
          return q;
        },
        2);
    const auto all = answers(workers, {"a", "half", "b", "always"});
    EXPECT_EQ(all.at(1).text, "half");
    EXPECT_THAT(all.at(3).text, HasSubstr("ended by signal 9"));
  }
}

// Also whole texts that were not asked for, or begin with no head.
TEST_F(WorkersTest, GarbageCountsAsADeath) {
  for (const std::string& bytes : {std::string(100, 'x'), std::string(24, '\0'),
                                   std::string(1, 1).append(92, 0), framed("short")}) {
    std::filesystem::remove_all(folder_ / "once");
    Workers workers(
        [&](const std::string& q) {
          if (q == "always" || (q == "5" && first("once")))
            babble(bytes);
          return q;
        },
        2, 4);
    std::vector<std::string> questions;
    for (int i = 0; i < 20; ++i)
      questions.push_back(std::to_string(i));
    expect_echoes(workers, questions);
    EXPECT_THAT(answers(workers, {"always"}).at(0).text, HasSubstr("its worker died twice"));
  }
}

TEST_F(WorkersTest, AWorkerThatNeverAnswersIsEndedByStop) {
  const Held held;
  Workers workers(
      [&](const std::string& q) {
        if (q == "never") {
          held.say();
          ::pause();
        }
        return q;
      },
      1);
  size_t answered = 0;
  EXPECT_FALSE(workers.run(
      {"a", "never", "b"}, [&](const Answer&) { ++answered; }, [&] { return held.has_word(); }));
  EXPECT_EQ(answered, 1U);
  expect_echoes(workers, {"next", "b"});
}

TEST_F(WorkersTest, AQuestionOfTheCallerEndsIt) {
  struct Ended {};
  const InterruptionScope scope([] { throw Ended(); });
  Workers workers(
      [](const std::string& q) {
        ::pause();
        return q;
      },
      2);
  EXPECT_THROW(workers.run({"a", "b"}, [](const Answer&) {}), Ended);
}

// Answers that come too late must not be taken for those to the next questions.
TEST_F(WorkersTest, WhatTheCallerThrowsLeavesIdleWorkers) {
  Workers workers(echo, 3, 2);
  const std::vector<std::string> many(100, "old");
  for (int at = 0; at < 6; ++at) {
    int seen = 0;
    EXPECT_THROW(workers.run(many,
                             [&](const Answer&) {
                               if (seen++ == at)
                                 throw InputError("enough");
                             }),
                 InputError);
    expect_echoes(workers, {"1", "2", "3", "4", "5", "6", "7", "8", "9"});
  }
}

TEST_F(WorkersTest, OneThatDiesBetweenTwoRunsIsReplaced) {
  Workers workers([](const std::string&) { return std::to_string(::getpid()); }, 1);
  const std::string before = answers(workers, {"q"}).at(0).text;
  ::kill(std::stoi(before), SIGKILL);
  const Answer after = answers(workers, {"q"}).at(0);
  EXPECT_FALSE(after.failed());
  EXPECT_NE(after.text, before);
}

TEST_F(WorkersTest, OneThatDiesWithoutAQuestionCostsNothing) {
  Workers workers([](const std::string& q) { return q + std::to_string(::getpid()); }, 3);
  std::set<std::string> pids;
  while (pids.size() < 3)
    for (const auto& [i, answer] : answers(workers, std::vector<std::string>(30, "")))
      pids.insert(answer.text);
  for (const std::string& pid : pids) {
    ::kill(std::stoi(pid), SIGKILL);
    for (int run = 0; run < 4; ++run)
      EXPECT_FALSE(answers(workers, {"q"}).at(0).failed());
  }
}

TEST_F(WorkersTest, DeathsAnywhereCostNoQuestion) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int trial = 0; trial < 8; ++trial) {
    std::vector<std::string> questions;
    for (int i = 0; i < 80; ++i)
      questions.push_back(std::to_string(trial) + (random() % 4 == 0 ? "!" : ".") +
                          std::to_string(i));
    Workers workers(
        [&](const std::string& q) {
          if (q[1] == '!' && first(q))
            ::raise(SIGKILL);
          return q;
        },
        1 + static_cast<int64_t>(random() % 6), 1 + static_cast<int64_t>(random() % 9));
    expect_echoes(workers, questions);
  }
}

// In a process of its own, whose limits may be what they want.
TEST_F(WorkersTest, WhatCannotBeStartedIsALimitAndTheNextRunGoesOn) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "sanitizers need descriptors and processes for themselves";
#endif
  const auto refusal = [](Workers& workers) -> std::string {
    try {
      workers.run({"a", "b", "c", "d"}, [](const Answer&) {});
      return "none";
    } catch (const ResourceError& e) {
      return e.what();
    }
  };
  const auto in_child = [](const std::function<std::string()>& function) {
    const ChildReport report = run_in_child(function);
    EXPECT_EQ(report.failure, "");
    return report.answer;
  };
  EXPECT_EQ(in_child([&] {
              if (::geteuid() == 0 && ::setuid(65534) != 0)  // no limit holds for root
                return std::string("no other user");
              const rlimit none{1, 1};
              ::setrlimit(RLIMIT_NPROC, &none);
              Workers workers(echo, 2);
              return refusal(workers);
            }),
            "no process for a worker: Resource temporarily unavailable");
  for (const rlim_t room : {0, 1, 2})  // the last is enough for the first worker
    EXPECT_EQ(in_child([&] {
                rlimit limit{}, before{};
                ::getrlimit(RLIMIT_NOFILE, &before);
                const int next = ::dup(0);
                ::close(next);
                limit = before;
                limit.rlim_cur = static_cast<rlim_t>(next) + room;
                ::setrlimit(RLIMIT_NOFILE, &limit);
                Workers workers(echo, 2);
                const std::string text = refusal(workers);
                ::setrlimit(RLIMIT_NOFILE, &before);
                expect_echoes(workers, {"1", "2", "3"});
                return HasFailure() ? "no echoes afterwards" : text;
              }),
              "no connection to a worker: Too many open files");
}

TEST_F(WorkersTest, NothingForksWhileThereAreThreads) {
  Workers workers(echo, 2);
  std::promise<void> end;
  std::thread other([ended = end.get_future()]() mutable { ended.wait(); });
  EXPECT_THAT([&] { workers.run({"a"}, [](const Answer&) {}); },
              ThrowsMessage<InternalError>(HasSubstr("one thread: this one has 2")));
  EXPECT_THROW(run_in_child([] { return std::string(); }), InternalError);
  end.set_value();
  other.join();
  expect_echoes(workers, {"a", "b"});
  for (int i = 0; i < 50; ++i) {  // one that was joined counts no more
    std::thread([] {}).join();
    EXPECT_EQ(run_in_child([] { return std::string("fine"); }).answer, "fine");
  }
}

// Everything else starts a process by these.
TEST_F(WorkersTest, ProcessesBeginInTwoFiles) {
  const auto begins = [](std::string_view line) {
    for (const std::string_view call :
         {"fork(", "Fork(", "posix_spawn(", "posix_spawnp(", "popen(", "system(", "daemon("})
      if (const size_t at = line.find(call); at != std::string_view::npos)
        return at == 0 || call.find("ork(") == 1 ||
               (std::isalnum(static_cast<unsigned char>(line[at - 1])) == 0 && line[at - 1] != '_');
    return false;
  };
  std::set<std::string> files;
  for (const auto& folder : std::filesystem::directory_iterator(VTA_SOURCE_DIR)) {
    const std::string name = folder.path().filename().string();
    if (!folder.is_directory() || name.starts_with(".") || name == "tests" || name == "build")
      continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h") {
        std::istringstream lines(read_text_file(entry.path().string()));
        for (std::string line; std::getline(lines, line);)
          if (begins(std::string_view(line).substr(0, line.find("//"))))
            files.insert(std::filesystem::relative(entry.path(), VTA_SOURCE_DIR).string());
      }
  }
  EXPECT_THAT(files, ElementsAre("base/process.cpp", "base/workers/forked_worker.cpp"));
}

TEST_F(WorkersTest, NoProcessIsLeft) {
  {
    Workers workers(echo, 4);
    expect_echoes(workers, {"a", "b", "c", "d", "e"});
    run_in_child([] { return std::string(); });
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

// The pipe ends when the last process that holds it has: nobody waits for a time.
TEST_F(WorkersTest, WorkersEndWithTheirParent) {
  const Held held;
  const pid_t parent = ::fork();
  if (parent == 0) {
    Workers workers(
        [&](const std::string& q) {
          held.say();
          ::pause();
          return q;
        },
        3);
    workers.run(std::vector<std::string>(100, "q"), [](const Answer&) {});
    ::_exit(0);
  }
  held.let_go();
  for (int worker = 0; worker < 3; ++worker)
    ASSERT_TRUE(held.hears());
  ::kill(parent, SIGKILL);
  EXPECT_FALSE(held.hears());
  ::waitpid(parent, nullptr, 0);
}

}  // namespace
}  // namespace vta
