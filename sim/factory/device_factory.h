// Makes a device by backend name. Linked by the program and the tests only.
#pragma once

#include "base/cxx20.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/device.h"
#include "sim/tsim/wave.h"

namespace vta {

struct DeviceOptions {
  std::string kernels = "auto";  // fsim, csim: auto, amx, avx512vnni, avx2, portable, reference
  int64_t memory_bytes = DeviceMemory::kDefaultBytes;
  bool timing_only = false;  // csim: no values but micro-ops
  WaveOptions wave = {};     // tsim: trace file
};

std::vector<std::string> backend_names();
// UsageError lists the known backends, or gives the reason why kernels are not available on this
// CPU or why the model of tsim could not be built.
std::unique_ptr<Device> make_device(std::string_view backend, const VtaConfig& config,
                                    const DeviceOptions& options = {});

}  // namespace vta
