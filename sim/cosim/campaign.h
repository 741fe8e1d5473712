// Thousands of random programs in several processes.
//
// Every piece of work (programs of one configuration) is a process of its own: a SystemC model
// has one kernel per process, and a backend that aborts takes one piece along, not the campaign. So
// does a generator: the parent makes no program itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/cosim/bench.h"
#include "sim/cosim/generator.h"
#include "sim/cosim/hit_classes.h"

namespace vta::cosim {

struct CampaignOptions {
  struct Machine {
    VtaConfig config;
    std::vector<std::string> backends;  // at least one
    std::string name;                   // empty: that of a named configuration, or its own
  };
  std::vector<Machine> machines;  // programs go round among them
  DeviceMaker make_device;
  MemoryChoice memory = MemoryChoice::Mixed;
  int64_t first_program = 0, programs = 0;  // a stretch of the series
  uint64_t seed = 0;
  int64_t jobs = 2;
  std::string save_folder;        // programs that differ are written here; created when needed
  int64_t most_differences = 20;  // then the campaign ends early
  double shrink_seconds = 30;
  std::function<void()> on_program;  // progress
};

struct FoundDifference {
  int64_t program = 0;
  std::string config, kind, text;
  std::string file;  // empty when the program could not be made
  int64_t insns = 0;
  static constexpr bool kMessage = true;  // base/archive.h
};

struct ConfigSummary {
  std::string name;
  int64_t programs = 0, insns = 0, cycles = 0, differences = 0;
};

struct CampaignResult {
  int64_t programs = 0, insns = 0, cycles = 0;
  int64_t racy = 0, errors = 0;
  std::vector<ConfigSummary> configs;
  std::vector<FoundDifference> differences;
  std::vector<HitClass> classes;
  std::vector<std::string> rare;  // classes with fewer hits than asked for
  bool stopped = false;           // by most_differences
};

// Program i is generate_program(machines[i mod count].config, memory, seed, i), whatever the number
// of jobs. DeviceError: the backends of a machine cannot be made, or end the process when made.
CampaignResult run_campaign(const CampaignOptions& options, int64_t require_hits);

}  // namespace vta::cosim
