// Scores of two networks' logits on the same samples, against each other and against labels.
//
// Logits are rows of `classes` values, one row per sample. The answer of a row is the place of its
// largest value, the first of equals; a value that is no number is below all others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vta {

std::vector<int64_t> answers_of_rows(std::span<const float> logits, int64_t classes);

// Percent of the rows whose label is among the first `most` places. Labels are in [0, classes).
double top_percent(std::span<const float> logits, int64_t classes, std::span<const int64_t> labels,
                   int64_t most);

double percent_equal(std::span<const int64_t> a, std::span<const int64_t> b);  // 100 of none

// Signal to noise in dB: 10 log10(sum x^2 / sum (x - y)^2); infinity when equal.
double signal_to_noise(std::span<const float> signal, std::span<const float> approximation);

// Rows that hold a value which is no finite number.
int64_t rows_not_finite(std::span<const float> logits, int64_t classes);

inline constexpr int64_t kTopFew = 5;

struct Scores {
  int64_t samples = 0, classes = 0;
  bool labelled = false;
  double float_top1 = 0, int8_top1 = 0;           // percent; labelled
  std::optional<double> float_top5, int8_top5{};  // where there are more classes than five
  double agreement = 100;                         // percent
  double sqnr_db = 0;
  std::vector<int64_t> float_answers, int8_answers;  // by sample
};
// `labels` are as many as the rows, or none.
Scores score_rows(std::span<const float> real, std::span<const float> quantized, int64_t classes,
                  std::span<const int64_t> labels);

}  // namespace vta
