#include "compiler/quant/report/value_meter.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace vta {
namespace {

double percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

size_t ValueMeter::channel_of(size_t element, const Tensor& t) const {
  const size_t channels = std::max(unit_.scale.size(), unit_.offset.size());
  if (channels <= 1)
    return 0;
  const size_t inner =
      static_cast<size_t>(t.size()) / (static_cast<size_t>(t.shape()[0]) * channels);
  return element / inner % channels;
}

double ValueMeter::stored(double real, size_t channel) const {
  const double offset = unit_.offset.empty() ? 0 : unit_.offset[channel];
  return (real - offset) / (unit_.scale.size() == 1 ? unit_.scale[0] : unit_.scale[channel]);
}

void ValueMeter::observe_range(const Tensor& real) {
  const auto values = real.data<float>();
  for (size_t i = 0; i < values.size(); ++i) {
    const double value = static_cast<double>(values[i]);
    if (!std::isfinite(value))
      continue;
    const double steps = stored(value, channel_of(i, real));
    least_ = any_ ? std::min(least_, value) : value;
    most_ = any_ ? std::max(most_, value) : value;
    least_steps_ = any_ ? std::min(least_steps_, steps) : steps;
    most_steps_ = any_ ? std::max(most_steps_, steps) : steps;
    any_ = true;
  }
}

void ValueMeter::observe(const Tensor& real, const Tensor& quantized) {
  switch (quantized.dtype()) {
    case DType::I8:
      return observe_as<int8_t>(real, quantized);
    case DType::I32:
      return observe_as<int32_t>(real, quantized);
    default:
      return observe_as<float>(real, quantized);
  }
}

template <typename T>
void ValueMeter::observe_as(const Tensor& real, const Tensor& quantized) {
  start_histogram();
  const auto a = real.data<float>();
  const auto b = quantized.data<T>();
  VTA_CHECK(a.size() == b.size(), "{} values and {} of the quantized network", a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    const double value = static_cast<double>(a[i]);
    if (!std::isfinite(value))
      continue;
    const size_t c = channel_of(i, real);
    const double scale = unit_.scale.size() == 1 ? unit_.scale[0] : unit_.scale[c];
    const double offset = unit_.offset.empty() ? 0 : unit_.offset[c];
    const double difference = value - (static_cast<double>(b[i]) * scale + offset);
    signal_ += value * value;
    noise_ += difference * difference;
    ++values_;
    const double steps = stored(value, c);
    count(steps);
    if constexpr (std::is_same_v<T, int8_t>) {
      clipped_ += std::abs(steps) >= kInt8Limit + 0.5 ? 1 : 0;
      at_limits_ += b[i] >= 127 || b[i] <= -127 ? 1 : 0;
    }
  }
}

void ValueMeter::start_histogram() {
  if (!histogram_.counts.empty())
    return;
  histogram_.from = std::min(least_steps_, 0.0);
  histogram_.to = std::max(most_steps_, 0.0);
  if (unit_.is_int8) {
    histogram_.from = histogram_.from < 0 ? std::min(histogram_.from, -kInt8Limit) : 0;
    histogram_.to = std::max(histogram_.to, kInt8Limit);
  }
  if (histogram_.from == histogram_.to)
    histogram_.to = 1;
  histogram_.counts.assign(ValueHistogram::kBins, 0);
}

void ValueMeter::count(double steps) {
  constexpr auto kLast = static_cast<double>(ValueHistogram::kBins - 1);
  const double width = histogram_.to - histogram_.from;
  const double bin = std::floor((steps - histogram_.from) / width * (kLast + 1));
  ++histogram_.counts[static_cast<size_t>(std::clamp(bin, 0.0, kLast))];
}

double ValueMeter::sqnr_db() const {
  return noise_ == 0 ? HUGE_VAL : -10 * std::log10(noise_ / signal_);
}

double ValueMeter::clipped_percent() const {
  return percent(clipped_, values_);
}

double ValueMeter::at_limits_percent() const {
  return percent(at_limits_, values_);
}

}  // namespace vta
