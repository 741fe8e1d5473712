#include "explore/cost/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "config/device.h"
#include "explore/accuracy.h"
#include "explore/cost/clock_times.h"
#include "hw/synth/timing.h"

namespace vta::explore {
namespace {

constexpr double kPerMicrojoule = 1e6;  // picojoules

double per_image(double value, const MetricInput& input) {
  return value / static_cast<double>(input.images);
}

double cycles(const MetricInput& input) {
  return per_image(static_cast<double>(input.result->timing.cycles), input);
}

double dram_bytes(const MetricInput& input) {
  return per_image(static_cast<double>(input.result->counters.total_bytes()), input);
}

double energy(const MetricInput& input) {
  return per_image(input.cost->energy_pj / kPerMicrojoule, input);
}

double lut(const MetricInput& input) {
  return static_cast<double>(input.cost->lut);
}

double ff(const MetricInput& input) {
  return static_cast<double>(input.cost->ff);
}

double dsp(const MetricInput& input) {
  return static_cast<double>(input.cost->dsp);
}

double bram36(const MetricInput& input) {
  return static_cast<double>(input.cost->bram18) / 2;
}

double share(const MetricInput& input) {
  return zynq7020_share(*input.cost);
}

double period(const MetricInput& input) {
  return period_ns(input.cost->path_ps);
}

double estimated_ms(const MetricInput& input) {
  constexpr double kPerMillisecond = 1e6;  // nanoseconds
  return cycles(input) * period(input) / kPerMillisecond;
}

std::optional<double> error_of(const std::optional<double>& right) {
  return right ? std::optional(100 - *right) : std::nullopt;
}

// Root mean square of the noise by that of the signal.
std::optional<double> noise_percent(const Accuracy& a) {
  return a.sqnr_db >= kMostSqnrDb ? 0 : 100 * std::pow(10, -a.sqnr_db / 20);
}

constexpr auto kMetrics = std::to_array<Metric>({
    {.name = "cycles_per_image",
     .unit = "cycles",
     .description = "cycles of a run divided by its images; exact",
     .value = cycles},
    {.name = "dram_bytes_per_image",
     .unit = "bytes",
     .description = "bytes of data loaded and stored, divided by images; exact; without "
                    "instructions and the unused parts of bus words",
     .value = dram_bytes},
    {.name = "energy_uj_per_image",
     .unit = "uJ",
     .description = "estimate: counted events times published energies for a 45 nm process",
     .estimate = true,
     .value = energy},
    {.name = "lut",
     .unit = "LUT",
     .description = "look-up tables of a 7-series FPGA",
     .hardware = true,
     .value = lut},
    {.name = "ff",
     .unit = "FF",
     .description = "flip-flops of a 7-series FPGA",
     .hardware = true,
     .value = ff},
    {.name = "dsp",
     .unit = "DSP48E1",
     .description = "multipliers of a 7-series FPGA",
     .hardware = true,
     .value = dsp},
    {.name = "bram36",
     .unit = "block RAMs",
     .description = "block RAMs of 36 Kb of a 7-series FPGA",
     .hardware = true,
     .value = bram36},
    {.name = "zynq7020_share",
     .unit = "",
     .description = "the largest of the shares of a Zynq-7020's LUT, FF, DSP and block RAM",
     .hardware = true,
     .value = share},
    {.name = "period_ns",
     .unit = "ns",
     .description = "estimate: the longest path of the circuit with an allowance for routing",
     .hardware = true,
     .estimate = true,
     .value = period,
     .of_clock = true},
    {.name = "estimated_ms_per_image",
     .unit = "ms",
     .description = "estimate: cycles of an image times period_ns",
     .estimate = true,
     .value = estimated_ms,
     .of_clock = true},
    {.name = "top1_error",
     .unit = "%",
     .description = "samples that the int8 network classifies wrongly",
     .of_accuracy = [](const Accuracy& a) { return error_of(a.top1); }},
    {.name = "top5_error",
     .unit = "%",
     .description = "samples whose label is not among the int8 network's top five",
     .of_accuracy = [](const Accuracy& a) { return error_of(a.top5); }},
    {.name = "disagreement",
     .unit = "%",
     .description = "samples that int8 and float classify differently",
     .of_accuracy = [](const Accuracy& a) { return std::optional(100 - a.agreement); }},
    {.name = "noise_percent",
     .unit = "%",
     .description = "quantization noise relative to the logits: 10^(-SQNR / 20)",
     .of_accuracy = noise_percent},
});

constexpr auto kAccuracyMetrics = std::to_array<Metric>({
    {.name = "top1",
     .unit = "%",
     .description = "samples that the int8 network classifies correctly",
     .of_accuracy = [](const Accuracy& a) { return a.top1; }},
    {.name = "float_top1",
     .unit = "%",
     .description = "samples that the float network classifies correctly",
     .of_accuracy = [](const Accuracy& a) { return a.float_top1; }},
    {.name = "top5",
     .unit = "%",
     .description = "samples whose label is among the int8 network's top five",
     .of_accuracy = [](const Accuracy& a) { return a.top5; }},
    {.name = "float_top5",
     .unit = "%",
     .description = "samples whose label is among the float network's top five",
     .of_accuracy = [](const Accuracy& a) { return a.float_top5; }},
    {.name = "agreement",
     .unit = "%",
     .description = "samples that int8 and float classify equally",
     .of_accuracy = [](const Accuracy& a) { return std::optional(a.agreement); }},
    {.name = "sqnr_db",
     .unit = "dB",
     .description = "ratio of the logits' signal to the quantization noise; 200: no noise",
     .of_accuracy = [](const Accuracy& a) { return std::optional(a.sqnr_db); }},
});

ClockTimes times(const MetricInput& input) {
  VTA_CHECK(input.config != nullptr && input.config->clock.mhz, "a time without a clock");
  return *clock_times(*input.config, *input.result, input.images);
}

// All operations over all time.
double gops_of_all(std::span<const MetricInput> runs) {
  double operations = 0, milliseconds = 0;
  for (const MetricInput& run : runs) {
    operations += times(run).gops * times(run).milliseconds;
    milliseconds += times(run).milliseconds;
  }
  return milliseconds == 0 ? 0 : operations / milliseconds;
}

double milliseconds_of_all(std::span<const MetricInput> runs) {
  double sum = 0;
  for (const MetricInput& run : runs)
    sum += times(run).milliseconds_per_image;
  return sum;
}

double energy_delay_of_all(std::span<const MetricInput> runs) {
  double energy_uj = 0;
  for (const MetricInput& run : runs)
    energy_uj += energy(run);
  return energy_uj * milliseconds_of_all(runs);
}

constexpr auto kClockMetrics = std::to_array<Metric>({
    {.name = "ms_per_image",
     .unit = "ms",
     .description = "milliseconds of a run on the accelerator divided by its images, at CLOCK_MHZ",
     .value = [](const MetricInput& i) { return times(i).milliseconds_per_image; }},
    {.name = "images_per_second",
     .unit = "images/s",
     .description = "images per second on the accelerator, without the host's part",
     .value = [](const MetricInput& i) { return times(i).images_per_second; },
     .of_all =
         [](std::span<const MetricInput> runs) {
           const double all = milliseconds_of_all(runs);
           return all == 0 ? 0 : 1e3 / all;
         }},
    {.name = "gops",
     .unit = "GOPS",
     .description = "10^9 operations per second, two for each multiply-accumulate of a layer",
     .value = [](const MetricInput& i) { return times(i).gops; },
     .of_all = gops_of_all},
    {.name = "energy_delay_uj_ms",
     .unit = "uJ ms",
     .description = "estimate: energy of an image times its milliseconds",
     .estimate = true,
     .value = [](const MetricInput& i) { return times(i).energy_delay; },
     .of_all = energy_delay_of_all},
});

}  // namespace

std::span<const Metric> metrics() {
  return kMetrics;
}

std::span<const Metric> clock_metrics() {
  return kClockMetrics;
}

std::span<const Metric> accuracy_metrics() {
  return kAccuracyMetrics;
}

const Metric& find_metric(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Metric& metric : kMetrics) {
    if (metric.name == name)
      return metric;
    names.push_back(metric.name);
  }
  throw ConfigError(fmt::format("unknown metric '{}': {}", name, known_names(name, names)));
}

