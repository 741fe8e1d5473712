#include "pipeline/schedule.h"

#include <algorithm>

#include "base/error.h"

namespace vta::piped {
namespace {

// Images that wait before a part when one more has come.
int64_t waiting(const std::vector<std::vector<Visit>>& visits, size_t image, size_t part) {
  int64_t count = 0;
  for (size_t i = image + 1; i > 0; --i) {
    if (visits[i - 1][part].start <= visits[image][part].arrived)
      break;
    ++count;
  }
  return count;
}

}  // namespace

std::optional<double> Schedule::interval() const {
  if (visits.size() < 2)
    return std::nullopt;
  const int64_t first = visits.front().back().left, last = visits.back().back().left;
  if (last == first)
    return std::nullopt;
  return static_cast<double>(last - first) / static_cast<double>(visits.size() - 1);
}

int64_t Schedule::latency(size_t image) const {
  return visits[image].back().left - visits[image].front().start;
}

Schedule schedule_of(const std::vector<std::vector<int64_t>>& cycles, int64_t capacity) {
  VTA_CHECK(capacity >= 1, "a capacity of {}", capacity);
  Schedule out;
  if (cycles.empty())
    return out;
  const size_t parts = cycles.front().size();
  const auto room = static_cast<size_t>(capacity);
  out.busy.assign(parts, 0);
  out.longest_queue.assign(parts, 0);
  out.visits.assign(cycles.size(), std::vector<Visit>(parts));
  for (size_t i = 0; i < cycles.size(); ++i)
    for (size_t p = 0; p < parts; ++p) {
      Visit& visit = out.visits[i][p];
      const int64_t free = i > 0 ? out.visits[i - 1][p].left : 0;
      visit.arrived = p > 0 ? out.visits[i][p - 1].left : free;
      visit.start = std::max(visit.arrived, free);
      visit.done = visit.start + cycles[i][p];
      const bool full = p + 1 < parts && i >= room;
      visit.left = full ? std::max(visit.done, out.visits[i - room][p + 1].start) : visit.done;
      out.busy[p] += cycles[i][p];
      if (p > 0)
        out.longest_queue[p] = std::max(out.longest_queue[p], waiting(out.visits, i, p));
    }
  out.end = out.visits.back().back().left;
  return out;
}

}  // namespace vta::piped
