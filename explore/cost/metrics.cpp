#include "explore/cost/metrics.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "config/device.h"
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

constexpr auto kMetrics = std::to_array<Metric>({
    {.name = "cycles_per_image",
     .unit = "cycles",
     .description = "cycles of a run by its images; exact",
     .value = cycles},
    {.name = "dram_bytes_per_image",
     .unit = "bytes",
     .description = "bytes of data loaded and stored by images; exact; without instructions and "
                    "the unused parts of bus words",
     .value = dram_bytes},
    {.name = "energy_uj_per_image",
     .unit = "uJ",
     .description = "estimate: counted events times published energies of a 45 nm process",
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
     .description = "the largest of LUT, FF, DSP and block RAM as a share of a Zynq-7020's",
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
});

ClockTimes times(const MetricInput& input) {
  VTA_CHECK(input.config != nullptr && input.config->clock.mhz, "a time without a clock");
  return *clock_times(*input.config, *input.result, input.images);
}

constexpr auto kClockMetrics = std::to_array<Metric>({
    {.name = "ms_per_image",
     .unit = "ms",
     .description = "milliseconds of a run on the accelerator by its images, at CLOCK_MHZ",
     .value = [](const MetricInput& i) { return times(i).milliseconds_per_image; }},
    {.name = "images_per_second",
     .unit = "images/s",
     .description = "images a second on the accelerator, the host's part left out",
     .value = [](const MetricInput& i) { return times(i).images_per_second; }},
    {.name = "gops",
     .unit = "GOPS",
     .description = "10^9 operations a second, two for each multiply-accumulate of a layer",
     .value = [](const MetricInput& i) { return times(i).gops; }},
    {.name = "energy_delay_uj_ms",
     .unit = "uJ ms",
     .description = "estimate: energy of an image times its milliseconds",
     .estimate = true,
     .value = [](const MetricInput& i) { return times(i).energy_delay; }},
});

}  // namespace

std::span<const Metric> metrics() {
  return kMetrics;
}

std::span<const Metric> clock_metrics() {
  return kClockMetrics;
}

const Metric& find_metric(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Metric& metric : kMetrics) {
    if (metric.name == name)
      return metric;
    names.push_back(metric.name);
  }
  throw ConfigError(fmt::format("unknown metric '{}': the nearest is '{}'; there are {}", name,
                                nearest_name(name, names), fmt::join(names, ", ")));
}

bool is_known(const Metric& metric, const PointCost& cost) {
  return !metric.of_clock || cost.path_ps > 0;
}

double metric_value(const Metric& metric, const MetricInput& input) {
  VTA_CHECK(input.cost != nullptr && (metric.hardware || input.result != nullptr),
            "metric {} of nothing", metric.name);
  return metric.value(input);
}

double zynq7020_share(const PointCost& cost) {
  static const FpgaDevice device = find_device("zynq7020");
  return share_of(device, {.lut = cost.lut, .ff = cost.ff, .dsp = cost.dsp, .bram18 = cost.bram18});
}

}  // namespace vta::explore
