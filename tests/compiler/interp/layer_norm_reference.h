// LayerNorm and RMSNorm in double, beside their integers.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "compiler/graph/layer_norm.h"

namespace vta {

// Bell-shaped, of a random width and centre; sometimes a few large values, or nearly all equal.
inline std::vector<int8_t> random_row(std::mt19937_64& random, int64_t channels) {
  std::normal_distribution<double> bell;
  const double width = std::exp2(std::uniform_real_distribution<double>(-2, 6.5)(random)),
               centre = std::uniform_real_distribution<double>(-60, 60)(random);
  std::vector<int8_t> row(static_cast<size_t>(channels));
  for (int8_t& v : row)
    v = static_cast<int8_t>(std::clamp(std::round(centre + width * bell(random)), -127.0, 127.0));
  for (uint64_t i = random() % 4; i > 0; --i)
    row[random() % row.size()] = static_cast<int8_t>(random() % 255 - 127);
  return row;
}

struct LayerNormError {
  double steps = 0;  // largest difference of the int8 result
};

inline LayerNormError layer_norm_error(const LayerNormOf& of, const std::vector<int8_t>& row) {
  const auto count = static_cast<double>(row.size());
  double mean = 0, squares = 0;
  if (!of.rms) {
    for (const int8_t v : row)
      mean += v / count;
  }
  for (const int8_t v : row)
    squares += (v - mean) * (v - mean);
  const double unit = std::exp2(2 * static_cast<double>(of.form.fraction));
  const double deviation = std::sqrt((squares + static_cast<double>(of.epsilon) / unit) / count);
  std::vector<int8_t> result(row.size());
  integer_layer_norm(of, row, result);
  LayerNormError error;
  for (size_t i = 0; i < row.size(); ++i) {
    const double real =
        std::exp2(static_cast<double>(of.result_fraction)) * (row[i] - mean) / deviation;
    error.steps = std::max(error.steps, std::abs(result[i] - std::clamp(real, -127.0, 127.0)));
  }
  return error;
}

}  // namespace vta
