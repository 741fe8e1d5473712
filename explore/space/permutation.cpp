#include "explore/space/permutation.h"

#include "base/error.h"

namespace vta::explore {

namespace {

constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;  // 2^64 / phi, odd: steps reach every state

}  // namespace

uint64_t mix64(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

uint64_t Random::next() {
  return mix64(state_ += kGoldenRatio);
}

// Values that would favour small results are drawn again.
int64_t Random::below(int64_t bound) {
  VTA_CHECK(bound > 0, "bound {}", bound);
  const uint64_t n = static_cast<uint64_t>(bound);
  const uint64_t least = (0 - n) % n;  // 2^64 mod n
  uint64_t value = next();
  while (value < least)
    value = next();
  return static_cast<int64_t>(value % n);
}

double Random::unit() {
  return static_cast<double>(next() >> 11) * 0x1p-53;
}

Permutation::Permutation(int64_t size, uint64_t seed) : size_(size) {
  VTA_CHECK(size >= 1 && size <= int64_t{1} << 62, "size {}", size);
  while ((int64_t{1} << (2 * half_bits_)) < size)
    ++half_bits_;
  Random random(seed);
  for (uint64_t& key : keys_)
    key = random.next();
}

uint64_t Permutation::once(uint64_t value) const {
  const uint64_t mask = (uint64_t{1} << half_bits_) - 1;
  uint64_t left = value >> half_bits_, right = value & mask;
  for (const uint64_t key : keys_) {
    const uint64_t next = left ^ (mix64(right + key) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

int64_t Permutation::at(int64_t position) const {
  VTA_CHECK(position >= 0 && position < size_, "position {} of {}", position, size_);
  uint64_t value = once(static_cast<uint64_t>(position));
  while (value >= static_cast<uint64_t>(size_))
    value = once(value);
  return static_cast<int64_t>(value);
}

}  // namespace vta::explore
