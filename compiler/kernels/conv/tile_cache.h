// The resident tiles of a scratchpad that is divided into equal slots.
//
// Without reuse every request takes the next slot in turn and loads. With reuse a request for a
// resident tile loads nothing; otherwise the least recently used slot is taken. A key is where the
// tile begins on each axis it extends over; unused axes are 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vta {

class TileCache {
 public:
  using Key = std::array<int64_t, 7>;

  TileCache(int64_t slots, bool reuse) : entries_(static_cast<size_t>(slots)), reuse_(reuse) {}

  struct Result {
    int64_t slot = 0;
    bool load = true;
  };

  Result request(const Key& key) {
    ++clock_;
    size_t victim = 0;
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (reuse_ && entries_[i].used != 0 && entries_[i].key == key) {
        entries_[i].used = clock_;
        return {static_cast<int64_t>(i), false};
      }
      if (entries_[i].used < entries_[victim].used)
        victim = i;
    }
    entries_[victim] = {key, clock_};
    return {static_cast<int64_t>(victim), true};
  }

 private:
  struct Entry {
    Key key{};
    int64_t used = 0;  // 0: empty
  };
  std::vector<Entry> entries_;
  bool reuse_;
  int64_t clock_ = 0;
};

}  // namespace vta
