// Trials in worker processes: what a layer alone, or the network, costs with tiles given as text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/workers/workers.h"
#include "explore/tune/trial.h"
#include "explore/tune/tuning_file.h"

namespace vta::explore {

// Which tiles each layer has in the network; an empty text: those of `fast`.
using TilesChoice = std::vector<std::string>;

struct LayerTrial {
  size_t layer = 0;
  std::string tiles;
  static constexpr bool kMessage = true;  // base/archive.h
};

class TrialPool {
 public:
  // The first three must outlive this object. Each worker has a copy of `measure`.
  TrialPool(const ScheduledGraph& network, const std::vector<TunableLayer>& layers,
            const VtaConfig& config, int64_t workers, MeasureProgram measure = measure_here);

  // All side by side, `measured` as each is; a row without a cost: tiles that cannot be used.
  // False: `stop` ended it before all were. DeviceError where the device of a trial is lost;
  // InternalError where a trial failed otherwise.
  bool measure(const std::vector<LayerTrial>& trials,
               const std::function<void(const LayerTrial&, TrialRow)>& measured,
               const std::function<bool()>& stop);
  // In the order of the choices.
  std::vector<Cost> network_costs(const std::vector<TilesChoice>& choices);

 private:
  std::string answer(const std::string& bytes) const;
  NetworkSchedule chosen(const TilesChoice& choice) const;
  TrialRow row_of(const LayerTrial& trial, const Answer& answer) const;

  const ScheduledGraph& network_;
  const std::vector<TunableLayer>& layers_;
  const VtaConfig& config_;
  MeasureProgram measure_;
  Workers workers_;
};

}  // namespace vta::explore
