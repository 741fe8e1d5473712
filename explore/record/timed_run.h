// A program run once for its cycles.
#pragma once

#include <string>

#include "driver/driver.h"
#include "explore/record/run_record.h"
#include "link/device_string.h"

namespace vta::explore {

struct TimedRun {
  Program program;
  RunStats stats;  // with timing where a kernel ran
};

// UsageError as DeviceTable::check(), and for a device without time: names those that have one.
void require_time(const DeviceString& device);

// The launches only, on whatever the device memory holds: cycles do not depend on values. What is
// stored is not the network's answer. `device` is a device string (link/device_string.h); csim
// leaves values out. UsageError for one without time; InputError for a program that runs nothing on
// the accelerator; ResourceError for a launch beyond max_cycles (driver/driver.h). `sink` may be
// null.
TimedRun timed_run(Program program, const std::string& device, TraceSink* sink = nullptr,
                   int64_t max_cycles = kMaxCycles);

}  // namespace vta::explore
