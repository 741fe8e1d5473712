#include "runtime/range_map.h"

#include <algorithm>

namespace vta {

void RangeMap::collect(int64_t begin, int64_t end, bool write, Latest& latest) const {
  auto it = segments_.upper_bound(begin);
  if (it != segments_.begin())
    --it;
  for (; it != segments_.end() && it->first < end; ++it) {
    const State& state = it->second;
    if (state.writer != kNone) {
      int32_t& slot = latest[static_cast<size_t>(state.writer_unit)];
      slot = std::max(slot, state.writer);
    }
    if (write)
      for (size_t unit = 0; unit < latest.size(); ++unit)
        latest[unit] = std::max(latest[unit], state.readers[unit]);
  }
}

// Makes `at` a key; the state on both sides stays what it was.
RangeMap::Segments::iterator RangeMap::split(int64_t at) {
  auto it = segments_.lower_bound(at);
  if (it != segments_.end() && it->first == at)
    return it;
  const State state = it == segments_.begin() ? State{} : std::prev(it)->second;
  return segments_.emplace_hint(it, at, state);
}

void RangeMap::record(int64_t begin, int64_t end, bool write, int unit, int32_t position) {
  if (begin >= end)
    return;
  auto last = split(end);
  auto first = split(begin);
  if (write) {
    first->second = State{position, static_cast<int8_t>(unit), {kNone, kNone, kNone}};
    segments_.erase(std::next(first), last);
  } else {
    for (auto it = first; it != last; ++it)
      it->second.readers[static_cast<size_t>(unit)] = position;
  }
  const auto merge_into_previous = [&](Segments::iterator it) {
    const bool same =
        it == segments_.begin() ? it->second == State{} : std::prev(it)->second == it->second;
    return same ? segments_.erase(it) : std::next(it);
  };
  auto it = first;
  while (it != segments_.end() && it->first <= end)
    it = merge_into_previous(it);
}

}  // namespace vta
