// Attention of int8 values in double precision, and how far the integers are from it.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "compiler/graph/attention.h"
#include "compiler/interp/softmax_steps.h"

namespace vta {

// One head: rows of q, k and v, and scores with `fraction` bits behind the point whose softmax has
// weights 2^-score.
struct AttentionHead {
  int64_t queries = 1, keys = 1, depth = 1;
  std::vector<int8_t> q = {}, k = {}, v = {};
  int fraction = 1;

  int64_t score(int64_t i, int64_t j) const {
    int64_t sum = 0;
    for (int64_t c = 0; c < depth; ++c)
      sum += int64_t{q[static_cast<size_t>(i * depth + c)]} * k[static_cast<size_t>(j * depth + c)];
    return sum;
  }
};

// Gaussian values, `deviation` that of the natural logarithms whose softmax it is: int8 values have
// three deviations of their own within 127.
inline AttentionHead gaussian_head(int64_t tokens, int64_t depth, double deviation, uint64_t seed) {
  std::mt19937_64 rng(seed);
  std::normal_distribution<double> normal;
  const auto fill = [&](double step) {
    std::vector<int8_t> values(static_cast<size_t>(tokens * depth));
    for (int8_t& x : values)
      x = static_cast<int8_t>(std::clamp(std::round(normal(rng) * step), -127.0, 127.0));
    return values;
  };
  AttentionHead head{.queries = tokens, .keys = tokens, .depth = depth};
  // Scores in steps have the deviation step^2 sqrt(depth): `fraction` makes of it what is asked
  // for, with a step of q that is at most a third of its range.
  const double wanted = deviation / std::log(2.0);
  const double most = 127.0 / 3;
  head.fraction = static_cast<int>(
      std::floor(std::log2(most * most * std::sqrt(static_cast<double>(depth)) / wanted)));
  const double q_step =
      wanted * std::exp2(head.fraction) / (most * std::sqrt(static_cast<double>(depth)));
  head.q = fill(q_step);
  head.k = fill(most);
  head.v = fill(most);
  return head;
}

struct HeadError {
  double signal = 0, noise = 0;
  double db() const { return 10 * std::log10(signal / noise); }
};

// The result before it is rounded to int8, against a softmax in double of the same q, k and v.
inline HeadError head_error(const AttentionHead& h) {
  HeadError error;
  std::vector<int64_t> s(static_cast<size_t>(h.keys));
  for (int64_t i = 0; i < h.queries; ++i) {
    for (int64_t j = 0; j < h.keys; ++j)
      s[static_cast<size_t>(j)] = h.score(i, j);
    const int64_t least = std::ranges::min(s);
    std::vector<double> real(static_cast<size_t>(h.depth)), sums = real;
    double real_sum = 0;
    int64_t sum = 0;
    for (int64_t j = 0; j < h.keys; ++j) {
      const int64_t t = s[static_cast<size_t>(j)] - least;
      const double r = std::exp2(-std::ldexp(static_cast<double>(t), -h.fraction));
      const int64_t e = interp::power_of_two(t, h.fraction);
      real_sum += r;
      sum += e;
      for (int64_t c = 0; c < h.depth; ++c) {
        const double v = h.v[static_cast<size_t>(j * h.depth + c)];
        real[static_cast<size_t>(c)] += r * v;
        sums[static_cast<size_t>(c)] += static_cast<double>(e) * v;
      }
    }
    const int p = static_cast<int>(std::floor(std::log2(static_cast<double>(sum))));
    const int64_t w = p < 15 ? sum << (15 - p) : sum >> (p - 15);
    for (size_t c = 0; c < real.size(); ++c) {
      const int64_t a = interp::rounded_half_up(static_cast<int64_t>(sums[c]), p - 7);
      const double out = std::ldexp(static_cast<double>(a * interp::reciprocal(w)), -22);
      const double wanted = real[c] / real_sum;
      error.signal += wanted * wanted;
      error.noise += (out - wanted) * (out - wanted);
    }
  }
  return error;
}

// The largest distance from 127 * 2^-(t / 2^fraction), for every t up to where 0 is exact enough.
inline double power_error(int fraction) {
  double most = 0;
  for (int64_t t = 0; t < int64_t{12} << fraction; ++t) {
    const double real = 127 * std::exp2(-std::ldexp(static_cast<double>(t), -fraction));
    most = std::max(most, std::abs(static_cast<double>(interp::power_of_two(t, fraction)) - real));
  }
  return most;
}

}  // namespace vta
