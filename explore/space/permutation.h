// A pseudo-random order of 0 .. size - 1 that takes no memory, so that spaces of 10^12 points can
// be drawn from without replacement.
//
// A Feistel network permutes numbers of 2k bits; numbers beyond the size are walked on until one
// is inside, which visits each number once (cycle walking). Example: Permutation(5, seed) at
// 0, 1, 2, 3, 4 may be 3, 0, 4, 1, 2.
#pragma once

#include <array>
#include <cstdint>

namespace vta::explore {

// Maps 64 bits to 64 bits; every bit of the input affects every bit of the output (splitmix64's
// finalizer).
uint64_t mix64(uint64_t value);

// Random numbers that are the same on every machine and with every standard library.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next();
  int64_t below(int64_t bound);  // 0 .. bound - 1; bound is positive
  double unit();                 // [0, 1)

 private:
  uint64_t state_;
};

class Permutation {
 public:
  Permutation(int64_t size, uint64_t seed);  // 1 <= size <= 2^62
  int64_t size() const { return size_; }
  int64_t at(int64_t position) const;  // 0 <= position < size; each result at one position

 private:
  uint64_t once(uint64_t value) const;

  static constexpr int kRounds = 8;
  int64_t size_;
  int half_bits_ = 1;
  std::array<uint64_t, kRounds> keys_{};
};

}  // namespace vta::explore
