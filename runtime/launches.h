// A program's launches and their counters, without the host's steps between them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "driver/driver.h"
#include "runtime/program.h"

namespace vta {

struct RunStats {
  Counters counters;              // all launches
  std::vector<Counters> kernels;  // by index into Program::kernels
  int64_t launches = 0;
  double host_seconds = 0, device_seconds = 0;
  // By index into Program::steps, 0 for launches; their sum is host_seconds. Empty where the host's
  // steps were left out.
  std::vector<double> host_step_seconds;
  // Of each launch, in their order; empty where the device does not model time. Their sum is
  // timing->cycles.
  std::vector<int64_t> launch_cycles = {};
  int64_t widened_bytes = 0;  // int32 operands made on the host between launches
  // Sums over all launches, kernels by index into Program::kernels; absent where the device does
  // not model time, or nothing was launched.
  std::optional<Timing> timing;
};

// Constants, micro-ops and instructions to their places. A program that was compiled for its timing
// alone has no constants.
void load_arena(const Program& program, DeviceBuffer& arena);

// Of a launch at several positions (position_launch.h): from the first instruction of one to that
// of the next.
inline int64_t insns_per_position(const LaunchStep& step) {
  return step.insn_count + 1;
}

// The launch of a step of a program whose arena is at this address.
LaunchRequest launch_request(const Program& program, const LaunchStep& step, uint64_t arena);

// Adds a launch, of one position or of several, to the sums. DeviceError names the kernel when the
// launch ended with an error or left tokens.
void add_launch(const Program& program, const LaunchStep& step, const RunReport& report,
                RunStats& stats);

// All launches of a program in their order, without the host's steps: for counters and cycles,
// which do not depend on values. DeviceError as add_launch, and when the arena does not fit;
// ResourceError for a launch beyond max_cycles (driver/driver.h). `sink` (nullptr: none) gets the
// events of every launch.
RunStats run_launches(const Program& program, std::unique_ptr<DeviceLink> link,
                      int64_t max_cycles = kMaxCycles, TraceSink* sink = nullptr);
RunStats run_launches(const Program& program, std::unique_ptr<Device> device,
                      int64_t max_cycles = kMaxCycles, TraceSink* sink = nullptr);

}  // namespace vta
