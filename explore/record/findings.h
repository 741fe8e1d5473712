// What the figures of a run mean: derived once from its record. Views and documents show findings
// and derive nothing themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/cost/clock_times.h"
#include "explore/record/array_use.h"
#include "explore/record/layer_sums.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/run_record.h"

namespace vta::explore {

// Of the run, of a kernel, or of the kernels of one kind. Without time `array` and `lost` are
// empty.
struct Finding {
  int64_t cycles = 0;
  std::optional<double> milliseconds;  // at the configuration's clock
  AtLeast least;
  std::optional<ArrayUse> array;
  std::string array_text;        // what became of the array's other cycles, in words
  std::vector<LostCycles> lost;  // the chain of causes
  std::string lost_text;         // the same in words
  // For a narrow column: percent of compute's cycles, and their cause. Lanes that have nothing to
  // multiply are the cause where they cost more than any wait.
  double most_lost_percent = 0;
  std::string most_lost = {};
};

struct KindFinding {
  KindSum sum;
  Finding finding;
};

struct Findings {
  Finding run;
  CycleBound issued;                  // of the run: what its instructions need at least
  LayerResult outside_layer;          // what belongs to no kernel, as one
  Finding outside;                    // of it
  std::vector<Finding> kernels = {};  // in the order of the record's layers
  std::vector<KindFinding> kinds = {};
  std::optional<ClockTimes> times = {};  // with time and a clock
  std::string times_text = {};           // in words
  std::string device_share;              // of the network's MACs, in words
  std::string host_operators;            // in words
  std::string idle_batch;                // a warning, or nothing
};
Findings findings_of(const RunRecord& record);
Finding finding_of(const VtaConfig& config, const LayerResult& layer);

}  // namespace vta::explore
