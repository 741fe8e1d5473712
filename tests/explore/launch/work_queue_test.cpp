#include "explore/launch/work_queue.h"

#include <gmock/gmock.h>

namespace vta::explore {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const WorkQueue::Clock::time_point kStart;

TEST(WorkQueue, HandsOutInOrderAndOnce) {
  WorkQueue queue({4, 7, 9});
  EXPECT_EQ(queue.next(1, kStart), 4);
  EXPECT_EQ(queue.next(2, kStart), 7);
  EXPECT_EQ(queue.next(1, kStart), 9);
  EXPECT_EQ(queue.next(2, kStart), std::nullopt);
  EXPECT_FALSE(queue.done());
  for (const int64_t index : {9, 4, 7})
    EXPECT_TRUE(queue.finish(index, kStart));
  EXPECT_TRUE(queue.done());
}

TEST(WorkQueue, NothingToDoIsDone) {
  EXPECT_TRUE(WorkQueue({}).done());
}

TEST(WorkQueue, SecondAnswerAndUnaskedAnswerDoNotCount) {
  WorkQueue queue({4});
  EXPECT_EQ(queue.next(1, kStart), 4);
  EXPECT_FALSE(queue.finish(5, kStart));
  EXPECT_TRUE(queue.finish(4, kStart));
  EXPECT_FALSE(queue.finish(4, kStart));
}

TEST(WorkQueue, OverduePointGoesToAnotherWorker) {
  WorkQueue queue({4, 7});
  queue.next(1, kStart);
  queue.next(2, kStart);
  queue.finish(7, kStart + 1s);  // answers take a second: after four an answer is overdue
  EXPECT_EQ(queue.patience(), 4s);
  EXPECT_EQ(queue.next(2, kStart + 4s), std::nullopt);
  EXPECT_EQ(queue.next(1, kStart + 5s), std::nullopt);  // it has it already
  EXPECT_EQ(queue.next(2, kStart + 5s), 4);
  EXPECT_EQ(queue.next(3, kStart + 5s), std::nullopt);  // in good hands again
}

TEST(WorkQueue, FreshPointsComeBeforeOverdueOnes) {
  WorkQueue queue({4, 7});
  queue.next(1, kStart);
  EXPECT_EQ(queue.next(2, kStart + 100s), 7);
  EXPECT_EQ(queue.next(2, kStart + 100s), 4);
}

TEST(WorkQueue, PointThatNobodyAnswersIsGivenUp) {
  WorkQueue queue({4});
  WorkQueue::Clock::time_point now = kStart;
  for (int worker = 1; worker <= WorkQueue::kMostTries; ++worker, now += 31s) {
    EXPECT_THAT(queue.given_up(now), IsEmpty());
    EXPECT_EQ(queue.next(worker, now), 4);
  }
  EXPECT_EQ(queue.next(9, now), std::nullopt);
  EXPECT_THAT(queue.given_up(now), ElementsAre(4));
  EXPECT_TRUE(queue.finish(4, now));  // better late than never
  EXPECT_THAT(queue.given_up(now), IsEmpty());
}

}  // namespace
}  // namespace vta::explore
