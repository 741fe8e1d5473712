#include "explore/launch/work_queue.h"

#include <gmock/gmock.h>

#include <numeric>

namespace vta::explore {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const WorkQueue::Clock::time_point kStart;
constexpr auto kSilence = 1000s;

TEST(WorkQueue, HandsOutInOrderAndOnce) {
  WorkQueue queue({4, 7, 9}, 2, kSilence);
  EXPECT_THAT(queue.next(1, kStart), ElementsAre(4));
  EXPECT_THAT(queue.next(2, kStart), ElementsAre(7));
  EXPECT_THAT(queue.next(1, kStart), ElementsAre(9));
  EXPECT_THAT(queue.next(2, kStart), IsEmpty());
  EXPECT_FALSE(queue.done());
  for (const int64_t index : {9, 4, 7})
    EXPECT_TRUE(queue.finish(index, 1, kStart));
  EXPECT_TRUE(queue.done());
}

TEST(WorkQueue, NothingToDoIsDone) {
  EXPECT_TRUE(WorkQueue({}, 2, kSilence).done());
}

// 100 points, 2 workers: runs of 8, then of what is left of it for 4 runs each.
TEST(WorkQueue, NeighboursGoToOneWorkerInRunsThatGetShorter) {
  std::vector<int64_t> points(100);
  std::iota(points.begin(), points.end(), 0);
  WorkQueue queue(points, 2, kSilence);
  EXPECT_THAT(queue.next(1, kStart), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  std::vector<int64_t> handed_out(8);
  std::iota(handed_out.begin(), handed_out.end(), 0);
  size_t longest = 8;
  for (auto run = queue.next(2, kStart); !run.empty(); run = queue.next(2, kStart)) {
    EXPECT_LE(run.size(), longest);
    longest = run.size();
    handed_out.insert(handed_out.end(), run.begin(), run.end());
  }
  EXPECT_EQ(longest, 1u);
  EXPECT_EQ(handed_out, points);
}

// An idle worker says nothing: it must have work before the silence is taken for the end.
TEST(WorkQueue, PatienceEndsBeforeTheSilence) {
  WorkQueue queue({4, 7}, 2, 120s);
  queue.next(1, kStart);
  queue.next(2, kStart);
  EXPECT_TRUE(queue.finish(7, 2, kStart + 50s));
  EXPECT_EQ(queue.patience(), 60s);
  EXPECT_THAT(queue.next(2, kStart + 60s), IsEmpty());
  EXPECT_THAT(queue.next(2, kStart + 61s), ElementsAre(4));
  EXPECT_EQ(WorkQueue({4}, 1, 10s).patience(), 5s);
}

TEST(WorkQueue, SecondAnswerAndUnaskedAnswerDoNotCount) {
  WorkQueue queue({4}, 2, kSilence);
  queue.next(1, kStart);
  EXPECT_FALSE(queue.finish(5, 1, kStart));
  EXPECT_TRUE(queue.finish(4, 1, kStart));
  EXPECT_FALSE(queue.finish(4, 2, kStart));
}

TEST(WorkQueue, OverduePointGoesToAnotherWorker) {
  WorkQueue queue({4, 7}, 2, kSilence);
  queue.next(1, kStart);
  queue.next(2, kStart);
  queue.finish(7, 2, kStart + 1s);  // answers take a second: after four an answer is overdue
  EXPECT_EQ(queue.patience(), 4s);
  EXPECT_THAT(queue.next(2, kStart + 4s), IsEmpty());
  EXPECT_THAT(queue.next(1, kStart + 5s), IsEmpty());  // it has it already
  EXPECT_THAT(queue.next(2, kStart + 5s), ElementsAre(4));
  EXPECT_THAT(queue.next(3, kStart + 5s), IsEmpty());  // in good hands again
}

// A worker is slow only from its last answer on.
TEST(WorkQueue, PointsOfARunAreDueOneAfterTheOther) {
  WorkQueue queue({1, 2, 3, 4, 5, 6, 7, 8}, 1, kSilence);
  ASSERT_THAT(queue.next(1, kStart), ElementsAre(1, 2));
  queue.finish(1, 1, kStart + 25s);
  while (!queue.next(2, kStart + 25s).empty()) {
  }
  EXPECT_EQ(queue.patience(), 100s);
  EXPECT_THAT(queue.next(3, kStart + 110s), IsEmpty());
  EXPECT_THAT(queue.next(3, kStart + 126s), ElementsAre(2));
}

TEST(WorkQueue, FreshPointsComeBeforeOverdueOnes) {
  WorkQueue queue({4, 7}, 2, kSilence);
  queue.next(1, kStart);
  EXPECT_THAT(queue.next(2, kStart + 100s), ElementsAre(7));
  EXPECT_THAT(queue.next(2, kStart + 100s), ElementsAre(4));
}

TEST(WorkQueue, PointThatNobodyAnswersIsGivenUp) {
  WorkQueue queue({4}, 2, kSilence);
  WorkQueue::Clock::time_point now = kStart;
  for (int worker = 1; worker <= WorkQueue::kMostTries; ++worker, now += 31s) {
    EXPECT_THAT(queue.given_up(now), IsEmpty());
    EXPECT_THAT(queue.next(worker, now), ElementsAre(4));
  }
  EXPECT_THAT(queue.next(9, now), IsEmpty());
  EXPECT_THAT(queue.given_up(now), ElementsAre(4));
  EXPECT_TRUE(queue.finish(4, 1, now));  // better late than never
  EXPECT_THAT(queue.given_up(now), IsEmpty());
}

}  // namespace
}  // namespace vta::explore
