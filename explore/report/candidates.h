// The machines of a choice, with the costs of each for one network or for all.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/device.h"
#include "explore/cost/metrics.h"
#include "explore/store/rows.h"

namespace vta::explore {

struct Candidate {
  std::vector<size_t> rows;  // of the points: one, or one for each network in their order
  // Costs of one image; over several networks the costs of a frame, which is an image of each:
  // their sums. `time` orders machines by speed: it is cycles, or milliseconds if clocks are
  // estimates and so differ from machine to machine.
  double cycles = 0, time = 0, dram_bytes = 0, energy_uj = 0;
  std::optional<double> ms = {};  // if the point has a clock
  double share = 0;               // of the device: at most 1 fits, if the port takes the bus
  int64_t lut = 0;
  bool port = true;  // the device's memory port can supply it, as far as known
  bool fits() const { return share <= 1 && port; }
};

// The metric in Candidate::time.
std::string_view time_metric(std::span<const PointRow> points);

struct CandidateSet {
  std::string network;  // empty: all
  std::vector<Candidate> candidates;
};

// One set for each network, by name. With several networks, a last set over all of them: the
// machines (equal configuration, images and schedule) that have a point of every network.
std::vector<CandidateSet> candidate_sets(std::span<const PointRow> points,
                                         const FpgaDevice& device);

// metric_of_all() of the points in these rows.
double frame_metric(std::span<const PointRow> points, std::span<const size_t> rows,
                    const Metric& metric);

DeviceUse use_of(const PointCost& cost);

}  // namespace vta::explore