bool is_known(const Metric& metric, const MetricInput& input) {
  if (metric.of_accuracy != nullptr)
    return input.accuracy != nullptr && metric.of_accuracy(*input.accuracy).has_value();
  return !metric.of_clock || input.cost->path_ps > 0;
}

double metric_value(const Metric& metric, const MetricInput& input) {
  if (metric.of_accuracy != nullptr)
    return is_known(metric, input) ? *metric.of_accuracy(*input.accuracy)
                                   : std::numeric_limits<double>::quiet_NaN();
  VTA_CHECK(input.cost != nullptr && (metric.hardware || input.result != nullptr),
            "metric {} of nothing", metric.name);
  return metric.value(input);
}

double metric_of_all(const Metric& metric, std::span<const MetricInput> runs) {
  if (metric.hardware || runs.size() == 1)
    return metric_value(metric, runs.front());
  if (metric.of_all != nullptr)
    return metric.of_all(runs);
  double sum = 0;
  for (const MetricInput& run : runs)
    sum += metric_value(metric, run);
  return metric.of_accuracy != nullptr ? sum / static_cast<double>(runs.size()) : sum;
}

double zynq7020_share(const PointCost& cost) {
  static const FpgaDevice device = find_device("zynq7020");
  return share_of(device, {.lut = cost.lut, .ff = cost.ff, .dsp = cost.dsp, .bram18 = cost.bram18});
}

}  // namespace vta::explore
