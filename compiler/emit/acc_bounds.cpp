#include "compiler/emit/acc_bounds.h"

#include <algorithm>
#include <iterator>

namespace vta {

void AccBounds::write(int64_t begin, int64_t end, int64_t largest) {
  if (begin >= end)
    return;
  const auto next = segments_.upper_bound(begin);
  const auto first = std::prev(next);
  const bool is_one = next == segments_.end() || next->first >= end;
  if (is_one && first->second == largest)
    return;  // most writes change nothing: the range was unknown before
  if (is_one && first->first == begin && next != segments_.end() && next->first == end) {
    first->second = largest;
    return;
  }
  const int64_t behind = std::prev(segments_.upper_bound(end))->second;
  segments_.erase(segments_.lower_bound(begin), segments_.upper_bound(end));
  segments_[begin] = largest;
  segments_[end] = behind;
}

int64_t AccBounds::largest(int64_t begin, int64_t end) const {
  auto segment = std::prev(segments_.upper_bound(begin));
  int64_t most = segment->second;
  for (++segment; segment != segments_.end() && segment->first < end; ++segment)
    most = std::max(most, segment->second);
  return most;
}

}  // namespace vta
