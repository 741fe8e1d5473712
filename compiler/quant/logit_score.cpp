#include "compiler/quant/logit_score.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vta {
namespace {

struct Powers {
  double signal = 0, noise = 0;
};

void add_powers(const Tensor& real, const Tensor& quantized, Powers& powers) {
  const auto a = real.data<float>(), b = quantized.data<float>();
  for (size_t i = 0; i < a.size(); ++i) {
    const double value = static_cast<double>(a[i]), other = static_cast<double>(b[i]);
    if (!std::isfinite(value) || !std::isfinite(other)) {
      const bool same = value == other || (std::isnan(value) && std::isnan(other));
      powers.noise += same ? 0 : std::numeric_limits<double>::infinity();
      continue;
    }
    const double difference = value - other;
    powers.signal += value * value;
    powers.noise += difference * difference;
  }
}

}  // namespace

std::vector<size_t> measured_outputs(const Graph& real) {
  std::vector<size_t> places;
  for (size_t i = 0; i < real.outputs().size(); ++i)
    if (const Node& n = real.node(real.outputs()[i]); !n.constant_expr && n.kind != NodeKind::Input)
      places.push_back(i);
  return places;
}

std::vector<int64_t> answers_of(std::span<const std::vector<Tensor>> outputs) {
  std::vector<int64_t> answers;
  for (const std::vector<Tensor>& of_sample : outputs) {
    if (of_sample.empty())
      continue;
    const Tensor& logits = of_sample.front();
    if (logits.dtype() != DType::F32 || logits.rank() == 0 || logits.size() == 0)
      continue;
    const auto rows = static_cast<size_t>(logits.shape().front());
    const size_t width = static_cast<size_t>(logits.size()) / rows;
    for (size_t r = 0; r < rows; ++r) {
      const auto row = logits.data<float>().subspan(r * width, width);
      answers.push_back(std::ranges::max_element(row) - row.begin());
    }
  }
  return answers;
}

LogitScore score_logits(std::span<const std::vector<Tensor>> real,
                        std::span<const std::vector<Tensor>> quantized) {
  LogitScore score;
  std::vector<Powers> powers(real.front().size());
  for (size_t s = 0; s < real.size(); ++s)
    for (size_t i = 0; i < powers.size(); ++i)
      if (real[s][i].dtype() == DType::F32)
        add_powers(real[s][i], quantized[s][i], powers[i]);
  const auto floats = std::ranges::count(real.front(), DType::F32, &Tensor::dtype);
  for (const Powers& p : powers)
    score.noise += p.noise == 0 ? 0 : p.noise / p.signal / static_cast<double>(floats);
  score.sqnr_db = -10 * std::log10(score.noise);
  const std::vector<int64_t> a = answers_of(real), b = answers_of(quantized);
  score.rows = std::ssize(a);
  int64_t equal = 0;
  for (size_t i = 0; i < a.size(); ++i)
    equal += a[i] == b[i] ? 1 : 0;
  if (score.rows > 0)
    score.agreement = 100.0 * static_cast<double>(equal) / static_cast<double>(score.rows);
  return score;
}

}  // namespace vta
