// The host's steps of a program without a device: what they take does not depend on what a launch
// leaves, so behind a launch the device's tensors are zeros.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runtime/program.h"

namespace vta::explore {

class StepRunner {
 public:
  // Inputs are zeros. The program is kept by reference.
  explicit StepRunner(const Program& program);

  // Forgets the values of the run before: the steps run in their order from the first on.
  void begin();
  // Step `index`; may be repeated before the next one. Nothing for a launch.
  void run(size_t index);

 private:
  void step(const HostOpStep& s);
  void step(const ToDeviceStep& s);
  void step(const FromDeviceStep& s);
  void step(const ConvertStep& s);
  void step(const LaunchStep&) {}
  const PackedLayout& layout(int64_t tensor) const;
  std::span<std::byte> bytes_of(int64_t tensor, const PackedLayout& layout);
  Tensor unpacked(int64_t tensor);
  void pack(const Tensor& value, int64_t tensor);

  const Program& program_;
  std::vector<Tensor> values_;                     // by index into Program::values
  std::vector<std::vector<std::byte>> on_device_;  // by index into Program::device_tensors
};

}  // namespace vta::explore
