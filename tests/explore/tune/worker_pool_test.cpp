#include "explore/tune/worker_pool.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "base/file.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;

std::map<size_t, WorkerPool::Answer> answers(WorkerPool& pool,
                                             const std::vector<std::string>& questions) {
  std::map<size_t, WorkerPool::Answer> all;
  EXPECT_TRUE(pool.run(
      questions,
      [&](const WorkerPool::Answer& a) { EXPECT_TRUE(all.emplace(a.question, a).second); }, {}));
  return all;
}

TEST(WorkerPool, AnswersEveryQuestionOnceWhateverTheirLength) {
  for (const int64_t workers : {1, 2, 5}) {
    WorkerPool pool([](const std::string& q) { return q + q; }, workers);
    std::vector<std::string> questions;
    for (size_t i = 0; i < 60; ++i)
      questions.push_back(std::string(i * i * 50, 'a') + std::to_string(i));
    const auto all = answers(pool, questions);
    ASSERT_EQ(all.size(), questions.size());
    for (const auto& [i, answer] : all) {
      EXPECT_EQ(answer.text, questions[i] + questions[i]);
      EXPECT_FALSE(answer.failed);
    }
    EXPECT_EQ(answers(pool, {"again"}).at(0).text, "againagain");
    EXPECT_TRUE(answers(pool, {}).empty());
  }
}

TEST(WorkerPool, AnExceptionIsTheAnswer) {
  WorkerPool pool(
      [](const std::string& q) -> std::string {
        if (q == "bad")
          throw std::runtime_error("no such thing");
        return q;
      },
      2);
  const auto all = answers(pool, {"good", "bad", "well"});
  EXPECT_FALSE(all.at(0).failed);
  EXPECT_TRUE(all.at(1).failed);
  EXPECT_EQ(all.at(1).text, "no such thing");
  EXPECT_EQ(all.at(2).text, "well");
}

TEST(WorkerPool, AQuestionWhoseWorkerDiesIsAskedOnceMore) {
  const std::string mark =
      (std::filesystem::temp_directory_path() / ("vta_pool_" + std::to_string(::getpid())))
          .string();
  std::filesystem::remove(mark);
  WorkerPool pool(
      [&](const std::string& q) {
        if (q == "once" && !std::filesystem::exists(mark)) {
          write_text_file(mark, "x");
          ::raise(SIGKILL);
        }
        if (q == "always")
          ::raise(SIGKILL);
        return q;
      },
      2);
  const auto all = answers(pool, {"a", "once", "always", "b"});
  EXPECT_EQ(all.at(0).text, "a");
  EXPECT_EQ(all.at(1).text, "once");
  EXPECT_FALSE(all.at(1).failed);
  EXPECT_TRUE(all.at(2).failed);
  EXPECT_THAT(all.at(2).text, HasSubstr("signal 9"));
  EXPECT_EQ(all.at(3).text, "b");
  std::filesystem::remove(mark);
}

TEST(WorkerPool, EndsWhenItIsToldToAndGoesOnAfterwards) {
  WorkerPool pool([](const std::string& q) { return q; }, 2);
  int asked = 0;
  const std::vector<std::string> questions(1000, "q");
  int answered = 0;
  EXPECT_FALSE(pool.run(
      questions, [&](const WorkerPool::Answer&) { ++answered; }, [&] { return ++asked > 5; }));
  EXPECT_LT(answered, 1000);
  EXPECT_EQ(answers(pool, {"next"}).at(0).text, "next");
}

}  // namespace
}  // namespace vta::explore
