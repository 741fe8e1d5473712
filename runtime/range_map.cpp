#include "runtime/range_map.h"

#include <algorithm>
#include <utility>

namespace vta {

// The segment that holds an address. Rows of one instruction ascend, so the search starts with a
// few steps from where the last one ended.
RangeMap::Segments::iterator RangeMap::find(int64_t at) {
  if (recent_ != segments_.end() && recent_->first <= at) {
    auto it = recent_;
    for (int step = 0; step < 4; ++step) {
      const auto next = std::next(it);
      if (next == segments_.end() || next->first > at)
        return recent_ = it;
      it = next;
    }
  }
  return recent_ = std::prev(segments_.upper_bound(at));
}

void RangeMap::collect(int64_t begin, int64_t end, bool write, Latest& latest) {
  for (auto it = find(begin); it != segments_.end() && it->first < end; ++it) {
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

// Makes `at`, which lies in `segment`, a key; the state on both sides stays what it was.
RangeMap::Segments::iterator RangeMap::split(Segments::iterator segment, int64_t at) {
  if (segment->first == at)
    return segment;
  if (spare_.empty())
    return segments_.emplace_hint(std::next(segment), at, segment->second);
  Segments::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = at;
  node.mapped() = segment->second;
  return segments_.insert(std::next(segment), std::move(node));
}

// The one behind it.
RangeMap::Segments::iterator RangeMap::erase(Segments::iterator segment) {
  const auto next = std::next(segment);
  spare_.push_back(segments_.extract(segment));
  return next;
}

void RangeMap::record(int64_t begin, int64_t end, bool write, int unit, int32_t position) {
  if (begin >= end)
    return;
  const auto found = find(begin);
  // Most ranges are those of an access before, and no neighbour becomes equal.
  if (const auto next = std::next(found);
      found->first == begin && next != segments_.end() && next->first == end) {
    State& state = found->second;
    if (write)
      state = State{position, static_cast<int8_t>(unit), {kNone, kNone, kNone}};
    else
      state.readers[static_cast<size_t>(unit)] = position;
    if (!(state == next->second) && !(state == std::prev(found)->second))
      return;
  }
  const auto first = split(found, begin);
  auto tail = first;  // the segment that holds `end`
  for (auto next = std::next(tail); next != segments_.end() && next->first <= end; ++next)
    tail = next;
  const auto last = split(tail, end);
  if (write) {
    first->second = State{position, static_cast<int8_t>(unit), {kNone, kNone, kNone}};
    for (auto it = std::next(first); it != last;)
      it = erase(it);
  } else {
    for (auto it = first; it != last; ++it)
      it->second.readers[static_cast<size_t>(unit)] = position;
  }
  auto kept = std::prev(first);
  for (auto it = first; it != segments_.end() && it->first <= end;) {
    if (it->second == kept->second)
      it = erase(it);
    else
      kept = it++;
  }
  recent_ = kept;
}

}  // namespace vta
