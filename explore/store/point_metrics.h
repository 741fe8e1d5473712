// The input of metrics, taken from a row that outlives it.
#pragma once

#include "explore/cost/metrics.h"
#include "explore/store/rows.h"

namespace vta::explore {

inline MetricInput metric_input(const PointRow& row) {
  return {.result = &row.result,
          .cost = &row.cost,
          .images = row.spec.images,
          .config = &row.spec.config,
          .accuracy = row.accuracy ? &*row.accuracy : nullptr};
}

}  // namespace vta::explore
