// Which of the tiles that were tried each layer gets, decided by what the network costs.
//
// Layers overlap, so what is best alone need not be best in the network: it starts with the better
// of all finalists and all of `fast`, then changes one layer at a time.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "explore/tune/cost.h"
#include "explore/tune/trial_pool.h"
#include "explore/tune/tuning_file.h"

namespace vta::explore {

// All trials of a layer, by tiles.
using KnownTrials = std::map<std::string, TrialRow>;

struct ChoiceRequest {
  Objective objective = Objective::Cycles;
  std::optional<double> slower_percent;  // TuneOptions', as the next
  std::optional<double> more_bytes_percent;
  std::vector<std::string> fast;  // tiles of `fast`, by layer
  std::vector<const KnownTrials*> known;
  std::function<bool(double share)> out_of_time;  // that share of a budget, or to be stopped
};

struct NetworkChoice {
  TilesChoice tiles;
  Cost fast, cost;  // of the network
  int64_t evaluations = 0;
};

NetworkChoice choose_tiles(const ChoiceRequest& request, TrialPool& pool);

}  // namespace vta::explore
