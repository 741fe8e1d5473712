// One image's way through host and accelerator, and the rate of many: docs/host_time.md. All of it
// is an estimate, whatever the cycles are.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/host/host_costs.h"
#include "explore/host/step_work.h"
#include "runtime/launches.h"

namespace vta::explore {

struct TimedStep {
  size_t index = 0;  // in Program::steps
  StepWork work;
  std::optional<int64_t> launch = {};  // which one, of a launch
  int64_t cycles = 0;                  // of it
  double memory_ms = 0;                // of the host: bytes
  double host_ms = 0;                  // of the host, with memory_ms
  double device_ms = 0;                // of the accelerator
  double ms() const { return host_ms + device_ms; }
};

struct HostTimeline {
  HostCosts host;
  ClockLabel clock;  // without MHz: nothing is launched
  int64_t images = 1;
  bool of_a_position = false;  // of a decoder: the run was one position
  std::vector<TimedStep> steps =
      {};  // in their order, one after another; launches of nothing left out
  double memory_ms = 0, host_ms = 0, device_ms = 0;  // sums over the steps
  double latency_ms() const { return host_ms + device_ms; }
  double images_per_second() const;  // of many; 0 where a run takes no time
};

// Of a run with these launches (`launch_cycles` of RunStats), on the clock of the program's
// configuration. UsageError where something is launched and there are no cycles (`backend` is
// named), or no clock.
HostTimeline host_timeline(const Program& program, const std::vector<int64_t>& launch_cycles,
                           const HostCosts& host, std::string_view backend);

// The same with launches of no cycles: what the host alone takes.
HostTimeline host_part(const Program& program, const HostCosts& host);

// "12.345 ms on cortex-a9 (estimated) at 100 MHz: host 2.345, accelerator 10.000; 95.20 images a
// second sustained, with overlap".
std::string host_timeline_text(const HostTimeline& timeline);
// docs/host_time.md, "JSON".
boost::json::object host_timeline_json(const HostTimeline& timeline);

}  // namespace vta::explore
