// The operation EXP2, a lane: docs/isa.md, section 8.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace vta {

// 127 * 2^-g for a fraction g of 12 bits, with 8 bits behind the point, is a number of the first
// table less one of each other: the value at the six highest bits, the slope times bits 5 and 4,
// and the slope times bits 3 to 0.
inline constexpr std::array<int16_t, 64> kExp2Values = {
    32507, 32158, 31813, 31472, 31130, 30796, 30466, 30140, 29812, 29492, 29177, 28864, 28549,
    28244, 27941, 27642, 27335, 27042, 26751, 26465, 26177, 25896, 25619, 25344, 25068, 24800,
    24534, 24271, 24007, 23750, 23496, 23244, 22986, 22740, 22496, 22255, 22012, 21776, 21543,
    21312, 21080, 20855, 20631, 20410, 20187, 19971, 19757, 19546, 19329, 19121, 18917, 18714,
    18510, 18312, 18115, 17921, 17726, 17536, 17348, 17163, 16976, 16794, 16614, 16436};
inline constexpr std::array<int16_t, 64> kExp2Slopes = {
    0, 86, 172, 258, 0, 82, 165, 247, 0, 79, 158, 237, 0, 76, 151, 227,
    0, 72, 145, 217, 0, 69, 139, 208, 0, 66, 133, 199, 0, 64, 127, 191,
    0, 61, 122, 183, 0, 58, 117, 175, 0, 56, 112, 168, 0, 53, 107, 160,
    0, 51, 102, 154, 0, 49, 98,  147, 0, 47, 94,  141, 0, 45, 90,  135};
inline constexpr std::array<int16_t, 64> kExp2FineSlopes = {
    0,  5,  10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 61, 66, 71, 76, 0,  4,  8,  13, 17, 21,
    25, 30, 34, 38, 42, 47, 51, 55, 59, 64, 0,  4,  7,  11, 14, 18, 21, 25, 29, 32, 36, 39,
    43, 46, 50, 54, 0,  3,  6,  9,  12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45};

// 127 * 2^-x to the nearest integer (docs/isa.md says how near), where x has `fraction` bits behind
// its point, 0..15; 127 for a negative x.
constexpr int32_t exp2_lane(int32_t x, int fraction) {
  constexpr int kFraction = 12, kBehindPoint = 8;
  const int32_t t = std::max(x, 0), whole = t >> fraction;
  const int32_t rest = t - (whole << fraction);
  const int32_t g =
      fraction <= kFraction ? rest << (kFraction - fraction) : rest >> (fraction - kFraction);
  const auto at = [](const auto& table, int32_t index) {
    return table[static_cast<size_t>(index)];
  };
  const int32_t p = at(kExp2Values, g >> 6) - at(kExp2Slopes, 4 * (g >> 8) + (g >> 4) % 4) -
                    at(kExp2FineSlopes, 16 * (g >> 10) + g % 16);
  const int right = kBehindPoint + whole;
  return whole <= 7 ? (p + (1 << (right - 1))) >> right : 0;
}

}  // namespace vta
