// The last writer and the readers since then, for each part of an address range.
//
// A map from disjoint, gap-free segments to their state; neighbours with equal state are one
// segment. Positions count the instructions of one unit; units are numbered as in `Unit`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace vta {

class RangeMap {
 public:
  static constexpr int32_t kNone = -1;

  // Position of the latest conflicting instruction per unit; kNone: no conflict.
  using Latest = std::array<int32_t, 3>;

  RangeMap() { segments_[INT64_MIN]; }
  RangeMap(const RangeMap&) = delete;
  RangeMap& operator=(const RangeMap&) = delete;

  // Merges into `latest` every access that conflicts with a read or write of [begin, end).
  void collect(int64_t begin, int64_t end, bool write, Latest& latest);
  // Records the access by the instruction at `position` of `unit`. It must be ordered after
  // everything that collect() named.
  void record(int64_t begin, int64_t end, bool write, int unit, int32_t position);

 private:
  struct State {
    int32_t writer = kNone;
    int8_t writer_unit = 0;
    std::array<int32_t, 3> readers{kNone, kNone, kNone};  // since the write
    bool operator==(const State&) const = default;
  };
  using Segments = std::map<int64_t, State>;  // begin -> state up to the next key

  Segments::iterator find(int64_t at);
  Segments::iterator split(Segments::iterator segment, int64_t at);
  Segments::iterator erase(Segments::iterator segment);

  Segments segments_;                            // the first key is INT64_MIN
  std::vector<Segments::node_type> spare_;       // erased, for their memory
  Segments::iterator recent_ = segments_.end();  // where the last search ended
};

}  // namespace vta
