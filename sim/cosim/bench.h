// The backends side by side: devices of one configuration that run the same programs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/cosim/compare.h"
#include "sim/cosim/shrink.h"

namespace vta::cosim {

// A new device of a backend, of about `memory_bytes`.
using DeviceMaker = std::function<std::unique_ptr<Device>(
    const std::string& backend, const VtaConfig& config, int64_t memory_bytes)>;

struct Verdict {
  std::optional<Difference> difference;
  std::vector<RunResult> results;  // by backend

  int64_t cycles() const;             // of the first timed backend, else 0
  const RunResult& detailed() const;  // the first timed result, else the first
};

class Bench {
 public:
  // At least one backend.
  Bench(std::vector<std::string> backends, DeviceMaker make_device);

  // Makes the devices; run() does it where they are not there or are other hardware.
  void prepare(const VtaConfig& config, int64_t wanted_bytes);
  Verdict run(const TestProgram& program);
  TestProgram shrink(const TestProgram& program, const ShrinkLimits& limits = {});
  // Whether a run did not end: the devices are of no use any more.
  bool broken() const { return broken_; }

 private:
  std::vector<std::string> backends_;
  DeviceMaker make_device_;
  std::vector<std::unique_ptr<Device>> devices_;
  VtaConfig built_;  // of the devices
  bool broken_ = false;
};

}  // namespace vta::cosim
