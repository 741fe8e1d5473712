// A compiled program's launches on fsim, without the host's steps.
#pragma once

#include <memory>
#include <string>

#include "driver/driver.h"
#include "runtime/program.h"

namespace vta::bench {

class ProgramRun {
 public:
  ProgramRun(const Program& program, const std::string& kernels);

  void run();  // every launch; throws with the report's text when one fails
  const Counters& counters() const { return counters_; }  // of the last run

 private:
  const Program& program_;
  Driver driver_;
  DeviceBuffer arena_;
  Counters counters_;
};

}  // namespace vta::bench
