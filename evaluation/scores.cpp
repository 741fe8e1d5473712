#include "evaluation/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vta {
namespace {

std::span<const float> row_at(std::span<const float> logits, int64_t classes, size_t row) {
  const auto width = static_cast<size_t>(classes);
  return logits.subspan(row * width, width);
}

size_t rows_of(std::span<const float> logits, int64_t classes) {
  return logits.size() / static_cast<size_t>(classes);
}

bool is_above(float a, float b) {
  return std::isnan(b) ? !std::isnan(a) : a > b;
}

size_t answer_of(std::span<const float> row) {
  size_t best = 0;
  for (size_t i = 1; i < row.size(); ++i)
    if (is_above(row[i], row[best]))
      best = i;
  return best;
}

// Classes that come before this one.
int64_t place_of(std::span<const float> row, size_t label) {
  int64_t before = 0;
  for (size_t i = 0; i < row.size(); ++i)
    before += is_above(row[i], row[label]) || (i < label && !is_above(row[label], row[i])) ? 1 : 0;
  return before;
}

double percent(int64_t part, size_t all) {
  return all == 0 ? 100 : 100.0 * static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

std::vector<int64_t> answers_of_rows(std::span<const float> logits, int64_t classes) {
  std::vector<int64_t> answers;
  for (size_t r = 0; r < rows_of(logits, classes); ++r)
    answers.push_back(static_cast<int64_t>(answer_of(row_at(logits, classes, r))));
  return answers;
}

double top_percent(std::span<const float> logits, int64_t classes, std::span<const int64_t> labels,
                   int64_t most) {
  int64_t right = 0;
  for (size_t r = 0; r < labels.size(); ++r)
    right += place_of(row_at(logits, classes, r), static_cast<size_t>(labels[r])) < most ? 1 : 0;
  return percent(right, labels.size());
}

double percent_equal(std::span<const int64_t> a, std::span<const int64_t> b) {
  int64_t equal = 0;
  for (size_t i = 0; i < a.size(); ++i)
    equal += a[i] == b[i] ? 1 : 0;
  return percent(equal, a.size());
}

double signal_to_noise(std::span<const float> signal, std::span<const float> approximation) {
  double power = 0, noise = 0;
  for (size_t i = 0; i < signal.size(); ++i) {
    const double x = static_cast<double>(signal[i]);
    const double difference = x - static_cast<double>(approximation[i]);
    power += x * x;
    noise += difference * difference;
  }
  return noise == 0 ? std::numeric_limits<double>::infinity() : 10 * std::log10(power / noise);
}

int64_t rows_not_finite(std::span<const float> logits, int64_t classes) {
  int64_t rows = 0;
  for (size_t r = 0; r < rows_of(logits, classes); ++r)
    rows +=
        std::ranges::all_of(row_at(logits, classes, r), [](float x) { return std::isfinite(x); })
            ? 0
            : 1;
  return rows;
}

Scores score_rows(std::span<const float> real, std::span<const float> quantized, int64_t classes,
                  std::span<const int64_t> labels) {
  Scores s;
  s.classes = classes;
  s.samples = static_cast<int64_t>(rows_of(real, classes));
  s.float_answers = answers_of_rows(real, classes);
  s.int8_answers = answers_of_rows(quantized, classes);
  s.agreement = percent_equal(s.float_answers, s.int8_answers);
  s.sqnr_db = signal_to_noise(real, quantized);
  s.labelled = !labels.empty();
  if (!s.labelled)
    return s;
  s.float_top1 = percent_equal(s.float_answers, labels);
  s.int8_top1 = percent_equal(s.int8_answers, labels);
  if (classes > kTopFew) {
    s.float_top5 = top_percent(real, classes, labels, kTopFew);
    s.int8_top5 = top_percent(quantized, classes, labels, kTopFew);
  }
  return s;
}

}  // namespace vta
