#include "pipeline/schedule.h"

#include <gmock/gmock.h>

#include <random>

namespace vta::piped {
namespace {

using Cycles = std::vector<std::vector<int64_t>>;

//          0    2    4    6    8   10   12
//  part 0  |00|11|..22          (waits: the queue is full)
//  part 1     |00000|11111|22222|
TEST(Schedule, AFullQueueHoldsThePartBeforeIt) {
  const Schedule s = schedule_of(Cycles(4, {2, 5}), 1);
  const auto visit = [&](size_t image, size_t part) { return s.visits[image][part]; };
  EXPECT_EQ(visit(0, 1).start, 2);
  EXPECT_EQ(visit(1, 0).done, 4);
  EXPECT_EQ(visit(1, 0).left, 4);  // into the queue
  EXPECT_EQ(visit(2, 0).done, 6);
  EXPECT_EQ(visit(2, 0).left, 7);  // when image 1 leaves the queue
  EXPECT_EQ(visit(3, 0).start, 7);
  EXPECT_EQ(visit(3, 0).left, 12);
  EXPECT_EQ(s.end, 2 + 4 * 5);
  EXPECT_EQ(s.busy, (std::vector<int64_t>{8, 20}));
  EXPECT_EQ(s.longest_queue, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(s.interval(), 5.0);
  EXPECT_EQ(s.latency(0), 7);
  EXPECT_EQ(s.latency(2), 17 - 4);
}

TEST(Schedule, OneImageHasNoInterval) {
  const Schedule s = schedule_of({{3, 4, 5}}, 2);
  EXPECT_EQ(s.end, 12);
  EXPECT_EQ(s.interval(), std::nullopt);
  EXPECT_EQ(schedule_of({}, 2).end, 0);
  EXPECT_EQ(schedule_of({}, 2).interval(), std::nullopt);
  EXPECT_EQ(schedule_of(Cycles(3, {0, 0}), 1).interval(), std::nullopt);
}

// What each visit waited for is one of the events that the model knows, and nothing else: a walk in
// the order of events, not of the recurrence.
TEST(Schedule, IsWhatAWalkThroughEventsSays) {
  std::mt19937_64 rng(7);
  for (int round = 0; round < 200; ++round) {
    const size_t images = 1 + rng() % 12, parts = 1 + rng() % 5;
    const size_t capacity = 1 + rng() % 3;
    Cycles cycles(images, std::vector<int64_t>(parts));
    for (auto& image : cycles)
      for (int64_t& c : image)
        c = static_cast<int64_t>(rng() % 10);
    std::vector<std::vector<size_t>> queue(parts);  // images that wait before a part
    std::vector<int64_t> image_in(parts, -1), left_cycles(parts, 0);
    size_t fed = 0;
    std::vector<int64_t> out(images, -1);
    for (int64_t now = 0; out.back() < 0; ++now) {
      for (bool moved = true; moved;) {
        moved = false;
        for (size_t p = parts; p-- > 0;) {
          if (image_in[p] >= 0 && left_cycles[p] == 0) {
            const auto image = static_cast<size_t>(image_in[p]);
            if (p + 1 == parts)
              out[image] = now;
            else if (queue[p + 1].size() < capacity)
              queue[p + 1].push_back(image);
            else
              continue;
            image_in[p] = -1;
            moved = true;
          }
          if (image_in[p] >= 0)
            continue;
          if (p == 0 ? fed == images : queue[p].empty())
            continue;
          const size_t next = p == 0 ? fed++ : queue[p].front();
          if (p > 0)
            queue[p].erase(queue[p].begin());
          image_in[p] = static_cast<int64_t>(next);
          left_cycles[p] = cycles[next][p];
          moved = true;
        }
      }
      for (size_t p = 0; p < parts; ++p)
        if (image_in[p] >= 0 && left_cycles[p] > 0)
          --left_cycles[p];
    }
    const Schedule s = schedule_of(cycles, static_cast<int64_t>(capacity));
    for (size_t i = 0; i < images; ++i)
      EXPECT_EQ(s.visits[i].back().left, out[i]) << "round " << round << ", image " << i;
  }
}

}  // namespace
}  // namespace vta::piped
