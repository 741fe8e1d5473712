// A compiled program's launches on a device, without the host's steps.
#pragma once

#include <memory>

#include "driver/driver.h"
#include "runtime/program.h"

namespace vta::bench {

class ProgramRun {
 public:
  ProgramRun(const Program& program, std::unique_ptr<Device> device);

  void check_races(RaceCheck* check) { driver_.check_races(check); }
  void run();  // every launch; throws with the report's text when one fails
  const Counters& counters() const { return counters_; }  // of the last run
  int64_t cycles() const { return cycles_; }              // likewise; 0 where there is no time
  int64_t bus_beats() const { return bus_beats_; }

 private:
  const Program& program_;
  Driver driver_;
  DeviceBuffer arena_;
  Counters counters_;
  int64_t cycles_ = 0, bus_beats_ = 0;
};

}  // namespace vta::bench
