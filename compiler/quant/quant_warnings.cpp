#include "compiler/quant/quant_warnings.h"

#include <algorithm>
#include <cmath>

#include "base/plural.h"
#include "compiler/passes/channel_factors.h"
#include "compiler/quant/host_run.h"

namespace vta {
namespace {

constexpr size_t kMostMeasured = 8, kMostNamed = 3;

struct Saturated {
  std::string name;
  double percent = 0;
};

double percent_at_limits(const std::vector<std::vector<Tensor>>& by_batch, size_t index) {
  int64_t at_limits = 0, all = 0;
  for (const std::vector<Tensor>& values : by_batch) {
    const auto v = values[index].data<int8_t>();
    at_limits += std::ranges::count_if(v, [](int8_t x) { return x >= 127 || x <= -127; });
    all += static_cast<int64_t>(v.size());
  }
  return all == 0 ? 0 : 100.0 * static_cast<double>(at_limits) / static_cast<double>(all);
}

std::string name_of(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.name.empty() ? fmt::format("{} (node {})", n.op, id) : "'" + n.name + "'";
}

double largest_stored(const QuantHarness& harness, const QuantPlan& plan, NodeId id) {
  const TensorStats& stats = harness.stats()[static_cast<size_t>(id)];
  const auto factors = plan.factors.find(factors_from(harness.graph(), id));
  if (factors == plan.factors.end())
    return stats.magnitudes.max_abs();
  double largest = 0;
  for (size_t c = 0; c < factors->second.size(); ++c)
    largest = std::max(largest, stats.channel_max_abs[c] / static_cast<double>(factors->second[c]));
  return largest;
}

// Of every sample's rows, joined: samples are cut along their first axis.
struct Rows {
  int64_t count = 0;
  bool zero = true;       // every byte
  bool one_value = true;  // every element is as the first
  bool same = true;       // every row is as the first
};

void look_at(std::span<const std::byte> row, size_t element, std::span<const std::byte> first,
             Rows& rows) {
  ++rows.count;
  rows.zero = rows.zero && std::ranges::all_of(row, [](std::byte b) { return b == std::byte{}; });
  for (size_t i = 0; rows.one_value && i < row.size(); i += element)
    rows.one_value = std::ranges::equal(row.subspan(i, element), first.first(element));
  rows.same = rows.same && std::ranges::equal(row, first);
}

// Of input `index`.
Rows rows_of(std::span<const Tensor> samples, size_t index, size_t inputs) {
  Rows rows;
  std::span<const std::byte> first;
  for (size_t s = index; s < samples.size(); s += inputs) {
    const Tensor& sample = samples[s];
    if (sample.size() == 0)
      continue;
    const auto count = sample.rank() == 0 ? 1 : static_cast<size_t>(sample.shape().front());
    const auto bytes = sample.bytes();
    const size_t row = bytes.size() / count;
    if (first.empty())
      first = bytes.first(row);
    for (size_t r = 0; r < count; ++r)
      look_at(bytes.subspan(r * row, row), static_cast<size_t>(dtype_bytes(sample.dtype())), first,
              rows);
  }
  return rows;
}

void append(std::vector<std::string>& to, std::vector<std::string> more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::string> poor_score_warnings(const LogitScore& score) {
  if (!(score.sqnr_db < kPoorSqnrDb))
    return {};
  return {fmt::format(
      "warning: the outputs' SQNR against the float network is {:.1f} dB (below {} is poor), "
      "agreement {:.1f} % on {}",
      score.sqnr_db, kPoorSqnrDb, score.agreement, counted(score.rows, "calibration sample"))};
}

std::vector<std::string> few_samples_warnings(int64_t samples) {
  if (samples >= kFewSamples)
    return {};
  return {fmt::format("warning: {} for calibration: {} can give only rough scales, 64 are usual",
                      counted(samples, "sample"), samples == 1 ? "it" : "they")};
}

std::vector<std::string> alike_samples_warnings(const Graph& graph,
                                                std::span<const Tensor> samples) {
  std::vector<std::string> warnings;
  const auto& inputs = graph.inputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (graph.type(inputs[i]).dtype != DType::F32)
      continue;
    const Rows rows = rows_of(samples, i, inputs.size());
    const char* what = rows.zero        ? "zero throughout"
                       : rows.one_value ? "one value throughout"
                       : rows.same      ? "the same"
                                        : "";
    if (rows.count == 0 || *what == 0 || (rows.count == 1 && !rows.zero && !rows.one_value))
      continue;
    warnings.push_back(fmt::format(
        "warning: {} for calibration of '{}' {} {}: scales taken from {} do not fit other inputs",
        counted(rows.count, "sample"), graph.node(inputs[i]).name,
        rows.count == 1 ? "is" : "are all", what, rows.count == 1 ? "it" : "them"));
  }
  return warnings;
}

std::vector<std::string> saturation_warnings(QuantHarness& harness, const QuantPlan& plan) {
  const TracedGraph q = harness.quantized(plan);
  std::vector<NodeId> wanted;
  std::vector<NodeId> real;
  for (const auto& [id, value] : q.trace.values) {
    const double largest = largest_stored(harness, plan, id);
    if (largest <= std::ldexp(127.5, value.exponent))
      continue;
    wanted.push_back(value.i8);
    real.push_back(id);
  }
  const auto values = harness.values(q.graph, wanted);
  std::vector<Saturated> found;
  for (size_t i = 0; i < wanted.size(); ++i)
    if (const double percent = percent_at_limits(values, i); percent > kSaturatedPercent)
      found.push_back({name_of(harness.graph(), real[i]), percent});
  if (found.empty())
    return {};
  std::ranges::stable_sort(found, std::greater(), &Saturated::percent);
  std::vector<std::string> named;
  for (size_t i = 0; i < std::min(found.size(), kMostNamed); ++i)
    named.push_back(fmt::format("{:.1f} % of {}", found[i].percent, found[i].name));
  return {fmt::format("warning: values of {} saturate: {}{}", counted(std::ssize(found), "tensor"),
                      fmt::join(named, ", "), found.size() > kMostNamed ? " and others" : "")};
}

std::vector<std::string> quantization_warnings(const Graph& real, const Graph& quantized,
                                               std::span<const Tensor> samples,
                                               bool scales_are_of_samples) {
  const auto batches = calibration_batches(real, samples);
  const int64_t rows = std::ssize(samples) / std::ssize(real.inputs());
  const std::vector<size_t> measured = measured_outputs(real);
  std::vector<std::vector<Tensor>> a, b;
  for (size_t i = 0; i < std::min(batches.size(), kMostMeasured); ++i) {
    a.push_back(taken(run_on_host(real, batches[i]), measured));
    b.push_back(taken(run_on_host(quantized, batches[i]), measured));
  }
  std::vector<std::string> warnings = poor_score_warnings(score_logits(a, b));
  if (scales_are_of_samples) {
    append(warnings, few_samples_warnings(rows));
    append(warnings, alike_samples_warnings(real, samples));
  }
  return warnings;
}

}  // namespace vta
