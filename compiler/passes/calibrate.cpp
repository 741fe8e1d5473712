#include "compiler/passes/calibrate.h"

#include <algorithm>
#include <cmath>

#include "base/plural.h"
#include "compiler/interp/interpreter.h"

namespace vta {
namespace {

constexpr int kLeastExponent = -20;

// The rows of all samples as tensors of the given shape; the last one is completed with rows from
// the beginning.
std::vector<Tensor> in_batches(std::span<const Tensor> samples, const TensorType& type) {
  const int64_t batch = type.shape.front();
  const int64_t row_bytes = num_elements(type.shape) / batch * dtype_bytes(type.dtype);
  std::vector<std::span<const std::byte>> rows;
  for (const Tensor& sample : samples) {
    Shape expected = type.shape;
    if (sample.rank() > 0)
      expected.front() = sample.shape().front();
    if (sample.dtype() != type.dtype || sample.shape() != expected)
      throw InputError(fmt::format("calibration sample is {} {}, the network's input is {} {}",
                                   dtype_name(sample.dtype()), shape_text(sample.shape()),
                                   dtype_name(type.dtype), shape_text(type.shape)));
    for (int64_t i = 0; i < sample.shape().front(); ++i)
      rows.push_back(sample.bytes().subspan(static_cast<size_t>(i * row_bytes),
                                            static_cast<size_t>(row_bytes)));
  }
  std::vector<Tensor> batches;
  for (size_t first = 0; first < rows.size(); first += static_cast<size_t>(batch)) {
    Tensor t = Tensor::zeros(type.dtype, type.shape);
    auto out = t.mutable_bytes().begin();
    for (size_t i = 0; i < static_cast<size_t>(batch); ++i) {
      const auto row = rows[(first + i) % rows.size()];
      out = std::copy(row.begin(), row.end(), out);
    }
    batches.push_back(std::move(t));
  }
  return batches;
}

// Means are sums until all samples are seen.
void add_channels(TensorStats& stats, const Tensor& t) {
  const Shape& shape = t.shape();
  const int64_t channels = shape[1], inner = t.size() / (shape[0] * channels);
  stats.channel_mean.resize(static_cast<size_t>(channels), 0.0);
  stats.channel_max_abs.resize(static_cast<size_t>(channels), 0.0);
  const float* p = t.data<float>().data();
  for (int64_t n = 0; n < shape[0]; ++n)
    for (int64_t c = 0; c < channels; ++c) {
      float largest = 0;
      for (int64_t i = 0; i < inner; ++i) {
        largest = std::max(largest, std::abs(*p));
        stats.channel_mean[static_cast<size_t>(c)] += static_cast<double>(*p++);
      }
      double& most = stats.channel_max_abs[static_cast<size_t>(c)];
      most = std::max(most, static_cast<double>(largest));
    }
}

}  // namespace

void MagnitudeHistogram::grow_to(double magnitude) {
  int needed = 0;
  std::frexp(magnitude, &needed);  // magnitude < 2^needed
  if (bins_.empty()) {
    bins_.assign(kBins, 0);
    range_exponent_ = needed;
  }
  if (max_abs_ == 0)
    range_exponent_ = needed;  // only zeros so far, all in bin 0
  for (; range_exponent_ < needed; ++range_exponent_) {
    for (size_t i = 0; i < kBins / 2; ++i)
      bins_[i] = bins_[2 * i] + bins_[2 * i + 1];
    std::fill(bins_.begin() + kBins / 2, bins_.end(), 0);
  }
}

void MagnitudeHistogram::observe(std::span<const float> values) {
  double largest = 0;
  for (float v : values) {
    if (!std::isfinite(v))
      throw InputError(fmt::format("calibration found a value that is not finite: {}", v));
    largest = std::max(largest, std::abs(static_cast<double>(v)));
  }
  if (bins_.empty() || largest > max_abs_)
    grow_to(largest);
  max_abs_ = std::max(max_abs_, largest);
  const double per_bin = std::ldexp(static_cast<double>(kBins), -range_exponent_);
  for (float v : values)
    ++bins_[static_cast<size_t>(std::abs(static_cast<double>(v)) * per_bin)];
  count_ += static_cast<int64_t>(values.size());
}

double MagnitudeHistogram::percentile(double percent) const {
  const double wanted = static_cast<double>(count_) * percent / 100.0;
  int64_t seen = 0;
  for (size_t i = 0; i < bins_.size(); ++i) {
    seen += bins_[i];
    if (static_cast<double>(seen) >= wanted)
      return std::min(max_abs_, std::ldexp(static_cast<double>(i + 1) / kBins, range_exponent_));
  }
  return max_abs_;
}

double MagnitudeHistogram::mean_squared_error(int exponent) const {
  const double step = std::ldexp(1.0, exponent);
  const double width = std::ldexp(1.0 / kBins, range_exponent_);
  double sum = 0;
  for (size_t i = 1; i < bins_.size(); ++i) {  // bin 0 is mostly exact zeros
    if (bins_[i] == 0)
      continue;
    const double value = (static_cast<double>(i) + 0.5) * width;
    const double error = value - std::min(std::round(value / step), 127.0) * step;
    sum += error * error * static_cast<double>(bins_[i]);
  }
  return count_ == 0 ? 0 : sum / static_cast<double>(count_);
}

double MagnitudeHistogram::divergence(int exponent) const {
  const double step = std::ldexp(1.0, exponent);
  const double width = std::ldexp(1.0 / kBins, range_exponent_);
  const auto level_of = [&](size_t bin) {
    return std::lround((static_cast<double>(bin) + 0.5) * width / step);
  };
  size_t end = bins_.size();  // of what is not clipped; bin 0 is mostly exact zeros
  while (end > 2 && level_of(end - 1) > 127)
    --end;
  double clipped = 0, inside = 0;
  for (size_t i = 1; i < bins_.size(); ++i)
    (i < end ? inside : clipped) += static_cast<double>(bins_[i]);
  double sum = 0;
  for (size_t first = 1, next = 1; first < end; first = next) {
    double count = 0, filled = 0;
    for (; next < end && level_of(next) == level_of(first); ++next) {
      count += static_cast<double>(bins_[next]);
      filled += bins_[next] > 0 || next + 1 == end ? 1 : 0;
    }
    for (size_t i = first; i < next; ++i) {
      const double own = static_cast<double>(bins_[i]) + (i + 1 == end ? clipped : 0);
      const double told = std::max(count / std::max(filled, 1.0), 1e-3);
      if (own > 0)
        sum += own / (inside + clipped) *
               std::log(own / (inside + clipped) / (told / std::max(inside, 1e-3)));
    }
  }
  return sum;
}

int covering_exponent(double threshold) {
  int exponent = kLeastExponent;
  while (std::ldexp(127.0, exponent) < threshold)
    ++exponent;
  return exponent;
}

std::vector<std::vector<Tensor>> calibration_batches(const Graph& graph,
                                                     std::span<const Tensor> samples) {
  if (samples.empty())
    throw InputError(
        "this quantization mode needs sample inputs for calibration, but none are given (mode "
        "global needs none)");
  const size_t inputs = graph.inputs().size();
  if (inputs == 0 || samples.size() % inputs != 0)
    throw InputError(fmt::format(
        "calibration has {}, the network {}: a sample has one tensor for each input",
        counted(std::ssize(samples), "sample"), counted(static_cast<int64_t>(inputs), "input")));
  std::vector<std::vector<Tensor>> batches;
  for (size_t i = 0; i < inputs; ++i) {
    std::vector<Tensor> own;
    for (size_t s = i; s < samples.size(); s += inputs)
      own.push_back(samples[s]);
    const std::vector<Tensor> cut = in_batches(own, graph.type(graph.inputs()[i]));
    if (i > 0 && cut.size() != batches.size())
      throw InputError(fmt::format(
          "calibration: {} of input '{}', {} of '{}'", counted(std::ssize(batches), "batch"),
          graph.node(graph.inputs()[0]).name, cut.size(), graph.node(graph.inputs()[i]).name));
    batches.resize(cut.size());
    for (size_t b = 0; b < cut.size(); ++b)
      batches[b].push_back(cut[b]);
  }
  return batches;
}

std::vector<TensorStats> calibrate(const Graph& graph, std::span<const Tensor> samples,
                                   const ObservedRun& run) {
  const std::vector<std::vector<Tensor>> batches = calibration_batches(graph, samples);
  std::vector<TensorStats> stats(static_cast<size_t>(graph.size()));
  std::vector<int64_t> rows(stats.size(), 0);
  const auto observe = [&](NodeId id, const Tensor& value) {
    const Node& n = graph.node(id);
    if (n.kind == NodeKind::Constant || value.dtype() != DType::F32)
      return;
    TensorStats& s = stats[static_cast<size_t>(id)];
    s.magnitudes.observe(value.data<float>());
    if (value.rank() < 2)
      return;
    add_channels(s, value);
    rows[static_cast<size_t>(id)] += value.size() / value.shape()[1];
  };
  for (const std::vector<Tensor>& inputs : batches)
    if (run)
      run(graph, inputs, observe);
    else
      interpret(graph, inputs, {.observe = observe});
  for (size_t i = 0; i < stats.size(); ++i)
    for (double& sum : stats[i].channel_mean)
      sum /= static_cast<double>(rows[i]);
  return stats;
}

}  // namespace vta
