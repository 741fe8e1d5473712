// Tuning: layers one by one, then the network with what was found.
//
// What a run with `evaluations` leaves depends on the network, the configuration, the seed and that
// number alone: not on how many workers there are, nor on whether it was killed and run again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explore/tune/trial.h"
#include "explore/tune/tuning_file.h"

namespace vta::explore {

struct TuneOptions {
  std::string database;
  Objective objective = Objective::Cycles;
  ScheduleFacts facts = {};  // of the network: which kernels compute others (Settled::facts)
  // Where both are given, what is reached first ends the search.
  std::optional<double> budget_seconds;
  std::optional<int64_t> evaluations;  // trials of layers
  uint64_t seed = 0;
  int64_t jobs = 1;                      // workers
  std::optional<double> slower_percent;  // Bytes: so much slower than `fast` at most
  // Cycles: so many bytes more than `fast` moves at most; nothing: as many percent as cycles are
  // won.
  std::optional<double> more_bytes_percent;
  OpenDevice device = {};           // where trials are run; empty: here
  std::function<bool()> stop = {};  // asked now and then: true ends the search early
};

struct TunedLayerReport {
  TunedRow row;
  std::vector<std::string> kernels;
  int64_t trials = 0;    // that this run asked for
  bool is_fast = false;  // its tiles are those of `fast`
};

struct TuneReport {
  std::vector<TunedLayerReport> layers;
  TunedNetworkRow network;
  int64_t evaluations = 0;  // trials that the search asked for
  int64_t known = 0;        // of these, those that the database had
  int64_t network_evaluations = 0;
  int64_t unusable = 0;  // tiles that could not be compiled
  bool stopped = false;
  double seconds = 0;
};

// Searches, and writes trials as they come and the choice at the end. The network with the tiles
// chosen is never worse than with those of `fast`: not slower, or, for bytes, not of more bytes.
// Errors are those of TuningWriter; CompileError where the network has no convolution on the
// accelerator or a kernel of which not even the least tile fits.
TuneReport tune_network(LoweredGraph lowered, const std::string& name, const VtaConfig& config,
                        const TuneOptions& options);

}  // namespace vta::explore
