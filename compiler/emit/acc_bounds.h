// Upper bounds of the accumulators, by the last write to each range: across the tiles and kernels
// of one launch, in program order. Compute is in order and the only unit that writes ACC, so the
// last writer in program order is the last one in time.
#pragma once

#include <cstdint>
#include <limits>
#include <map>

namespace vta {

class AccBounds {
 public:
  static constexpr int64_t kUnknown = std::numeric_limits<int32_t>::max();  // no value is larger

  // Every value of the elements [begin, end) is at most `largest` from now on.
  void write(int64_t begin, int64_t end, int64_t largest);
  // The least that is known to bound all values of [begin, end), which is not empty.
  int64_t largest(int64_t begin, int64_t end) const;

 private:
  std::map<int64_t, int64_t> segments_{{INT64_MIN, kUnknown}};  // begin -> bound to the next key
};

}  // namespace vta
