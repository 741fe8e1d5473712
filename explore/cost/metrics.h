// The one table of metrics that a sweep minimizes, constrains and shows. Smaller is better in
// all but the rates among clock_metrics().
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "explore/accuracy.h"
#include "explore/cost/point_cost.h"
#include "explore/point.h"

namespace vta::explore {

struct MetricInput {
  const PointResult* result = nullptr;  // of one run; nullptr: only metrics of the hardware
  const PointCost* cost = nullptr;      // of the same; never nullptr
  int64_t images = 1;                   // of that run
  const VtaConfig* config = nullptr;    // with its clock; only clock_metrics() look at it
  const Accuracy* accuracy = nullptr;   // of the same network; nullptr: it is not known
};

struct Metric {
  std::string_view name;  // as in a specification's "objectives"
  std::string_view unit;  // for an axis; "" for a share
  std::string_view description;
  bool hardware = false;  // does not depend on a run
  bool estimate = false;  // to be marked as one wherever it is shown
  double (*value)(const MetricInput& input) = nullptr;
  bool of_clock = false;  // nothing where PointCost::path_ps is not known
  // Of answers on samples: nothing where they are not known, or no labels or too few classes are.
  std::optional<double> (*of_accuracy)(const Accuracy& accuracy) = nullptr;
  // Of runs of several networks on one machine, one after the other; nullptr: their sum.
  double (*of_all)(std::span<const MetricInput> runs) = nullptr;
};

std::span<const Metric> metrics();
// Rates and times at a clock, for displays of points that have one; they are not minimized: points
// of one clock order as their cycles and energies do, and for clocks that are estimated metrics()
// has the time.
std::span<const Metric> clock_metrics();
// Accuracy in the usual form, larger is better: shown beside metrics(), and not minimized.
std::span<const Metric> accuracy_metrics();
// ConfigError names the nearest metric and lists all.
const Metric& find_metric(std::string_view name);
// Whether the metric is defined for this point.
bool is_known(const Metric& metric, const MetricInput& input);
// value(), with a check that a run is there where the metric needs one; NaN of an accuracy that is
// not known.
double metric_value(const Metric& metric, const MetricInput& input);

// Of a frame, which is an image of every network on one machine: what a metric of the hardware is
// anyway, the mean of an accuracy, the sum of all else that no clock divides. `runs` are one or
// more.
double metric_of_all(const Metric& metric, std::span<const MetricInput> runs);

// The largest of LUT, FF, DSP and block RAM as a share of a Zynq-7020's: at most 1 fits, as far as
// synthesis can say.
double zynq7020_share(const PointCost& cost);

}  // namespace vta::explore
