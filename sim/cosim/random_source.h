// Random numbers that are the same with every standard library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>

namespace vta::cosim {

class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : engine_(seed) {}

  uint64_t word() { return engine_(); }
  // 0 <= result < bound; 0 for a bound below 1.
  int64_t below(int64_t bound) {
    return bound < 1 ? 0 : static_cast<int64_t>(engine_() % static_cast<uint64_t>(bound));
  }
  int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
  bool chance(int64_t percent) { return below(100) < percent; }
  int64_t pick(std::initializer_list<int64_t> values) {
    return values.begin()[below(static_cast<int64_t>(values.size()))];
  }
  // Small numbers far more often than large ones, up to `high` itself.
  int64_t skewed(int64_t low, int64_t high) {
    switch (below(8)) {
      case 0:
        return high;
      case 1:
        return between(low, high);
      default:
        return between(low, low + std::min<int64_t>(high - low, below(4) * 2 + 1));
    }
  }
  // Any value of a field: small, at a boundary, in the upper half, anywhere.
  int64_t field(int64_t width, bool is_signed) {
    const int64_t count = int64_t{1} << width;
    const int64_t low = is_signed ? -count / 2 : 0;
    switch (below(5)) {
      case 0:
        return pick({0, low, low + count - 1, low + count - 2, low + count / 2});
      case 1:
      case 2:
        return std::min(below(8), low + count - 1);
      case 3:
        return low + count / 2 + below(count / 2);
      default:
        return low + below(count);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace vta::cosim
