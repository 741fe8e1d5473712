// Points that are made up: what the choice among them depends on, and nothing else.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "explore/cost/clock_times.h"
#include "explore/report/candidates.h"

namespace vta::explore {

struct Made {
  std::string network = "net";
  VtaConfig config = {};
  int64_t cycles = 100;
  int64_t dsp = 10;  // the scarcest resource of kMadeDevice
  int64_t images = 1;
  std::string schedule = "fast";
  std::string memory = "";
  int64_t path_ps = 0;  // not 0: the clock is estimated from it
};

inline const FpgaDevice kMadeDevice{
    .name = "made", .title = "made", .lut = 1000, .ff = 1000, .dsp = 100, .bram18 = 1000};

inline std::vector<PointRow> made_points(const std::vector<Made>& all) {
  std::vector<PointRow> points;
  for (const Made& made : all) {
    PointRow point;
    point.idx = std::ssize(points);
    point.spec = {made.config, made.network, made.images, made.schedule};
    point.memory = made.memory;
    point.result.timing.cycles = made.cycles;
    point.result.counters.inp_load_nbytes = 64;
    point.cost.lut = point.cost.ff = point.cost.bram18 = made.dsp;
    point.cost.dsp = made.dsp;
    point.cost.area_source = "model";
    point.cost.energy_pj = 1e6;
    point.cost.path_ps = made.path_ps;
    if (made.path_ps > 0)
      point.spec.config.clock = estimated_clock(made.path_ps);
    points.push_back(std::move(point));
  }
  return points;
}

// The default configuration with some keys changed.
template <typename... Values>
VtaConfig with(int64_t VtaConfig::*key, int64_t value, Values... more) {
  VtaConfig config;
  if constexpr (sizeof...(more) > 0)
    config = with(more...);
  config.*key = value;
  return config;
}

}  // namespace vta::explore
