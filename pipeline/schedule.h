// The time of each image in each part, in cycles. It depends only on the cycles of each part for
// each image and on the capacity of the queues, not on measured times.
//
//   left[i][p-1]  image i leaves part p-1:  when it is done and there is room behind it
//   start[i][p] = max(left[i][p-1], left[i-1][p])
//   done[i][p]  = start[i][p] + cycles[i][p]
//   left[i][p]  = max(done[i][p], start[i-capacity][p+1])
//
// An image that cannot leave keeps its part from the next one. Of all parts but the first, what an
// image waits in is a queue of `capacity` places; the first part never waits for images.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace vta::piped {

struct Visit {
  int64_t arrived = 0, start = 0, done = 0, left = 0;
};

struct Schedule {
  std::vector<std::vector<Visit>> visits;  // by image and part
  std::vector<int64_t> busy;               // cycles of each part
  std::vector<int64_t> longest_queue;      // before each part; of the first 0
  int64_t end = 0;                         // when the last image leaves

  // Cycles from one image to the next at the end of the pipeline, the first left out; nothing for
  // fewer than two images, or without any work.
  std::optional<double> interval() const;
  // From the start of its first part to the end of its last.
  int64_t latency(size_t image) const;
};

// `cycles` by image and part, of every image as many as of the first. `capacity` >= 1.
Schedule schedule_of(const std::vector<std::vector<int64_t>>& cycles, int64_t capacity);

}  // namespace vta::piped
